import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createTarDecoder } from 'modern-tar'
import { StartError } from '../core/start-error.ts'
import { entryNames, readManifest, readSummary } from './contents.ts'

export interface ArchiveEntry {
  name: string
  /** Size of the entry in bytes. */
  size: number
  /** Content of the entry. It must be read to its end before the next entry is read. */
  body: AsyncIterable<Uint8Array>
}

export type CheckedArchive = Awaited<ReturnType<typeof checkArchive>>

export async function* readEntries(file: string): AsyncGenerator<ArchiveEntry> {
  const { readable, writable } = createTarDecoder({ strict: true })
  const fed = feed(file, writable.getWriter())
  // The reader of the entries gets the same error; without a handler here it would be an unhandled rejection.
  fed.catch(() => undefined)
  for await (const { header, body } of readable) yield { ...header, body }
  await fed
}

async function feed(file: string, into: WritableStreamDefaultWriter<Uint8Array>): Promise<void> {
  try {
    for await (const bytes of createReadStream(file, { highWaterMark: 2 ** 18 }))
      await into.write(bytes)
    await into.close()
  } catch (error) {
    await into.abort(error)
    throw error
  }
}

/**
 * Reads a whole archive, and compares the checksum of every entry.
 * @throws StartError when the file is damaged, cut off, or not an archive
 */
export async function checkArchive(file: string, onProgress: (bytes: number) => void) {
  const kept = new Map<string, Buffer>()
  const sums: string[] = []
  let bytes = 0
  try {
    for await (const { name, body } of readEntries(file)) {
      if (kept.has(entryNames.sums)) throw new Error(`${name} comes after the checksums`)
      const hash = createHash('sha256')
      const isKept = Object.values<string>(entryNames).includes(name)
      const chunks: Uint8Array[] = []
      for await (const chunk of body) {
        hash.update(chunk)
        if (isKept) chunks.push(chunk)
        onProgress((bytes += chunk.length))
      }
      if (isKept) kept.set(name, Buffer.concat(chunks))
      if (name !== entryNames.sums) sums.push(`${hash.digest('hex')}  ${name}\n`)
    }
    if (textOf(kept, entryNames.sums) !== sums.join('')) throw new Error('a checksum does not fit')
    return {
      file,
      manifest: readManifest(textOf(kept, entryNames.manifest)),
      summary: readSummary(textOf(kept, entryNames.summary)),
      sealedKeys: kept.get(entryNames.keys) ?? null,
      /** Total bytes of all entries. */
      bytes,
    }
  } catch (error) {
    throw explain(file, error)
  }
}

function textOf(kept: ReadonlyMap<string, Buffer>, name: string): string {
  const bytes = kept.get(name)
  if (bytes === undefined) throw new Error(`${name} is missing`)
  return bytes.toString('utf8')
}

/** Converts an error into a StartError. Errors of the operating system about the file are returned unchanged. */
function explain(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || 'path' in error) return error
  return new StartError(
    `${file} is not a whole backup of this make (${error.message}). Nothing was changed.`,
    { cause: error },
  )
}
