import { hash, verify } from '@node-rs/bcrypt'
import { AuthFault } from './faults.ts'

/** Makes and compares password hashes. Never on the event loop. */
export interface PasswordHasher {
  hash: (password: string) => Promise<string>
  /** A null hash takes as long as any other and is never right. */
  verify: (password: string, hash: string | null) => Promise<boolean>
}

/**
 * bcrypt on native threads, one at a time: ten people signing in at once take one core between them and the
 * rest of the machine goes on serving pages. At most `queue` calls wait; more are refused with 429.
 */
export function createBcryptHasher({ cost = 10, queue = 100 } = {}): PasswordHasher {
  const inTurn = createTurns(queue)
  const nobodys = `$2b$${String(cost).padStart(2, '0')}$1gR3vXbWcYq0nE9Zk5o2yOeCJtXTI7tQCJYqUVYpJkzUQWcL7n6rW`
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    verify: async (password, stored) => {
      const isRight = await inTurn(() => verify(password, stored ?? nobodys))
      return isRight && stored !== null
    },
  }
}

function createTurns(longest: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let isBusy = false
  return async function inTurn(work) {
    if (isBusy) {
      if (waiting.length >= longest) throw overloaded()
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    isBusy = true
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) isBusy = false
      else next()
    }
  }
}

function overloaded(): AuthFault {
  const headers = { 'retry-after': '10' }
  return new AuthFault(429, 'over_request_rate_limit', 'Request rate limit reached', { headers })
}
