/** Public exports for backups of a database and its stored files. */
export { checkArchive, type CheckedArchive } from './backup/archive-reader.ts'
export { createArchive } from './backup/archive-writer.ts'
export { backUp, type BackupProgress } from './backup/back-up.ts'
export type { Summary } from './backup/contents.ts'
export {
  createFileSource,
  type FileService,
  type FileSource,
  type StoredObject,
} from './backup/files.ts'
export { restoreBackup } from './backup/restore.ts'
export { openKeys, sealKeys } from './backup/sealed-keys.ts'
