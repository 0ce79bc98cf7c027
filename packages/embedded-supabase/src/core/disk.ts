import { open } from 'node:fs/promises'

/** Bytes, one part after the other. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The code that the system gave an error, such as `ENOENT`. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** For `catch`: returns null when a file does not exist and rethrows other errors. */
export function nullWhenMissing(error: unknown): null {
  if (isCode(error, 'ENOENT')) return null
  throw error
}

/** Puts on the disk which files a folder has: else a power cut could take a new name away again. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
