/** The mail server's connections are shared: the other two of the pool wait for its late answers. */
export const maxParallelEmails = 3
const reducedMs = 10 * 60_000

export type SendLimiter = ReturnType<typeof createSendLimiter>

/**
 * Decides how many emails are sent at the same time: one until the server has accepted an email, then three. A server that
 * refuses a further connection gets one email fewer at a time for ten minutes, because it may limit connections. `onGrowth` is
 * called when more may be sent than before.
 */
export function createSendLimiter(clock: () => number, onGrowth: () => void) {
  let allowed = 1
  let ceiling = maxParallelEmails
  let reducedUntil = 0
  return {
    allowed: () => allowed,
    noteAccepted(): void {
      if (clock() >= reducedUntil) ceiling = maxParallelEmails
      if (allowed >= ceiling) return
      allowed = ceiling
      onGrowth()
    },
    /** Returns true when other connections are left, so that the refusal is no fault of the email. */
    reduce(): boolean {
      if (allowed === 1) {
        ceiling = maxParallelEmails
        return false
      }
      allowed -= 1
      ceiling = allowed
      reducedUntil = clock() + reducedMs
      return true
    },
    /** Starts with one email again, because the server cannot be reached. */
    reset(): void {
      allowed = 1
      ceiling = maxParallelEmails
    },
  }
}
