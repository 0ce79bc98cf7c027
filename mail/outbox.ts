import type { SupabaseClient } from '@supabase/supabase-js'

/** A row of the outbox that this worker has claimed. Times are ms since 1970. */
export interface ClaimedEmail {
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
  claim: (limit: number, leaseMs: number, now: number) => Promise<ClaimedEmail[]>
  /** Also for an email whose lease is over: it has been sent. */
  markSent: (id: string, now: number) => Promise<void>
  /** `retryAt` null gives up. Ignored when another worker has claimed the email since. */
  markFailed: (
    email: ClaimedEmail,
    failure: { error: string; retryAt: number | null; now: number },
  ) => Promise<void>
  /** The last look at an email that may not be wanted, or so, any more: why not to send it, or what its template shows as it is now. */
  lookAgain: (email: ClaimedEmail) => Promise<LastLook>
  /** The email is not sent, for a reason that is no failure. Ignored when another worker has claimed it since. */
  callOff: (email: ClaimedEmail, reason: string, now: number) => Promise<void>
  /** Gives emails back that were not tried. */
  release: (emails: ClaimedEmail[]) => Promise<void>
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
    markFailed: (email, { error, retryAt, now }) =>
      call('mark_letter_failed', {
        p_id: email.id,
        p_attempt: email.attempts,
        p_error: error,
        p_retry_at: retryAt === null ? null : timeText(retryAt),
        p_now: timeText(now),
      }),
    lookAgain: (email) => call('letter_at_sending', { p_id: email.id }),
    callOff: (email, reason, now) =>
      call('call_off_letter', {
        p_id: email.id,
        p_attempt: email.attempts,
        p_reason: reason,
        p_now: timeText(now),
      }),
    release: (emails) =>
      call('release_letters', {
        p_letters: emails.map(({ id, attempts }) => ({ id, attempt: attempts })),
      }),
  }
}

function timeText(ms: number): string {
  return new Date(ms).toISOString()
}
