import { once } from 'node:events'
import { type Server, type Socket, connect, createServer } from 'node:net'

/** A TCP proxy to a server whose connections a test can disrupt and restore. */
export interface FaultyProxy {
  port: number
  /** Closes every connection and refuses new ones. */
  cut: () => Promise<void>
  /**
   * Keeps all connections open, including new ones, but forwards nothing, not even that a side has closed a connection.
   */
  freeze: () => void
  /** Closes every connection in the middle of its next response. */
  breakAnswers: () => void
  /** Closes every connection, and forwards new ones to another port, as after a failover to another server. */
  divert: (target: number) => void
  /** Forwards new connections again. Connections that `freeze` has stopped stay stopped. */
  mend: () => Promise<void>
}

/** Forwards all connections to `target` on this machine. */
export async function openFaultyProxy(target: number): Promise<FaultyProxy> {
  const pairs = new Set<[near: Socket, far: Socket]>()
  let isFrozen = false
  let server = make()

  function make(): Server {
    return createServer((near) => {
      const far = connect(target, '127.0.0.1')
      const pair: [Socket, Socket] = [near, far]
      pairs.add(pair)
      for (const socket of pair) {
        socket.on('error', () => socket.destroy())
        socket.on('close', () => {
          if (isFrozen) return
          pairs.delete(pair)
          hangUp(pair)
        })
      }
      if (!isFrozen) near.pipe(far).pipe(near)
    })
  }

  function hangUp(pair: Socket[]): void {
    for (const socket of pair) socket.destroy()
  }

  async function open(port: number): Promise<void> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  await open(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    async cut() {
      isFrozen = false
      const closed = once(server, 'close')
      server.close()
      for (const pair of pairs) hangUp(pair)
      await closed
    },
    freeze() {
      isFrozen = true
      for (const [near, far] of pairs) {
        near.unpipe(far).pause()
        far.unpipe(near).pause()
      }
    },
    breakAnswers() {
      for (const pair of pairs) {
        const [near, far] = pair
        far.unpipe(near).once('data', (part: Buffer) => {
          near.write(part.subarray(0, part.length / 2), () => hangUp(pair))
        })
        far.resume()
      }
    },
    divert(other) {
      target = other
      for (const pair of pairs) hangUp(pair)
    },
    async mend() {
      isFrozen = false
      if (server.listening) return
      server = make()
      await open(address.port)
    },
  }
}
