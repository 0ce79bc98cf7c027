import * as v from 'valibot'
import { call, callFor, type ShopClient } from '../supabase/client.ts'

/** A row of the outbox that this worker has claimed. */
export interface ClaimedEmail {
  id: string
  template: string
  recipient: string
  data: unknown
  /** This attempt's number, from 1. */
  attempts: number
}

const sendingSchema = v.object({ refusal: v.nullable(v.string()), facts: v.looseObject({}) })

export type Outbox = ReturnType<typeof createOutbox>

/** The outbox as the worker uses it: procedures of the database, called with the secret key. Times are ms since 1970. */
export function createOutbox(client: Pick<ShopClient, 'rpc'>) {
  return {
    claim: (limit: number, leaseMs: number, now: number) =>
      call(client, 'claim_letters', {
        p_limit: limit,
        p_lease_ms: leaseMs,
        p_now: timeText(now),
      }),
    /** Also for an email whose lease is over: it has been sent. */
    markSent: (id: string, now: number) =>
      call(client, 'mark_letter_sent', { p_id: id, p_now: timeText(now) }),
    /** `retryAt` null gives up. Ignored when another worker has claimed the email since. */
    markFailed: (email: ClaimedEmail, error: string, retryAt: number | null, now: number) =>
      call(client, 'mark_letter_failed', {
        p_id: email.id,
        p_attempt: email.attempts,
        p_error: error,
        p_retry_at: retryAt === null ? null : timeText(retryAt),
        p_now: timeText(now),
      }),
    /** Why not to send an email any more, or what its template shows as it is now. */
    lookAgain: ({ id }: ClaimedEmail) =>
      callFor(sendingSchema, client, 'letter_at_sending', { p_id: id }),
    /** The email is not sent, for a reason that is no failure. Ignored when another worker has claimed it since. */
    callOff: (email: ClaimedEmail, reason: string, now: number) =>
      call(client, 'call_off_letter', {
        p_id: email.id,
        p_attempt: email.attempts,
        p_reason: reason,
        p_now: timeText(now),
      }),
    /** Gives emails back that were not tried. */
    release: (emails: ClaimedEmail[]) =>
      call(client, 'release_letters', {
        p_letters: emails.map(({ id, attempts }) => ({ id, attempt: attempts })),
      }),
  }
}

function timeText(ms: number): string {
  return new Date(ms).toISOString()
}
