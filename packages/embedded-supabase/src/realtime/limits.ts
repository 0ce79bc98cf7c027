/** Limits of one process for its connections, equal to those of a project on the platform or lower. */
export const usualLimits = {
  connections: 2000,
  connectionsPerAddress: 100,
  /** When there are too many connections in all, the oldest of an account beyond this number are closed first. */
  connectionsPerAccount: 10,
  /** The number of topics that a connection may join. */
  channels: 100,
  /** Watches of one join, and rows in the database for the tables that a connection watches: one per table. */
  watches: 100,
  watchedTables: 2000,
  /** Joins of a connection in a second, and how many may come at once. */
  joinRate: 10,
  joinBurst: 150,
  /** Bytes of the largest message. */
  messageBytes: 256 * 1024,
  /** Messages a second, of which a large one counts for several, and how many may come at once. */
  messageRate: 100,
  messageBurst: 300,
  /** Messages by HTTP from one address, counted in the same way. */
  letterRate: 100,
  letterBurst: 600,
  /** Bytes that may be queued for a client before it counts as one that does not read. */
  unreadBytes: 1024 * 1024,
  /** ms without a sign of life. */
  silence: 60_000,
  /** ms in which a connection that was closed has to end. */
  goodbye: 5000,
}

export type RealtimeLimits = typeof usualLimits

/** Returns a function that is true while this many more fit into a rate (per second) with this burst. */
export function createAllowance(
  rate: number,
  burst: number,
  clock: () => number,
): (count?: number) => boolean {
  let [left, at] = [burst, clock()]
  return (count = 1) => {
    const now = clock()
    // The allowance does not shrink when the clock is set back.
    left = Math.min(burst, left + (Math.max(0, now - at) / 1000) * rate) - count
    at = now
    return left >= 0
  }
}

/** Returns the number of messages that one of this size counts for. */
export function getMessageWeight(bytes: number): number {
  return 1 + Math.floor(bytes / 4096)
}

/** Like `createAllowance`, with one allowance per address; a refused count uses up nothing. */
export function createAllowances(
  rate: number,
  burst: number,
  clock: () => number,
): (address: string, count: number) => boolean {
  /** Ordered by last use; addresses with their full allowance are removed. */
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
