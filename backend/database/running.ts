import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseConnection } from './embedded.ts'
import { clusterFolder, readPlace } from './place.ts'

/** In PostgreSQL's process id file, from 0. */
const portLine = 3

/** What a data folder holds: nothing yet, or a database, with the way to it while some process has it open. */
export type FoundDatabase = 'none' | 'closed' | DatabaseConnection

/**
 * Looks for the database of a data folder without touching it. After a power cut the way that is noted there may lead
 * nowhere.
 * @throws StartError when the note of its password is broken
 */
export async function findRunning(dataDir: string): Promise<FoundDatabase> {
  const place = await readPlace(dataDir)
  if (place === null || !place.isCreated) return 'none'
  const port = await readPort(join(clusterFolder(place), 'postmaster.pid'))
  if (port === null) return 'closed'
  const { password } = place
  return { host: '127.0.0.1', port, database: 'postgres', username: 'postgres', password }
}

async function readPort(file: string): Promise<number | null> {
  try {
    const port = Number((await readFile(file, 'utf8')).split('\n')[portLine])
    return Number.isInteger(port) && port > 0 ? port : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
