import type { Sql } from 'postgres'

/** No connection came free in time. */
export class NoSessionError extends Error {
  override name = 'NoSessionError'
}

/**
 * Connections of which each serves one caller at a time, who may send several statements down it without waiting for
 * their answers. (The driver's own pool cannot lend a connection that way and survive its loss.)
 */
export interface SessionPool {
  use: <T>(work: (session: Sql) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

const patience = 10_000

/** @param open makes a client of a single connection, which connects when it is first used */
export function createSessionPool(open: () => Sql, size: number): SessionPool {
  const all: Sql[] = []
  const free: Sql[] = []
  const waiting: ((session: Sql) => void)[] = []

  function take(): Sql | Promise<Sql> {
    const session = free.pop()
    if (session !== undefined) return session
    if (all.length < size) {
      const fresh = open()
      all.push(fresh)
      return fresh
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(giveUp, patience)
      function giveUp(): void {
        waiting.splice(waiting.indexOf(serve), 1)
        reject(new NoSessionError('No database session came free in time'))
      }
      function serve(next: Sql): void {
        clearTimeout(timer)
        resolve(next)
      }
      waiting.push(serve)
    })
  }

  function giveBack(session: Sql): void {
    const next = waiting.shift()
    if (next === undefined) free.push(session)
    else next(session)
  }

  return {
    use: async (work) => {
      const session = await take()
      try {
        return await work(session)
      } finally {
        giveBack(session)
      }
    },
    close: async () => {
      await Promise.all(all.map((session) => session.end({ timeout: 5 })))
    },
  }
}
