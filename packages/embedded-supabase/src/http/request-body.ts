import type { IncomingMessage, ServerResponse } from 'node:http'
import { arrivingBodies } from '../queue/arriving-bodies.ts'

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** Milliseconds in which a buffered body must arrive. */
const BODY_TIMEOUT_MS = 30_000

const notWhole = 'the body did not arrive whole'

/**
 * Reads a request's body; returns null when there is none. Uses events, because an async iterator would double the cost of a
 * request. A body whose content-length exceeds `limit` is refused unread. The connection is closed when the body must make room in
 * memory for those of other networks.
 * @throws BodyTooLarge when it exceeds `limit` bytes
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  clientAddress: string,
): Promise<Buffer | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  const announced = request.headers['content-length']
  const length = announced === undefined ? undefined : Number(announced)
  if (length !== undefined && length > limit) throw new BodyTooLarge()
  // A request that is already closed emits no events.
  if (request.destroyed) throw new Error(notWhole)
  const body = arrivingBodies.begin(clientAddress, length, () => request.destroy())
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const late = setTimeout(() => request.destroy(), BODY_TIMEOUT_MS)
  const take = (chunk: Buffer) => {
    if (body.size + chunk.length <= limit) return body.append(chunk)
    request.off('data', take).pause()
    reject(new BodyTooLarge())
  }
  request.on('data', take)
  request.once('end', resolve)
  request.once('error', reject)
  // When the timeout destroys a request it does so without an error, so only 'close' is emitted.
  request.once('close', () => {
    if (!request.readableEnded) reject(new Error(notWhole))
  })
  try {
    await promise
    return body.getContent()
  } finally {
    clearTimeout(late)
    body.release()
  }
}

/** Maximum milliseconds between two chunks of a streamed body. TCP itself would report a dead connection much later. */
const SILENCE_TIMEOUT_MS = 30_000

/** Yields a body's chunks. When reading stops early the request stays open, because the response needs its connection. */
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

/** Maximum bytes and milliseconds for discarding the rest of a refused body. */
const [MAX_REFUSED_BYTES, REFUSED_TIMEOUT_MS] = [16_000_000, 5_000]

/**
 * Responds with 413 to a body that is too large. Reads and discards the rest of the body, up to a limit: otherwise a client that is
 * still sending would get a connection reset instead of the response.
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
  // The server ends its side after the response; the client may still send, and ends its own side later.
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
