import type { AuthOutcome } from '../../features/account/sign-in.ts'

/** The first pause between two tries, in ms; each is twice as long as the one before. */
const firstPauseMs = 20_000
/** Coming back to the tab may mean that the address was just confirmed, so it triggers a try, but not every few seconds. */
const leastPauseMs = 10_000
/** Far below what the service lets one address try; the last comes after about three quarters of an hour. */
const mostTries = 8

export interface ConfirmationPolling {
  /** Tries at once, unless it did a moment ago. */
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
 * Signs in as soon as an address has been confirmed on another device, which this one is not told. Only the answer that it is not
 * confirmed yet is worth another try: any other ends them, and nothing of it is shown, so that nobody learns here whether there
 * had been an account before.
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
