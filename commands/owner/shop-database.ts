import {
  type DatabaseConnection,
  startEmbeddedPostgres,
  DatabaseUnreachableError,
  findRunningDatabase,
  openSession,
  type Session,
} from '../../packages/embedded-supabase/src/database.ts'
import { type FileStore, openContentStore } from '../../packages/embedded-supabase/src/storage.ts'
import { type Logger } from '../../packages/embedded-supabase/src/core.ts'
import type { Config } from '../../server/config.ts'
import { OwnerError } from './connect.ts'

export const consoleLogger: Logger = {
  info: () => undefined,
  warn: (_, message) => console.error(message),
  error: (_, message) => console.error(message),
}

export type ShopDatabase = Awaited<ReturnType<typeof reach>>

/** Opens the shop's database. @throws OwnerError when there is none, StartError when it cannot be opened */
export async function openShopDatabase(config: Config): Promise<ShopDatabase> {
  const url = addressOf(config)
  if (url !== null) return reach(url, nameOf(url))
  const found = await findRunningDatabase(config.dataDir)
  if (found === 'none')
    throw new OwnerError(`There is no shop in ${config.dataDir} yet. Start it with npm start.`)
  const place = config.dataDir
  if (found === 'closed') return openEmbedded(config)
  return reach(found, place).catch((error: unknown) => {
    // The stored address may be left over from a power cut, so the database is opened here. If the shop is running after all, the
    // lock on its data folder makes that fail.
    if (error instanceof DatabaseUnreachableError) return openEmbedded(config)
    throw error
  })
}

export async function openEmptyDatabase(config: Config): Promise<ShopDatabase> {
  const url = addressOf(config)
  return url === null ? openEmbedded(config) : reach(url, nameOf(url))
}

export function openShopFiles(config: Config): FileStore {
  return openContentStore(config.storage)
}

function addressOf({ databaseUrl, supabase }: Config): URL | null {
  if (databaseUrl !== null) return new URL(databaseUrl)
  if (supabase === null) return null
  throw new OwnerError(
    'Set DATABASE_URL to the connection string of the project, too (Supabase: Connect, Session pooler).',
  )
}

function nameOf(url: URL): string {
  return `The database ${url.pathname.slice(1)} on ${url.host}`
}

async function openEmbedded(config: Config): Promise<ShopDatabase> {
  const { dataDir } = config
  const patience = { holder: 0, leftovers: 20_000 }
  const postgres = await startEmbeddedPostgres({ dataDir, log: consoleLogger, patience })
  try {
    const database = await reach(postgres.connection, dataDir)
    return {
      ...database,
      isShared: false,
      close: async () => {
        await database.close()
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

async function reach(target: URL | DatabaseConnection, place: string) {
  const connect = (): Promise<Session> => openSession(target)
  const session = await connect()
  return { session, connect, place, isShared: true, close: session.close }
}
