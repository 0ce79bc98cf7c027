import type { IncomingMessage, ServerResponse } from 'node:http'

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** A body that is read as a whole has to arrive within this time, ms. */
const BODY_TIMEOUT_MS = 30_000

const notWhole = 'the body did not arrive whole'

/**
 * Returns the body, or null when there is none. It uses events, because an iterator would double the cost of a request. A
 * body whose content-length is too large is refused unread.
 * @throws BodyTooLarge past `limit` bytes
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge()
  // A request that is already closed emits no events.
  if (request.destroyed) throw new Error(notWhole)
  const chunks: Buffer[] = []
  let size = 0
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const late = setTimeout(() => request.destroy(), BODY_TIMEOUT_MS)
  const take = (chunk: Buffer) => {
    size += chunk.length
    chunks.push(chunk)
    if (size <= limit) return
    request.off('data', take).pause()
    reject(new BodyTooLarge())
  }
  request.on('data', take)
  request.once('end', resolve)
  request.once('error', reject)
  // A late request is destroyed without an error, so that only 'close' is emitted.
  request.once('close', () => {
    if (!request.readableEnded) reject(new Error(notWhole))
  })
  try {
    await promise
  } finally {
    clearTimeout(late)
  }
  const [only] = chunks
  return chunks.length > 1 ? Buffer.concat(chunks, size) : (only ?? null)
}

/** Longest pause between two chunks of a streamed body, ms: TCP reports a dead connection only much later. */
const SILENCE_TIMEOUT_MS = 30_000

/** Yields a body's chunks. It keeps the request open when reading stops early, because the answer needs the connection. */
export async function* readChunks(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  const watch = () => setTimeout(() => request.destroy(), SILENCE_TIMEOUT_MS)
  let late = watch()
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false })) {
      clearTimeout(late)
      yield piece
      late = watch()
    }
  } finally {
    clearTimeout(late)
  }
}

/** Limits, in bytes and ms, for discarding the rest of a refused body. */
const [MAX_REFUSED_BYTES, REFUSED_TIMEOUT_MS] = [16_000_000, 5_000]

/**
 * Answers 413 for a body that is too large. The rest of the body is read and discarded, up to a limit: otherwise a client
 * that is still sending would get a connection reset instead of the answer.
 */
export async function sendBodyTooLarge(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
): Promise<void> {
  response.setHeader('connection', 'close')
  response.setHeader('cache-control', 'no-store')
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.setHeader('content-length', Buffer.byteLength(text))
  response.statusCode = 413
  // The server closes its side after the answer; the client closes its own later.
  response.write(text, () => response.socket?.end())
  const { promise, resolve } = Promise.withResolvers<void>()
  const late = setTimeout(resolve, REFUSED_TIMEOUT_MS)
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_REFUSED_BYTES) resolve()
  })
  request.once('end', resolve).once('close', resolve).resume()
  if (!request.destroyed) await promise
  clearTimeout(late)
  response.destroy()
}
