import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as SocketServer, type Socket } from 'node:net'

/** Grace period in ms for a request that is already on its way on an idle connection. */
const graceMs = 200

/** Closes the connections whose requests are not answered after `mostMs`, and resolves with their number. */
export type Drain = (mostMs: number) => Promise<number>

/**
 * Tracks a server's connections, so that it can stop without waiting for clients that keep sending requests: idle
 * connections close after a grace period, the others with their response, which has `connection: close`. Node alone would
 * wait for half-sent requests, and for connections that are kept alive. The grace period is for clients, such as a proxy,
 * that have just sent a request: if the connection closed at once, they could not tell whether it was received, and a proxy
 * does not repeat a POST.
 */
export function withGracefulShutdown(server: Server): Drain {
  // Maps each socket to its pending response. A Set of responses would be rehashed every few requests, and the old tables
  // would keep old responses in memory until a full garbage collection: a tenth of the memory that requests take.
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
    // net.Server's close() only stops listening. The HTTP server's own close() would also close idle connections at once.
    SocketServer.prototype.close.call(server)
    for (const response of sockets.values())
      if (response?.headersSent === false) response.setHeader('connection', 'close')
    const graceTimer = setTimeout(() => {
      for (const [socket, response] of sockets) if (response === null) socket.destroy()
    }, graceMs)
    let cut = 0
    const timer = setTimeout(() => {
      // Node's own closeAllConnections() leaves out upgraded connections.
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
