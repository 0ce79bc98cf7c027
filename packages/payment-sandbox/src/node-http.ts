import type { IncomingMessage, ServerResponse } from 'node:http'

/** The maximum size of a request body in bytes. The API itself has a lower limit. */
const maxBodyBytes = 1024 * 1024

/**
 * Answers a request to a Node HTTP server with a handler that takes a `Request` and returns a `Response`. Answers 413 to a body
 * above one megabyte.
 */
export async function respondTo(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  baseUrl: string,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const { method = 'GET', headers: received } = incoming
  const body = method === 'GET' || method === 'HEAD' ? null : await readBody(incoming)
  if (body === 'too large') {
    outgoing.writeHead(413, { connection: 'close' }).end()
    return
  }
  const headers = Object.entries(received).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  // Appends the path to the base URL as text, because `new URL('//host/…', base)` would take a path with two slashes for another
  // host.
  const path = incoming.url?.startsWith('/') === true ? incoming.url : '/'
  const response = await handle(new Request(`${baseUrl}${path}`, { method, headers, body }))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

async function readBody(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer> | 'too large'> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming) {
    length += chunk.length
    if (length > maxBodyBytes) return 'too large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
