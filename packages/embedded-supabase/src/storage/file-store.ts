import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ByteChunks, nullWhenMissing, syncFolder } from '../core/disk.ts'
import type { ByteRange } from './byte-range.ts'

/** Stores contents of files under their hash, so that no name from a visitor is ever used as a file name. */
export interface FileStore {
  /** Receives a stream. The content cannot be opened until `keep` is called on the returned draft. */
  receive(body: ByteChunks): Promise<ReceivedContent>
  /** Opens a content, or a part of it, as a stream. Resolves to null when it does not exist. */
  open(version: string, range?: ByteRange): Promise<FileContent | null>
  /** Resolves to true when the content exists. It then counts as just written, so it is not collected as an orphan for a while. */
  touch(version: string): Promise<boolean>
  /** Yields the versions of all contents that were written before a time, in milliseconds since 1970. */
  list(before: number): AsyncIterable<string>
  /** Removes a content, unless it was written after `before`. */
  remove(version: string, before: number): Promise<void>
}

export interface FileContent {
  /** Bytes of the whole content, even when only a part is opened. */
  size: number
  body: AsyncIterable<Uint8Array>
}

/** A received content that is not kept yet. The receiver must call `discard` in the end. */
export interface ReceivedContent {
  version: string
  /** Bytes of the content. */
  size: number
  /** Keeps the content. Resolves when it is safe from a power cut. */
  keep: () => Promise<void>
  /** Deletes the draft, unless it was kept. */
  discard: () => Promise<void>
}

/** Receives a stream and keeps it. Returns the content's version. */
export async function storeContent(files: FileStore, body: ByteChunks): Promise<string> {
  const draft = await files.receive(body)
  try {
    await draft.keep()
    return draft.version
  } finally {
    await draft.discard()
  }
}

/** Matches a content's version, which is its SHA-256 in hexadecimal. */
export const versionPattern = /^[0-9a-f]{64}$/
/** Prefixes of temporary file names: drafts that are not kept yet, and contents that are being removed. */
const [draftMark, goingMark] = ['draft-', 'going-']

/** Opens a store in a folder, which should be accessible to this process's account only. Several processes may share it. */
export function openFileStore(folder: string): FileStore {
  const at = (name: string) => join(folder, name)

  return {
    async receive(body) {
      const draft = await receiveIntoFolder(folder, body)
      return {
        ...draft,
        keep: async () => {
          await rename(draft.path, at(draft.version))
          await syncFolder(folder)
        },
      }
    },
    async open(version, range) {
      const found = versionPattern.test(version)
        ? await stat(at(version)).catch(nullWhenMissing)
        : null
      return found && { size: found.size, body: readLater(at(version), range) }
    },
    async touch(version) {
      const now = new Date()
      if (!versionPattern.test(version)) return false
      return (await utimes(at(version), now, now).catch(nullWhenMissing)) !== null
    },
    list: (before) => listOld(folder, before),
    async remove(version, before) {
      // Renames the file before checking its time, because a concurrent upload may write the same content at the same path: the
      // file that is checked must be the one that is removed.
      const going = at(goingMark + version)
      if ((await rename(at(version), going).catch(nullWhenMissing)) === null) return
      const { mtimeMs } = await stat(going)
      if (mtimeMs < before) await rm(going)
      else await rename(going, at(version))
    },
  }
}

/** Yields the versions in a folder that were written before a time. Removes older temporary files, which a crash has left. */
export async function* listOld(folder: string, before: number): AsyncGenerator<string> {
  for (const name of (await readdir(folder).catch(nullWhenMissing)) ?? []) {
    const path = join(folder, name)
    const found = await stat(path).catch(nullWhenMissing)
    if (found === null || found.mtimeMs >= before) continue
    if (versionPattern.test(name)) yield name
    else if (name.startsWith(draftMark) || name.startsWith(goingMark))
      await rm(path, { force: true })
  }
}

/** Writes a stream to a temporary file. */
export async function receiveIntoFolder(folder: string, body: ByteChunks) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, draftMark + randomUUID())
  const discard = () => rm(path, { force: true })
  const hash = createHash('sha256')
  let size = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const bytes of body) {
      hash.update(bytes)
      size += bytes.length
      yield bytes
    }
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(counted, file)
  } catch (error) {
    // Waits for the file to close: one that is still being opened would be created after its removal.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve))
    await discard()
    throw error
  }
  return { path, version: hash.digest('hex'), size, discard }
}

/** Opens the file only when reading begins. */
async function* readLater(path: string, range: ByteRange | undefined): AsyncGenerator<Buffer> {
  const part = range && { start: range.first, end: range.last }
  yield* createReadStream(path, { ...part, highWaterMark: 2 ** 16 })
}
