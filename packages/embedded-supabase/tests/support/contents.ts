import { buffer } from 'node:stream/consumers'
import type { FileStore } from '../../src/storage/file-store.ts'

/** Returns the stored content of a file version; null when there is none. */
export async function readContent(files: FileStore, version: string): Promise<Buffer | null> {
  const content = await files.open(version)
  return content && buffer(content.body)
}
