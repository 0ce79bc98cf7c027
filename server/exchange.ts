import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { isCode } from '../packages/embedded-supabase/src/core/disk.ts'
import type { Backend } from '../packages/embedded-supabase/src/backend.ts'
import { readsItsBody, type WireResponse } from '../packages/embedded-supabase/src/core/wire.ts'
import type { RequestTurns } from './request-turns.ts'

/** Maximum body size in bytes of a request to anything but the API (abuse case 31). */
const MAX_BYTES = 1_000_000

/** The backend that answers the API's paths. */
export type WireBackend = Pick<Backend, 'handle' | 'bodyLimit' | 'earlyHeaders'>

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
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
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
async function* piecesOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
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

export function getRequestTarget({ url = '/' }: IncomingMessage): {
  pathname: string
  query: string
} {
  const [pathname = '/'] = url.split('?', 1)
  return { pathname, query: url.slice(pathname.length + 1) }
}

/** Headers that a visitor can forge. They are replaced with the client address that the server has determined. */
const forwardingHeaders = new Set([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
])

/** Sets the CORS headers before the backend is called, so that other origins can read early errors, too. */
export function admitOrigin(
  { earlyHeaders }: WireBackend,
  { headers }: IncomingMessage,
  response: ServerResponse,
): void {
  for (const header of Object.entries(earlyHeaders(headers.origin))) response.setHeader(...header)
}

export async function sendApiResponse(
  { handle, bodyLimit }: WireBackend,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, query, clientAddress }: { pathname: string; query: string; clientAddress: string },
  turns: RequestTurns,
): Promise<void> {
  const isStreamed = readsItsBody(pathname)
  const body = isStreamed ? null : await readBody(request, bodyLimit(pathname))
  // The turn is awaited after the body, because many bodies may end in one turn of the event loop.
  await turns.next(clientAddress)
  const stream = isStreamed ? piecesOf(request) : undefined
  const headers: Record<string, string> = { 'x-forwarded-for': clientAddress }
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || forwardingHeaders.has(name)) continue
    headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  const answer = await handle({
    method: request.method ?? 'GET',
    path: pathname,
    query,
    headers,
    body,
    stream,
    clientAddress,
    isGone: () => response.destroyed,
  })
  const sent = { 'cache-control': 'private, no-store', ...answer.headers }
  const cookies = answer.cookies?.map((cookie): [string, string] => ['set-cookie', cookie]) ?? []
  const lines = [...Object.entries(sent), ...cookies]
  await send(request, response, answer.status, lines, answer.body)
  // Discards the unread rest of the body; otherwise the next request on this connection would be stuck behind it.
  request.resume()
}

/** Answers with a Fetch API handler. The request's URL has the shop's own origin, whatever the Host header is. */
export async function sendWebResponse(
  handle: (request: Request) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
  siteUrl: URL,
): Promise<void> {
  const body = await readBody(request, MAX_BYTES)
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) headers.append(name, one)
  }
  const answer = await handle(
    new Request(new URL(request.url ?? '/', siteUrl), {
      method: request.method ?? 'GET',
      headers,
      body: body && Uint8Array.from(body),
    }),
  )
  const bytes = Buffer.from(await answer.arrayBuffer())
  await send(request, response, answer.status, answer.headers, bytes)
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Iterable<[string, string]>,
  body: WireResponse['body'],
): Promise<void> {
  for (const [name, value] of headers) {
    if (name === 'set-cookie') response.appendHeader(name, value)
    else response.setHeader(name, value)
  }
  response.statusCode = status
  if (request.method === 'HEAD' || body === null) response.end()
  else if (typeof body === 'string' || body instanceof Uint8Array) response.end(body)
  else await sendPieces(body, response)
}

/** Streams a body. Its length is not known when the headers are sent, so there is no content-length. */
async function sendPieces(
  body: AsyncIterable<Uint8Array>,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(response.statusCode)
  await pipeline(body, response).catch((error: unknown) => passOver(error, response))
}

/** Ignores the error of a client that disconnects during a response. @throws every other error */
function passOver(error: unknown, { socket, writableFinished }: ServerResponse): void {
  const hasHungUp = socket === null || (socket.destroyed && !writableFinished)
  if (!hasHungUp || !isCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) throw error
}

export function sendRedirect(response: ServerResponse, pathname: string, query: string): void {
  response.setHeader('location', query === '' ? pathname : `${pathname}?${query}`)
  response.statusCode = 308
  response.end()
}

/** Sends a text that is not cached, by default as text/plain. */
export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('content-type', type)
  response.statusCode = status
  response.end(text)
}
