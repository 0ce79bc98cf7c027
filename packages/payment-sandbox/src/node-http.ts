import type { IncomingMessage, ServerResponse } from 'node:http'

/** Largest body that is read, bytes; the API itself allows less. */
const maxBodyBytes = 1024 * 1024

/** Answers a request of Node's HTTP server by a handler of the Fetch API. A larger body than a megabyte is answered 413. */
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
  // A path may begin with two slashes, and must not be read as another host.
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
