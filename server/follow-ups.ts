import type { SupabaseClient } from '@supabase/supabase-js'
import { call } from '../supabase/functions/_shared/supabase.ts'
import type { FunctionLog } from '../supabase/functions/_shared/environment.ts'
import { type Rounds, startRounds } from './rounds.ts'

/** How long after a cart was last changed its two reminders leave, in ms. */
export interface FollowUpTimes {
  firstAfterMs: number
  secondAfterMs: number
}

/** At most so many reminders are queued in one transaction. */
const mostAtOnce = 200

interface FollowUpOptions extends FollowUpTimes {
  /** With the secret key. */
  client: SupabaseClient
  /** ms since 1970. */
  clock: () => number
  log: FunctionLog
  intervalMs: number
}

/**
 * Looks for carts that were left by somebody who agreed to be reminded, and queues their emails. Who gets one and when
 * is decided in the database (`queue_cart_follow_ups`); of several processes that look, one at a time queues. Ends after
 * the transaction in hand.
 */
export function startFollowUps(options: FollowUpOptions): Rounds {
  return startRounds((isStopping) => queue(options, isStopping), options.intervalMs)
}

async function queue(
  { client, clock, log, firstAfterMs, secondAfterMs }: FollowUpOptions,
  isStopping: () => boolean,
): Promise<void> {
  try {
    for (let queued = mostAtOnce; queued === mostAtOnce && !isStopping();) {
      queued = await call<number>(client, 'queue_cart_follow_ups', {
        p_first_ms: firstAfterMs,
        p_second_ms: secondAfterMs,
        p_limit: mostAtOnce,
        p_now: new Date(clock()).toISOString(),
      })
      if (queued > 0) log.info({ queued }, 'Reminders of carts were queued')
    }
  } catch (error) {
    log.error({ err: error }, 'The carts that were left could not be looked through')
  }
}
