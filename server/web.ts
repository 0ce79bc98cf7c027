import type { IncomingMessage, ServerResponse } from 'node:http'
import { MOST_BYTES, readBody } from './bodies.ts'

/** Answers a node request by a Web-standard handler. The request's address is the shop's own, whatever Host says. */
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
  const address = new URL(request.url ?? '/', siteUrl)
  const answer = await handle(
    new Request(address, {
      method: request.method ?? 'GET',
      headers,
      body: body && Uint8Array.from(body),
    }),
  )
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  response.writeHead(answer.status)
  response.end(request.method === 'HEAD' ? undefined : Buffer.from(await answer.arrayBuffer()))
}
