import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as SocketServer, type Socket } from 'node:net'

/** ms for what is on its way to a connection that is open and without a request. */
const lastCallMs = 200

/** What is not answered after `mostMs` is cut off; answers how many connections that were. */
export type Drain = (mostMs: number) => Promise<number>

/**
 * Watches a server's connections, so that it can stop at any time without waiting for clients that go on asking:
 * connections without a request under way end after a last call, the others with their answer, which says so. Node alone
 * would wait for what has sent half a request, or nothing yet, and would keep connections for as long as they are used.
 * The last call is for those who have just connected, or just asked again on a connection that was kept, as a proxy
 * does: cut off at once, they would not know whether they were heard, and no proxy sends an order twice.
 */
export function drainable(server: Server): Drain {
  // Each with its last answer under way. A set of the answers would be made anew every few requests, and each that was
  // thrown away keeps what was in it, and the next, for V8 until it collects all of the heap: a tenth of all requests' memory.
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
    // Takes no other connection. That of an HTTP server would end those that are kept at once.
    SocketServer.prototype.close.call(server)
    for (const response of sockets.values())
      if (response?.headersSent === false) response.setHeader('connection', 'close')
    const lastCall = setTimeout(() => {
      for (const [socket, response] of sockets) if (response === null) socket.destroy()
    }, lastCallMs)
    let cut = 0
    const timer = setTimeout(() => {
      // Node's own list lacks those that have asked for another protocol.
      for (const [socket, response] of sockets) {
        if (response !== null) cut += 1
        socket.destroy()
      }
    }, mostMs)
    await closed
    clearTimeout(lastCall)
    clearTimeout(timer)
    return cut
  }
}
