import { once } from 'node:events'
import { type Server, type Socket, connect, createServer } from 'node:net'

/** A TCP line to another port that can be cut and mended, for trying what happens without the other side. */
export interface CuttableLine {
  port: number
  cut: () => Promise<void>
  mend: () => Promise<void>
}

/** Passes everything on to `target` on this machine. */
export async function openLine(target: number): Promise<CuttableLine> {
  const sockets = new Set<Socket>()
  const make = (): Server =>
    createServer((near) => {
      const far = connect(target, '127.0.0.1')
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket.on('error', () => socket.destroy())
        socket.on('close', () => {
          sockets.delete(socket)
          near.destroy()
          far.destroy()
        })
      }
      near.pipe(far).pipe(near)
    })
  let server = make()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async mend() {
      server = make()
      server.listen(address.port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
