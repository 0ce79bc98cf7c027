import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished } from 'vitest'
import {
  type ArchiveWriter,
  createArchive,
} from '../../packages/embedded-supabase/src/backup/archive-writer.ts'
import { checkArchive } from '../../packages/embedded-supabase/src/backup/archive-reader.ts'
import { backUp } from '../../packages/embedded-supabase/src/backup/back-up.ts'
import type { Summary } from '../../packages/embedded-supabase/src/backup/contents.ts'
import { createFileSource } from '../../packages/embedded-supabase/src/backup/files.ts'
import {
  restoreBackup,
  type RestoreOptions,
} from '../../packages/embedded-supabase/src/backup/restore.ts'
import type { DatabaseConnection } from '../../packages/embedded-supabase/src/database/embedded.ts'
import { openSession } from '../../packages/embedded-supabase/src/database/session.ts'
import {
  type FileStore,
  openFileStore,
} from '../../packages/embedded-supabase/src/storage/file-store.ts'
import { findProject } from '../../supabase/project.ts'
import { createEmptyDatabase } from '../support/database.ts'

export const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined }
export const projectWithoutSeed = {
  ...findProject(fileURLToPath(new URL('../../supabase', import.meta.url))),
  seedFiles: [],
  replaced: undefined,
}

/** The folder of all archives, which is deleted at the end of the test run. */
export const archiveFolder = await mkdtemp(join(inject('scratchFolder'), 'backups-'))

let files = 0
export const createUnusedPath = (ending = ''): string => join(archiveFolder, `${++files}${ending}`)

/** Backs up a database into a new file. */
export async function backUpToNewFile(
  connection: DatabaseConnection,
  store: FileStore,
  { watch = (archive: ArchiveWriter) => archive, sealedKeys = null as Buffer | null } = {},
): Promise<{ file: string; summary: Summary }> {
  const file = createUnusedPath('.tar')
  const session = await openSession(connection)
  const archive = await createArchive(file)
  try {
    const summary = await backUp({
      session,
      files: createFileSource(store),
      archive: watch(archive),
      sealedKeys,
      clock: Date.now,
      onProgress: () => undefined,
    })
    await archive.finish()
    return { file, summary }
  } finally {
    await session.close()
  }
}

/** Restores an archive into a database; `changes` overrides options of the restore. */
export async function restoreArchive(
  connection: DatabaseConnection,
  file: string,
  changes: Partial<RestoreOptions> = {},
): Promise<string[]> {
  const session = await openSession(connection)
  try {
    return await restoreBackup({
      session,
      archive: await checkArchive(file, () => undefined),
      project: projectWithoutSeed,
      files: { store: openFileStore(createUnusedPath()) },
      place: 'The test’s database',
      beforeCommit: async () => undefined,
      onProgress: () => undefined,
      log: silentLog,
      ...changes,
    })
  } finally {
    await session.close()
  }
}

/** Creates an empty database, which is dropped at the end of the test. */
export async function createTemporaryDatabase(): Promise<
  Awaited<ReturnType<typeof createEmptyDatabase>>
> {
  const database = await createEmptyDatabase()
  onTestFinished(database.stop)
  return database
}
