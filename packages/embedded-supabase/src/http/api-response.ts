import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Backend } from '../api/backend.ts'
import { hasErrorCode } from '../core/disk.ts'
import { streamsRequestBody, type WireResponse } from '../core/wire.ts'
import { readChunks, readBody } from './request-body.ts'
import type { RequestTurns } from './request-turns.ts'

/** The part of the backend that the HTTP server uses. */
export type WireBackend = Pick<Backend, 'handle' | 'bodyLimit' | 'earlyHeaders'>

export function getRequestTarget({ url = '/' }: IncomingMessage): {
  pathname: string
  query: string
} {
  const [pathname = '/'] = url.split('?', 1)
  return { pathname, query: url.slice(pathname.length + 1) }
}

/**
 * Headers with which a visitor could forge the client's IP address. They are replaced with the IP address that the server has
 * determined.
 */
const forwardingHeaders = new Set([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
])

/** Sets the CORS headers before the backend is called, so that pages of other origins can read early errors as well. */
export function setEarlyCorsHeaders(
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
  const isStreamed = streamsRequestBody(pathname)
  const body = isStreamed ? null : await readBody(request, bodyLimit(pathname), clientAddress)
  // Waits for a turn after reading the body, because many bodies may arrive completely in one iteration of the event loop.
  await turns.next(clientAddress)
  const stream = isStreamed ? readChunks(request) : undefined
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
    isAborted: () => response.destroyed,
  })
  const sent = { 'cache-control': 'private, no-store', ...answer.headers }
  const cookies = answer.cookies?.map((cookie): [string, string] => ['set-cookie', cookie]) ?? []
  const lines = [...Object.entries(sent), ...cookies]
  await sendResponse(request, response, answer.status, lines, answer.body)
  // Discards the unread rest of the body; otherwise the next request on this connection would never be read.
  request.resume()
}

/** Sends a response. Resolves early when the client disconnects. */
export async function sendResponse(
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

/** Streams a body. Its length is unknown when the headers are sent, so there is no content-length. */
async function sendPieces(
  body: AsyncIterable<Uint8Array>,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(response.statusCode)
  await pipeline(body, response).catch((error: unknown) => passOver(error, response))
}

/** Ignores the error when a client disconnects during a response. @throws every other error */
function passOver(error: unknown, { socket, writableFinished }: ServerResponse): void {
  const hasHungUp = socket === null || (socket.destroyed && !writableFinished)
  if (!hasHungUp || !hasErrorCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) throw error
}
