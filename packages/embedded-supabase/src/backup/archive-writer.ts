import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTarPacker } from 'modern-tar'
import { type ByteChunks, syncFolder } from '../core/disk.ts'
import { entryNames } from './contents.ts'

/** Written data is synced to disk after this many bytes, so that other writers never wait long for a sync. */
const bytesToSync = 2 * 1024 * 1024
/**
 * The writer pauses after this many bytes, for `restsFor` times as long as the CPU time that they took, so that the running shop
 * has priority.
 */
const bytesToRest = 32 * 1024
const restsFor = 8
/** Maximum total of pauses in milliseconds for this many written bytes, so that a backup of a slow, busy machine still finishes. */
const mostRests = (bytes: number) => 10_000 + bytes / 20_000

/** Writer of a tar file whose last entry lists the SHA-256 of every other entry, in sha256sum's format. */
export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>

/** Creates an archive that only its owner can read. With `rests` it pauses regularly, for a backup of a running shop. */
export async function createArchive(file: string, { rests = false } = {}) {
  const draft = `${file}.unfinished`
  const handle = await open(draft, 'w', 0o600)
  const { readable, controller } = createTarPacker()
  // Callers that add entries get the error through `controller.error`; without a handler here it would be an unhandled rejection.
  const written = writeAll(handle, readable, rests ? startRests() : null, controller.error)
  written.catch(() => undefined)
  const sums: string[] = []

  /** Adds an entry with a streamed content of `size` bytes. Returns the SHA-256 of the content. */
  async function addStream(name: string, size: number, body: ByteChunks): Promise<string> {
    const hash = createHash('sha256')
    const entry = controller.add({ name, size, mode: 0o600 }).getWriter()
    for await (const bytes of body) {
      hash.update(bytes)
      await entry.write(bytes)
    }
    await entry.close()
    const sum = hash.digest('hex')
    if (name !== entryNames.sums) sums.push(`${sum}  ${name}\n`)
    return sum
  }

  async function add(name: string, bytes: Uint8Array): Promise<void> {
    await addStream(name, bytes.length, [bytes])
  }

  return {
    add,
    addStream,
    /** Completes the archive under its final name. Returns its size in bytes. */
    async finish(): Promise<number> {
      await add(entryNames.sums, Buffer.from(sums.join('')))
      controller.finalize()
      const size = await written
      await handle.sync()
      await handle.close()
      await rename(draft, file)
      await syncFolder(dirname(file))
      return size
    },
    async abandon(): Promise<void> {
      controller.error(new Error('The archive was given up'))
      await Promise.allSettled([written])
      await Promise.allSettled([handle.close()])
      await rm(draft, { force: true })
    },
  }
}

async function writeAll(
  handle: FileHandle,
  source: AsyncIterable<Uint8Array>,
  rest: ((size: number) => Promise<void>) | null,
  onFault: (error: unknown) => void,
): Promise<number> {
  let [size, synced, rested] = [0, 0, 0]
  for await (const bytes of source) {
    try {
      await handle.writeFile(bytes)
      size += bytes.length
      if (size - synced >= bytesToSync) {
        await handle.datasync()
        synced = size
      }
      if (rest !== null && size - rested >= bytesToRest) {
        await rest(size)
        rested = size
      }
    } catch (error) {
      onFault(error)
      throw error
    }
  }
  return size
}

/** Returns a function that pauses in proportion to the CPU time used since the previous pause began. */
function startRests(): (written: number) => Promise<void> {
  let before = process.cpuUsage()
  let rested = 0
  return async (written) => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    const rest = Math.min(((user + system) / 1000) * restsFor, mostRests(written) - rested)
    if (rest <= 0) return
    rested += rest
    await pause(rest)
  }
}
