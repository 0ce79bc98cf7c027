import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Chunks, nullWhenMissing } from '../disk.ts'

/** Contents of files, kept under the hash of what they hold: no name that a visitor gives ever reaches the disk. */
export interface FileStore {
  /** Keeps the bytes and says under which version; the same bytes are kept once. */
  write(bytes: Uint8Array): Promise<string>
  /** The bytes of a version, or null when this machine does not have them. They are shared: do not change them. */
  read(version: string): Promise<Buffer | null>
  /** The same without taking it into memory. */
  open(version: string): Promise<{ size: number; body: AsyncIterable<Buffer> } | null>
  /** Keeps what comes, and says under which version. */
  receive(body: AsyncIterable<Uint8Array>): Promise<string>
}

const isVersion = /^[0-9a-f]{64}$/
/** Bytes of contents that are held in memory, so that many slow readers of one film share one copy. */
const mostRemembered = 32 * 1024 * 1024

/** A store in a folder of its own, which only the shop's account may enter. */
export function openFileStore(folder: string): FileStore {
  const remembered = new Map<string, Buffer>()
  let size = 0

  function remember(version: string, bytes: Buffer): Buffer {
    forget(version)
    if (bytes.length > mostRemembered / 2) return bytes
    remembered.set(version, bytes)
    size += bytes.length
    for (const oldest of remembered.keys()) {
      if (size <= mostRemembered) break
      forget(oldest)
    }
    return bytes
  }

  function forget(version: string): void {
    size -= remembered.get(version)?.length ?? 0
    remembered.delete(version)
  }

  return {
    async write(bytes) {
      const version = createHash('sha256').update(bytes).digest('hex')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const known = await stat(join(folder, version)).catch(nullWhenMissing)
      if (known === null) await writeWhole(folder, [bytes])
      return version
    },
    async receive(body) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return writeWhole(folder, body)
    },
    async open(version) {
      if (!isVersion.test(version)) return null
      const handle = await open(join(folder, version)).catch(nullWhenMissing)
      if (handle === null) return null
      const { size } = await handle.stat()
      return { size, body: handle.createReadStream({ highWaterMark: 2 ** 18 }) }
    },
    async read(version) {
      if (!isVersion.test(version)) return null
      const known = remembered.get(version)
      if (known !== undefined) return remember(version, known)
      const bytes = await readFile(join(folder, version)).catch(nullWhenMissing)
      return bytes === null ? null : remember(version, bytes)
    },
  }
}

/** A power cut leaves either the whole file or none. Gives the version. */
async function writeWhole(folder: string, body: Chunks): Promise<string> {
  const draft = join(folder, `draft-${randomUUID()}`)
  const hash = createHash('sha256')
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      for await (const bytes of body) {
        hash.update(bytes)
        await handle.writeFile(bytes)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    const version = hash.digest('hex')
    await rename(draft, join(folder, version))
    return version
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
