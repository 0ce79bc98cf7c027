import * as v from 'valibot'
import { rpc, rpcParsed, rpcAt, type ShopClient, timeText } from '../supabase/client.ts'

export interface ClaimedEmail {
  id: string
  template: string
  recipient: string
  data: unknown
  /** The number of this attempt, from 1. */
  attempts: number
}

const sendingSchema = v.object({ refusal: v.nullable(v.string()), facts: v.looseObject({}) })

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Creates an interface to the outbox's database functions. The client needs the secret key. Leases and retries are timed by the
 * worker's clock, `now`.
 */
export function createOutbox(tools: { client: Pick<ShopClient, 'rpc'>; now: () => number }) {
  const { client } = tools
  return {
    /** Claims the most urgent email that is due, or the oldest one without priorities; null when none is due. */
    async claim(leaseMs: number, priorities: Record<string, number>): Promise<ClaimedEmail | null> {
      const args = { p_limit: 1, p_lease_ms: leaseMs, p_priorities: priorities }
      const [email] = await rpcAt(tools, 'claim_emails', args)
      return email ?? null
    },
    /** Marks an email as sent, even after its lease has expired. */
    markSent: (id: string) => rpcAt(tools, 'mark_email_sent', { p_id: id }),
    /**
     * Records a failed attempt and schedules a retry in `retryInMs`; null gives the email up. Does nothing when another worker has
     * claimed the email since.
     */
    markFailed: ({ id, attempts }: ClaimedEmail, error: string, retryInMs: number | null) =>
      rpcAt(tools, 'mark_email_failed', {
        p_id: id,
        p_attempt: attempts,
        p_error: error,
        p_retry_at: retryInMs === null ? null : timeText(tools.now() + retryInMs),
      }),
    /** Returns the reason not to send an email any more, or null and current data for its template. */
    lookAgain: ({ id }: ClaimedEmail) =>
      rpcParsed(sendingSchema, client, 'check_email_before_sending', { p_id: id }),
    /** Cancels an email that is no longer wanted. Does nothing when another worker has claimed the email since. */
    callOff: ({ id, attempts }: ClaimedEmail, reason: string) =>
      rpcAt(tools, 'cancel_email', { p_id: id, p_attempt: attempts, p_reason: reason }),
    /** Returns an email that was not tried; the attempt does not count. */
    release: ({ id, attempts }: ClaimedEmail) =>
      rpc(client, 'release_emails', { p_emails: [{ id, attempt: attempts }] }),
  }
}
