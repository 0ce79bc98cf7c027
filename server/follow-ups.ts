import type { SupabaseClient } from '@supabase/supabase-js'
import { call } from '../supabase/functions/_shared/supabase.ts'
import type { FunctionLog } from '../supabase/functions/_shared/environment.ts'

/** How long after a cart was last changed its two reminders leave, in ms. */
export interface FollowUpTimes {
  firstAfterMs: number
  secondAfterMs: number
}

/** At most so many reminders are queued in one transaction. */
const mostAtOnce = 200

export interface FollowUps {
  /** Queues what is due, to its end. Faults are logged; the next round tries again. */
  runOnce(): Promise<void>
  /** Ends after the transaction in hand. */
  stop(): Promise<void>
}

interface FollowUpOptions extends FollowUpTimes {
  /** With the secret key. */
  client: SupabaseClient
  /** ms since 1970. */
  clock: () => number
  log: FunctionLog
  intervalMs: number
}

/**
 * Looks for carts that were left by somebody who agreed to be reminded, and queues their letters. Who gets one and when
 * is decided in the database (`queue_cart_follow_ups`); of several processes that look, one at a time queues.
 */
export function startFollowUps(options: FollowUpOptions): FollowUps {
  let isStopping = false
  let round: Promise<void> | null = null
  function runOnce(): Promise<void> {
    round ??= queue(options, () => isStopping).finally(() => {
      round = null
    })
    return round
  }
  const timer = setInterval(() => void runOnce(), options.intervalMs)
  timer.unref()
  return {
    runOnce,
    async stop() {
      isStopping = true
      clearInterval(timer)
      await round
    },
  }
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
