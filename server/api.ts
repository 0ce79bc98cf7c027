import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WireHandler } from '../backend/wire.ts'
import { MOST_BYTES, readBody } from './bodies.ts'

const MOST_EVENT_BYTES = 256 * 1024

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
  delete headers['x-forwarded-host']
  delete headers['x-forwarded-proto']
  delete headers['forwarded']
  const answer = await handle({
    method: request.method ?? 'GET',
    path: pathname,
    query,
    headers,
    body,
    clientAddress,
    isGone: () => response.destroyed,
  })
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
  response.setHeader('cache-control', answer.headers['cache-control'] ?? 'private, no-store')
  response.writeHead(answer.status)
  response.end(request.method === 'HEAD' ? undefined : (answer.body ?? undefined))
}
