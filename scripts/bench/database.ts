import { join } from 'node:path'
import { connectDatabase } from '../../backend/database/connect.ts'
import { startEmbeddedPostgres } from '../../backend/database/embedded.ts'
import { prepareDatabase } from '../../backend/database/prepare.ts'
import { root } from '../run.ts'
import { inFreshFolder } from './children.ts'

const quiet = {
  info: () => undefined,
  warn: (details: object, message: string) => console.warn(message, details),
  error: (details: object, message: string) => console.error(message, details),
}

/**
 * Runs the work with a fresh database that holds schema and seed. Both sides of a comparison use this one, by its
 * address (for DATABASE_URL).
 */
export async function withDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  return inFreshFolder(async (folder) => {
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: quiet })
    try {
      const { username, password, host, port, database } = postgres.connection
      const url = `postgres://${username}:${encodeURIComponent(password)}@${host}:${port}/${database}`
      const supabase = join(root, 'supabase')
      const connected = connectDatabase(postgres.connection)
      await prepareDatabase(
        connected.sql,
        { migrationsFolder: join(supabase, 'migrations'), seedFile: join(supabase, 'seed.sql') },
        quiet,
      )
      await connected.close()
      return await work(url)
    } finally {
      await postgres.stop()
    }
  })
}
