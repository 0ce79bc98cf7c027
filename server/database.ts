import { join } from 'node:path'
import {
  connectDatabase,
  type LeaseTimes,
  startEmbeddedPostgres,
  prepareDatabase,
  deleteReplacedMigrations,
} from '../packages/embedded-supabase/src/database.ts'
import { StartError } from '../packages/embedded-supabase/src/core.ts'
import { replacedMigrations } from '../supabase/replaced-migrations.ts'
import type { Config } from './config.ts'
import type { Logger } from './log.ts'
import { findProject } from '../supabase/project.ts'

export type ShopDatabase = NonNullable<Awaited<ReturnType<typeof openDatabase>>>

/** Opens the shop's database. Returns null with hosted Supabase, which has its own. */
export async function openDatabase(
  config: Config,
  root: string,
  log: Logger,
  onLease: (times: LeaseTimes) => void,
) {
  if (config.supabase) return null
  const { target, location, stop } = await findServer(config, log)
  const database = connectDatabase(target, { onLease, log })
  try {
    await prepareDatabase(database.sql, findProject(join(root, 'supabase')), log)
  } catch (error) {
    await database.close()
    await stop()
    throw config.databaseUrl === null ? error : refusal(error, location)
  }
  return {
    ...database,
    location,
    /**
     * Called once the shop serves requests: deletes the migrations that the update replaced, after which the previous
     * version of the shop cannot start on this data.
     */
    keep: () => deleteReplacedMigrations(database.sql, replacedMigrations),
    async stop() {
      await database.close()
      await stop()
    },
  }
}

/** Returns a StartError that explains in one line, without the password, why DATABASE_URL cannot be used. */
function refusal(error: unknown, location: string): unknown {
  const isPlain = error instanceof Error && (error.name === 'Error' || 'code' in error)
  if (!isPlain) return error
  // Node's AggregateError, which covers all addresses of a host, has an empty message.
  const reason = error.message || ('code' in error ? String(error.code) : 'no reason given')
  return new StartError(`${location} (DATABASE_URL) cannot be used: ${reason}`)
}

async function findServer(config: Config, log: Logger) {
  if (config.databaseUrl !== null) {
    const target = new URL(config.databaseUrl)
    return {
      target,
      location: `the database ${target.pathname.slice(1)} on ${target.host}`,
      stop: async () => {},
    }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  return { target: embedded.connection, location: embedded.location, stop: embedded.stop }
}
