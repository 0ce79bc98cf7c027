import type { IncomingMessage } from 'node:http'

/** The most that a request may send, in bytes (abuse case 31). */
export const MOST_BYTES = 1_000_000

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/**
 * Reads a request's body. What is announced as too large is refused before it is read.
 * @throws BodyTooLarge past `limit` bytes
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<Uint8Array | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes: Buffer = chunk
    size += bytes.length
    if (size > limit) throw new BodyTooLarge()
    chunks.push(bytes)
  }
  return size === 0 ? null : Buffer.concat(chunks, size)
}
