import type { AuthOutcome } from '../../features/account/sign-in.ts'

/** The first pause between two attempts; each later one is twice as long. */
const firstPauseMs = 20_000
/**
 * Returning to the tab triggers an attempt, because the email address may just have been confirmed, but not more often than this.
 */
const leastPauseMs = 10_000
/** Far below the service's limit for one IP address. The last attempt comes after about three quarters of an hour. */
const mostTries = 8

export interface ConfirmationPolling {
  /** Makes an attempt at once, unless the last one was less than `leastPauseMs` ago. */
  tryNow: () => void
  stop: () => void
}

interface Parts {
  /** Signs in to the account that was just created. */
  signIn: () => Promise<AuthOutcome>
  onSignedIn: () => void
  now: () => number
  later: (work: () => void, delayMs: number) => () => void
}

/**
 * Signs in as soon as the email address has been confirmed on another device, for which there is no event. Only the response
 * "not confirmed yet" (or none) leads to another attempt. Any other response ends them silently, so that nobody learns
 * here whether the account had existed before.
 */
export function startConfirmationPolling({
  signIn,
  onSignedIn,
  now,
  later,
}: Parts): ConfirmationPolling {
  let tries = 0
  let triedAt = now()
  let isBusy = false
  let hasEnded = false
  let cancel = later(() => void attempt(), firstPauseMs)

  async function attempt(): Promise<void> {
    if (isBusy || hasEnded) return
    cancel()
    isBusy = true
    tries += 1
    const outcome = await signIn()
    isBusy = false
    triedAt = now()
    if (hasEnded) return
    const isWaiting = !outcome.ok && ['email_not_confirmed', null].includes(outcome.code)
    hasEnded = !isWaiting || tries >= mostTries
    if (outcome.ok) onSignedIn()
    else if (!hasEnded) cancel = later(() => void attempt(), firstPauseMs * 2 ** tries)
  }

  return {
    tryNow: () => {
      if (now() - triedAt >= leastPauseMs) void attempt()
    },
    stop: () => {
      hasEnded = true
      cancel()
    },
  }
}
