import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Tinypool } from 'tinypool'
import { ApiError } from '../core/wire.ts'

type HashTask = { password: string; cost: number } | { password: string; hash: string }

/** Creates and compares password hashes, without blocking the event loop. */
export interface PasswordHasher {
  hash: (password: string) => Promise<string>
  /** Resolves to true when the password matches. A null hash takes as long as any other and never matches. */
  verify: (password: string, hash: string | null) => Promise<boolean>
  /** Waits for as long as the last comparison took, for responses that must not reveal by their timing that there was none. */
  pretend: () => Promise<void>
}

/** One CPU core stays free for rendering pages. More than two threads would only help an attacker who guesses passwords. */
const threadsHere = Math.min(2, Math.max(1, availableParallelism() - 1))

/**
 * Runs bcrypt in worker threads of its own: in Node's pool of four it would block compression and file access, and they it. At most
 * `queue` calls wait, about two seconds of work; further calls get 429 with `Retry-After`.
 */
export function createBcryptHasher({
  cost = 10,
  queue = 40,
  threads = threadsHere,
} = {}): PasswordHasher {
  const pool = new Tinypool({
    filename: new URL('./hash-worker.js', import.meta.url).href,
    name: 'work',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  })
  let [underWay, lastMs] = [0, 0]
  async function run(task: HashTask): Promise<unknown> {
    if (underWay >= threads + queue) throw createOverloadError()
    underWay += 1
    try {
      return await pool.run(task)
    } finally {
      underWay -= 1
    }
  }
  const nobodys = `$2b$${String(cost).padStart(2, '0')}$1gR3vXbWcYq0nE9Zk5o2yOeCJtXTI7tQCJYqUVYpJkzUQWcL7n6rW`
  return {
    hash: async (password) => String(await run({ password, cost })),
    verify: async (password, stored) => {
      const began = performance.now()
      const isRight = await run({ password, hash: stored ?? nobodys })
      lastMs = performance.now() - began
      return isRight === true && stored !== null
    },
    pretend: () => pause(lastMs),
  }
}

export function createOverloadError(): ApiError {
  const headers = { 'retry-after': '5' }
  return new ApiError(429, 'over_request_rate_limit', 'Request rate limit reached', { headers })
}
