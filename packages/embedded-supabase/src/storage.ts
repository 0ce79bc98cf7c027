/** Public exports: stores for the contents of uploaded files. */
export { openFileStore, type FileStore } from './storage/file-store.ts'
export { putPublicObject } from './storage/objects.ts'
export { createOrphanCollector, startOrphanCollection } from './storage/orphans.ts'
export { openContentStore } from './storage/s3-store.ts'
