import { join } from 'node:path'
import { type Database, connectDatabase } from '../backend/database/connect.ts'
import { startEmbeddedPostgres } from '../backend/database/embedded.ts'
import { prepareDatabase } from '../backend/database/prepare.ts'
import type { Config } from './config.ts'
import type { Logger } from './log.ts'

export interface ShopDatabase extends Database {
  /** Where the data lies, in words for the owner. */
  location: string
  stop(): Promise<void>
}

/**
 * Opens the shop's database, the embedded one or that of DATABASE_URL, and brings its schema up to date.
 * Null with hosted Supabase, which has its own.
 */
export async function openDatabase(
  config: Config,
  root: string,
  log: Logger,
): Promise<ShopDatabase | null> {
  if (config.supabase) return null
  const { target, location, stop } = await findServer(config, log)
  const database = connectDatabase(target, { log })
  try {
    const supabase = join(root, 'supabase')
    await prepareDatabase(
      database.sql,
      { migrationsFolder: join(supabase, 'migrations'), seedFile: join(supabase, 'seed.sql') },
      log,
    )
  } catch (error) {
    await database.close()
    await stop()
    throw error
  }
  return {
    ...database,
    location,
    async stop() {
      await database.close()
      await stop()
    },
  }
}

async function findServer(config: Config, log: Logger) {
  if (config.databaseUrl !== null) {
    const target = new URL(config.databaseUrl)
    return {
      target,
      location: `the database ${target.pathname.slice(1)} on ${target.hostname}`,
      stop: async () => {},
    }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  return { target: embedded.connection, location: embedded.location, stop: embedded.stop }
}
