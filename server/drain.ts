import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as SocketServer, type Socket } from 'node:net'

/** ms for what is on its way to a connection that is open and without a request. */
const lastCallMs = 200

/** What is not answered after `mostMs` is cut off; answers how many requests that were. */
export type Drain = (mostMs: number) => Promise<number>

/**
 * Watches a server's connections, so that it can stop at any time without waiting for clients that go on asking:
 * connections without a request under way end after a last call, the others with their answer, which says so. Node alone
 * would wait for what has sent half a request, or nothing yet, and would keep connections for as long as they are used.
 * The last call is for those who have just connected, or just asked again on a connection that was kept, as a proxy
 * does: cut off at once, they would not know whether they were heard, and no proxy sends an order twice.
 */
export function drainable(server: Server): Drain {
  const sockets = new Set<Socket>()
  const underWay = new Set<ServerResponse>()
  let isDraining = false

  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    underWay.add(response)
    if (isDraining) response.setHeader('connection', 'close')
    response.once('close', () => {
      underWay.delete(response)
      if (isDraining) socket.destroySoon()
    })
  })

  return async (mostMs) => {
    isDraining = true
    const closed = once(server, 'close')
    // Takes no other connection. That of an HTTP server would end those that are kept at once.
    SocketServer.prototype.close.call(server)
    for (const response of underWay)
      if (!response.headersSent) response.setHeader('connection', 'close')
    const lastCall = setTimeout(() => {
      const busy = new Set([...underWay].map((response) => response.req.socket))
      for (const socket of sockets) if (!busy.has(socket)) socket.destroy()
    }, lastCallMs)
    let cut = 0
    const timer = setTimeout(() => {
      cut = underWay.size
      server.closeAllConnections()
    }, mostMs)
    await closed
    clearTimeout(lastCall)
    clearTimeout(timer)
    return cut
  }
}
