import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as SocketServer, type Socket } from 'node:net'

/** Milliseconds that idle connections stay open, for requests that are already on their way. */
const graceMs = 200

/**
 * Stops the server. Waits up to `mostMs` milliseconds for responses, then closes the remaining connections and resolves with their
 * number.
 */
export type DrainServer = (mostMs: number) => Promise<number>

/**
 * Tracks a server's connections, so that it can stop while clients keep sending requests. Idle connections close after a grace
 * period, the others with their response, which gets the header `connection: close`. (Node's own `close` would wait for half-sent
 * requests and keep-alive connections.) The grace period is for clients, such as a proxy, that have just sent a request. If the
 * connection closed at once, they could not know whether it was received, and a proxy does not repeat a POST.
 */
export function withGracefulShutdown(server: Server): DrainServer {
  // Maps each socket to its pending response. A Set of responses would be rehashed every few requests, and its old tables would
  // keep old responses in memory until a full garbage collection. That made up a tenth of the memory of all requests.
  const sockets = new Map<Socket, ServerResponse | null>()
  let isDraining = false

  server.on('connection', (socket: Socket) => {
    sockets.set(socket, null)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    sockets.set(socket, response)
    if (isDraining) response.setHeader('connection', 'close')
    response.once('close', () => {
      if (sockets.get(socket) !== response) return
      sockets.set(socket, null)
      if (isDraining) socket.destroySoon()
    })
  })

  return async (mostMs) => {
    isDraining = true
    const closed = once(server, 'close')
    // `close` of net.Server only stops listening; that of the HTTP server would also close idle connections at once.
    SocketServer.prototype.close.call(server)
    for (const response of sockets.values())
      if (response?.headersSent === false) response.setHeader('connection', 'close')
    const graceTimer = setTimeout(() => {
      for (const [socket, response] of sockets) if (response === null) socket.destroy()
    }, graceMs)
    let cut = 0
    const timer = setTimeout(() => {
      // Node's closeAllConnections() does not close upgraded connections (websockets).
      for (const [socket, response] of sockets) {
        if (response !== null) cut += 1
        socket.destroy()
      }
    }, mostMs)
    await closed
    clearTimeout(graceTimer)
    clearTimeout(timer)
    return cut
  }
}
