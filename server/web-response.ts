import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendResponse, readBody } from '../packages/embedded-supabase/src/http.ts'

/** Maximum body size in bytes of a request to any path outside the API (abuse case 31). */
const MAX_BYTES = 1_000_000

/**
 * Answers a Node request with a Fetch API handler. The request's URL has the shop's own origin, whatever its Host header
 * says.
 */
export async function sendWebResponse(
  handle: (request: Request) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
  { siteUrl, clientAddress }: { siteUrl: URL; clientAddress: string },
): Promise<void> {
  const body = await readBody(request, MAX_BYTES, clientAddress)
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
  await sendResponse(request, response, answer.status, answer.headers, bytes)
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

const unreadyPage = `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nothing was sent</title>
<body style="max-width: 30rem; margin: 3rem auto; padding: 0 1rem; font: 1.125rem/1.5 sans-serif">
<h1>Nothing was sent</h1>
<p>The form was sent before its page was ready, so we didn’t get it. <a href="">Go back to the page</a>, wait until its button works, and send it again.</p>
`

/**
 * Answers 405 with a page, for a form that works only with JavaScript and was sent before it had loaded. Its empty href
 * links to the same address.
 */
export function sendUnreadyPage(response: ServerResponse): void {
  response.setHeader(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  )
  sendText(response, 405, unreadyPage, 'text/html; charset=utf-8')
}
