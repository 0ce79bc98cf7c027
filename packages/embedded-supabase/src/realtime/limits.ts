/** Limits of one process, equal to those of a project on hosted Supabase or lower. */
export const defaultRealtimeLimits = {
  connections: 2000,
  connectionsPerAddress: 100,
  /** When there are too many connections in all, an account with more than this many loses its oldest ones first. */
  connectionsPerAccount: 10,
  /** Maximum of topics that a connection may join. */
  channels: 100,
  /** Maximum of subscriptions in one join, and of tables that all subscriptions of a connection cover. */
  watches: 100,
  watchedTables: 2000,
  /** Joins that a connection may send per second, and in a burst. */
  joinRate: 10,
  joinBurst: 150,
  /** Maximum bytes of a message. */
  messageBytes: 256 * 1024,
  /** Messages that a connection may send per second, and in a burst. A large message counts as several (`getMessageWeight`). */
  messageRate: 100,
  messageBurst: 300,
  /** Messages that an IP address may send by HTTP per second, and in a burst, counted in the same way. */
  letterRate: 100,
  letterBurst: 600,
  /** Maximum bytes that may be queued for a client. A client with more is disconnected, because it does not read. */
  unreadBytes: 1024 * 1024,
  /** Milliseconds without any message from the client after which its connection is closed. */
  silence: 60_000,
  /** Milliseconds that a client has to confirm that its connection is closed. */
  goodbye: 5000,
}

export type RealtimeLimits = typeof defaultRealtimeLimits

/**
 * Creates a rate limit of `rate` per second and `burst` at once. The returned function counts, and returns true while the limit
 * holds.
 */
export function createRateLimit(
  rate: number,
  burst: number,
  clock: () => number,
): (count?: number) => boolean {
  let [left, at] = [burst, clock()]
  return (count = 1) => {
    const now = clock()
    // `Math.max` keeps the allowance from shrinking when the clock is set back.
    left = Math.min(burst, left + (Math.max(0, now - at) / 1000) * rate) - count
    at = now
    return left >= 0
  }
}

/** Returns the number of messages that a message of this size counts as. */
export function getMessageWeight(bytes: number): number {
  return 1 + Math.floor(bytes / 4096)
}

/** Works like `createRateLimit`, with one limit per IP address. A refused count does not use up anything. */
export function createRateLimitPerAddress(
  rate: number,
  burst: number,
  clock: () => number,
): (address: string, count: number) => boolean {
  /** Addresses in the order of their last use. Those with a full allowance are removed. */
  const spent = new Map<string, { left: number; at: number }>()
  return (address, count) => {
    const now = clock()
    for (const [one, { at }] of spent) {
      if (now >= at && ((now - at) / 1000) * rate < burst) break
      spent.delete(one)
    }
    const before = spent.get(address) ?? { left: burst, at: now }
    const since = Math.max(0, now - before.at)
    const left = Math.min(burst, before.left + (since / 1000) * rate) - count
    if (left < 0) return false
    spent.delete(address)
    spent.set(address, { left, at: now })
    return true
  }
}
