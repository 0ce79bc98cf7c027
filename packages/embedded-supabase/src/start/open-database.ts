import type { Logger } from '../core/wire.ts'
import { StartError } from '../core/start-error.ts'
import { connectDatabase } from '../database/connect.ts'
import { startEmbeddedPostgres } from '../database/embedded.ts'
import { type DatabaseProject, prepareDatabase, prepareServices } from '../database/prepare.ts'
import type { Limits } from './limits.ts'

interface Needs {
  databaseUrl: string | URL | undefined
  dataDir: string
  searchPath: readonly string[]
  project: DatabaseProject
  limits: Limits
  log: Logger
}

/** Connects to the database, or starts the embedded one, and prepares it for the project: migrations, schemas and seeds. */
export async function openDatabase(needs: Needs, opened: AsyncDisposableStack) {
  const { limits, log, project, searchPath } = needs
  const target = await findTarget(needs, opened)
  const visitorQueue = limits.queues?.auth
  const database = connectDatabase(target, {
    ...limits.connections,
    visitorQueue,
    searchPath,
    log,
  })
  opened.defer(database.close)
  const { migrationsFolder, schemasFolder, seedFiles } = project
  const isProject = Boolean(migrationsFolder ?? schemasFolder) || seedFiles.length > 0
  if (isProject) await prepareDatabase(database.sql, project, log)
  else await prepareServices(database.sql)
  return database
}

async function findTarget({ databaseUrl, dataDir, log }: Needs, opened: AsyncDisposableStack) {
  if (databaseUrl !== undefined) {
    const url = URL.parse(String(databaseUrl))
    if (url !== null && /^postgres(ql)?:$/.test(url.protocol)) return url
    throw new StartError('The address of the database must start with postgres://')
  }
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log })
  opened.defer(stop)
  return connection
}
