import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WireHandler } from '../backend/wire.ts'

/** The most that a request may send, in bytes (abuse case 31). */
const MOST_BYTES = 1_000_000
const MOST_EVENT_BYTES = 256 * 1024

export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/**
 * Reads a request's body. What is announced as too large is refused before it is read.
 * @throws BodyTooLarge past `limit` bytes
 */
async function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | null> {
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

/** Answers the calls of the backend's protocol without making Web requests of them. */
export async function answerApi(
  handle: WireHandler,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, query, clientAddress }: { pathname: string; query: string; clientAddress: string },
): Promise<void> {
  const limit = pathname === '/functions/v1/stripe-webhook' ? MOST_EVENT_BYTES : MOST_BYTES
  const body = await readBody(request, limit)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  // Only the judged address goes on: what a visitor claims about itself is not believed.
  headers['x-forwarded-for'] = clientAddress
  for (const claim of ['x-forwarded-host', 'x-forwarded-proto', 'forwarded']) delete headers[claim]
  const answer = await handle({
    method: request.method ?? 'GET',
    path: pathname,
    query,
    headers,
    body,
    clientAddress,
    isGone: () => response.destroyed,
  })
  const sent = { 'cache-control': 'private, no-store', ...answer.headers }
  send(request, response, answer.status, Object.entries(sent), answer.body)
}

/** Answers by a Web-standard handler. The request's address is the shop's own, whatever Host says. */
export async function answerWeb(
  handle: (request: Request) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
  siteUrl: URL,
): Promise<void> {
  const body = await readBody(request, MOST_BYTES)
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
  send(request, response, answer.status, answer.headers, Buffer.from(await answer.arrayBuffer()))
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Iterable<[string, string]>,
  body: string | Uint8Array | null,
): void {
  for (const [name, value] of headers) response.setHeader(name, value)
  response.writeHead(status)
  response.end(request.method === 'HEAD' ? undefined : (body ?? undefined))
}

export function redirect(response: ServerResponse, pathname: string, query: string): void {
  response.setHeader('location', query === '' ? pathname : `${pathname}?${query}`)
  response.writeHead(308).end()
}

/** Plain words, or what `type` says, which nobody may keep. */
export function answerText(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('content-type', type)
  response.writeHead(status).end(text)
}
