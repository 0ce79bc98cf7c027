import type { SupabaseClient } from '@supabase/supabase-js'

/** A row of the outbox that this worker has claimed. Times are ms since 1970. */
export interface ClaimedLetter {
  id: string
  template: string
  recipient: string
  data: unknown
  /** This attempt's number, from 1. */
  attempts: number
}

/** What `letter_at_sending` says. */
export interface LastLook {
  refusal: string | null
  facts: object
}

/** The outbox as the worker uses it: procedures of the database, called with the secret key. */
export interface Outbox {
  claim: (limit: number, leaseMs: number, now: number) => Promise<ClaimedLetter[]>
  /** Also for a letter whose lease is over: it has been sent. */
  markSent: (id: string, now: number) => Promise<void>
  /** `retryAt` null gives up. Ignored when another worker has claimed the letter since. */
  markFailed: (
    letter: ClaimedLetter,
    failure: { error: string; retryAt: number | null; now: number },
  ) => Promise<void>
  /** The last look at a letter that may not be wanted, or so, any more: why not to send it, or what its template shows as it is now. */
  lookAgain: (letter: ClaimedLetter) => Promise<LastLook>
  /** The letter is not sent, for a reason that is no failure. Ignored when another worker has claimed it since. */
  callOff: (letter: ClaimedLetter, reason: string, now: number) => Promise<void>
  /** Gives letters back that were not tried. */
  release: (letters: ClaimedLetter[]) => Promise<void>
}

export function createOutbox(client: Pick<SupabaseClient, 'rpc'>): Outbox {
  async function call<T>(name: string, args: object): Promise<T> {
    const { data, error } = await client.rpc(name, args)
    if (error !== null) throw new Error(`${name}: ${error.message}`, { cause: error })
    return data as T
  }
  return {
    claim: (limit, leaseMs, now) =>
      call('claim_letters', { p_limit: limit, p_lease_ms: leaseMs, p_now: timeText(now) }),
    markSent: (id, now) => call('mark_letter_sent', { p_id: id, p_now: timeText(now) }),
    markFailed: (letter, { error, retryAt, now }) =>
      call('mark_letter_failed', {
        p_id: letter.id,
        p_attempt: letter.attempts,
        p_error: error,
        p_retry_at: retryAt === null ? null : timeText(retryAt),
        p_now: timeText(now),
      }),
    lookAgain: (letter) => call('letter_at_sending', { p_id: letter.id }),
    callOff: (letter, reason, now) =>
      call('call_off_letter', {
        p_id: letter.id,
        p_attempt: letter.attempts,
        p_reason: reason,
        p_now: timeText(now),
      }),
    release: (letters) =>
      call('release_letters', {
        p_letters: letters.map(({ id, attempts }) => ({ id, attempt: attempts })),
      }),
  }
}

function timeText(ms: number): string {
  return new Date(ms).toISOString()
}
