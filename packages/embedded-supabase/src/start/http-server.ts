import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Logger } from '../core/wire.ts'
import { withGracefulShutdown } from '../http/graceful-shutdown.ts'
import {
  setEarlyCorsHeaders,
  sendApiResponse,
  getRequestTarget,
  type WireBackend,
} from '../http/api-response.ts'
import { BodyTooLarge, sendBodyTooLarge } from '../http/request-body.ts'
import { RequestTurns } from '../http/request-turns.ts'
import { type Realtime, websocketPath } from '../realtime/realtime.ts'

/** Milliseconds that running requests may take when the server closes. */
const drainMs = 10_000

/**
 * Listens on a port before the backend exists, because its settings may need the port's number. `serve` starts to answer requests.
 */
export async function listenOnPort(port: number, host: string, log: Logger) {
  const server = createServer({
    shouldUpgradeCallback: (request) => getRequestTarget(request).pathname === websocketPath,
  })
  const drain = withGracefulShutdown(server)
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  const urlHost = host.includes(':') ? `[${host}]` : host
  const turns = new RequestTurns()
  return {
    url: new URL(`http://${urlHost}:${taken}`),
    serve: (backend: WireBackend, realtime: Pick<Realtime, 'upgrade'>): void => {
      server.on(
        'request',
        (request, response) => void answer(backend, request, response, turns, log),
      )
      server.on('upgrade', (request, socket, head) =>
        realtime.upgrade(request, socket, head, request.socket.remoteAddress ?? ''),
      )
    },
    close: async (): Promise<void> => void (await drain(drainMs)),
  }
}

async function answer(
  backend: WireBackend,
  request: IncomingMessage,
  response: ServerResponse,
  turns: RequestTurns,
  log: Logger,
): Promise<void> {
  const target = getRequestTarget(request)
  const clientAddress = request.socket.remoteAddress ?? ''
  setEarlyCorsHeaders(backend, request, response)
  try {
    await sendApiResponse(backend, request, response, { ...target, clientAddress }, turns)
  } catch (error) {
    if (error instanceof BodyTooLarge)
      return sendBodyTooLarge(request, response, 'The body is too large')
    if (request.complete) log.error({ err: error, path: target.pathname }, 'request: failed')
    if (response.headersSent) response.destroy()
    else response.writeHead(500, { connection: 'close' }).end()
  }
}
