import { open } from 'node:fs/promises'

/** A sequence of byte chunks. */
export type ByteChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Returns true when an error has this system code, such as `ENOENT`. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** For use with `catch`: returns null when a file does not exist and rethrows other errors. */
export function nullWhenMissing(error: unknown): null {
  if (hasErrorCode(error, 'ENOENT')) return null
  throw error
}

/** Syncs a folder's list of files to disk: otherwise a power cut could undo a rename or a new file. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
