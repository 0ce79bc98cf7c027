import { buffer } from 'node:stream/consumers'
import type { FileStore } from '../../backend/storage/file-store.ts'

/** What lies under a version; null when nothing does. */
export async function contentOf(files: FileStore, version: string): Promise<Buffer | null> {
  const content = await files.open(version)
  return content && buffer(content.body)
}
