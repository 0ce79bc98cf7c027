import { connectionTo, type DatabaseConnection } from './embedded.ts'
import { readIdFile, readClusterLocation } from './cluster-location.ts'

export type FoundDatabase = 'none' | 'closed' | DatabaseConnection

/** After a power cut the path may lead nowhere. @throws StartError when the record of its password is broken */
export async function findRunning(dataDir: string): Promise<FoundDatabase> {
  const place = await readClusterLocation(dataDir)
  if (place === null || !place.isCreated) return 'none'
  const port = (await readIdFile(place))?.port ?? null
  if (port === null) return 'closed'
  return connectionTo(place, port)
}
