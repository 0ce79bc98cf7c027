import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

/** Bytes of COPY text per part. Parts are small so that compressing one does not block other work for long. */
const partSize = 512 * 1024
const newline = 10

/** Splits COPY text into parts that end with a complete row. A row is one line, because line breaks in values are escaped. */
export async function* cutRows(
  source: AsyncIterable<Buffer>,
  size = partSize,
): AsyncGenerator<Buffer> {
  let [waiting, length]: [Buffer[], number] = [[], 0]
  for await (const bytes of source) {
    waiting.push(bytes)
    length += bytes.length
    const end = length < size ? -1 : bytes.lastIndexOf(newline)
    if (end === -1) continue
    const rest = bytes.subarray(end + 1)
    waiting[waiting.length - 1] = bytes.subarray(0, end + 1)
    yield Buffer.concat(waiting)
    ;[waiting, length] = [[rest], rest.length]
  }
  if (length > 0) yield Buffer.concat(waiting)
}

/** Compresses a part with the fastest level, because the shop is running meanwhile. */
export function compressRows(rows: Buffer): Promise<Buffer> {
  return promisify(gzip)(rows, { level: 1 })
}

export async function decompressRows(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const bytes of body) chunks.push(bytes)
  return promisify(gunzip)(Buffer.concat(chunks))
}

/**
 * Returns the chosen columns of each row of COPY text, by index and in that order. Values contain no tabs, because they are
 * escaped.
 */
export function pickColumns(rows: Buffer, numbers: readonly number[]): Buffer {
  const lines = rows.toString('utf8').split('\n').slice(0, -1)
  const picked = lines.map((line) => {
    const values = line.split('\t')
    return `${numbers.map((number) => values[number]).join('\t')}\n`
  })
  return Buffer.from(picked.join(''))
}
