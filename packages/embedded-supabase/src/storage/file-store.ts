import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Chunks, nullWhenMissing, syncFolder } from '../core/disk.ts'
import type { ByteRange } from './byte-range.ts'

/** Contents of files, stored under their hash: no name that a visitor sends ever reaches the disk. */
export interface FileStore {
  /** Receives a stream; the content cannot be opened under its version until it is kept. */
  receive(body: Chunks): Promise<Draft>
  /** A version without taking it into memory, or a part of it; null when it is not here. */
  open(version: string, range?: ByteRange): Promise<Content | null>
  /** Resolves to true when the content exists. It then counts as written now, and is not collected for a while. */
  touch(version: string): Promise<boolean>
  /** All that are here and were written before, in ms since 1970. */
  list(before: number): AsyncIterable<string>
  /** Removes a content, unless it was written since. */
  remove(version: string, before: number): Promise<void>
}

export interface Content {
  /** Bytes of the whole. */
  size: number
  body: AsyncIterable<Uint8Array>
}

/** The receiver of a draft must discard it in the end. */
export interface Draft {
  version: string
  /** Bytes. */
  size: number
  /** Resolves when the content survives a power cut. */
  keep: () => Promise<void>
  /** Unless it was kept. */
  discard: () => Promise<void>
}

/** Receives and keeps a stream. Returns its version. */
export async function keepContent(files: FileStore, body: Chunks): Promise<string> {
  const draft = await files.receive(body)
  try {
    await draft.keep()
    return draft.version
  } finally {
    await draft.discard()
  }
}

/** A SHA-256, as text. */
export const isVersion = /^[0-9a-f]{64}$/
/** Prefixes for names of files that are not kept yet, or are being removed. */
const [draftMark, goingMark] = ['draft-', 'going-']

/** A store in a folder of its own, which only the shop's account may enter; several processes may share it. */
export function openFileStore(folder: string): FileStore {
  const at = (name: string) => join(folder, name)

  return {
    async receive(body) {
      const draft = await receiveInto(folder, body)
      return {
        ...draft,
        keep: async () => {
          await rename(draft.path, at(draft.version))
          await syncFolder(folder)
        },
      }
    },
    async open(version, range) {
      const found = isVersion.test(version) ? await stat(at(version)).catch(nullWhenMissing) : null
      return found && { size: found.size, body: readLater(at(version), range) }
    },
    async touch(version) {
      const now = new Date()
      if (!isVersion.test(version)) return false
      return (await utimes(at(version), now, now).catch(nullWhenMissing)) !== null
    },
    list: (before) => listOld(folder, before),
    async remove(version, before) {
      // A concurrent upload may put the same content in its place: the file that is checked must be the one that is removed.
      const going = at(goingMark + version)
      if ((await rename(at(version), going).catch(nullWhenMissing)) === null) return
      const { mtimeMs } = await stat(going)
      if (mtimeMs < before) await rm(going)
      else await rename(going, at(version))
    },
  }
}

/** Yields the versions in a folder that were written before; other leftovers of a crash are removed. */
export async function* listOld(folder: string, before: number): AsyncGenerator<string> {
  for (const name of (await readdir(folder).catch(nullWhenMissing)) ?? []) {
    const path = join(folder, name)
    const found = await stat(path).catch(nullWhenMissing)
    if (found === null || found.mtimeMs >= before) continue
    if (isVersion.test(name)) yield name
    else if (name.startsWith(draftMark) || name.startsWith(goingMark))
      await rm(path, { force: true })
  }
}

/** Writes the stream to disk, under a name that no reader looks for. */
export async function receiveInto(folder: string, body: Chunks) {
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
    // A file that is still being opened would be created after its removal.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve))
    await discard()
    throw error
  }
  return { path, version: hash.digest('hex'), size, discard }
}

/** Opens the file when reading begins. */
async function* readLater(path: string, range: ByteRange | undefined): AsyncGenerator<Buffer> {
  const part = range && { start: range.first, end: range.last }
  yield* createReadStream(path, { ...part, highWaterMark: 2 ** 16 })
}
