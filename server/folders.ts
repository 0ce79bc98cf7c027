import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { StartError } from '../packages/embedded-supabase/src/core.ts'
import type { Config } from './config.ts'
import { describeKnownError } from './describe-start-error.ts'

/**
 * Creates the folders of STORAGE_DIR and BACKUP_DIR at start. Otherwise a folder that cannot be written would be noticed
 * only at the first upload, or at night at the first backup.
 * @throws StartError that names the variable
 */
export async function createFolders({ storage, backups, supabase }: Config): Promise<void> {
  if (supabase === null) await makeFolder('STORAGE_DIR', storage.folder)
  if (backups !== null) await makeFolder('BACKUP_DIR', backups.folder)
}

async function makeFolder(name: string, folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const words = error instanceof Error ? describeKnownError(error) : null
    if (words === null) throw error
    throw new StartError(`${name}: ${words}`)
  }
}
