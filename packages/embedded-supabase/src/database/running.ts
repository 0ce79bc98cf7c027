import { getDatabaseConnection, type DatabaseConnection } from './embedded.ts'
import { readProcessIdFile, readClusterLocation } from './cluster-location.ts'

export type FoundDatabase = 'none' | 'closed' | DatabaseConnection

/**
 * Returns the connection to a PostgreSQL that may be running on this data folder, `closed` when none is, or `none` without a
 * database. After a power cut the connection may fail, because the process id file remains.
 * @throws StartError when postgres.json is damaged
 */
export async function findRunningDatabase(dataDir: string): Promise<FoundDatabase> {
  const place = await readClusterLocation(dataDir)
  if (place === null || !place.isCreated) return 'none'
  const port = (await readProcessIdFile(place))?.port ?? null
  if (port === null) return 'closed'
  return getDatabaseConnection(place, port)
}
