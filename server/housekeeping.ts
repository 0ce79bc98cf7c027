import type { SupabaseClient } from '@supabase/supabase-js'
import type { Logger } from './log.ts'

const EVERY_MS = 60 * 60_000

/** What throws something away; each says in the database what. */
const duties = ['tidy_up', 'forget_unconfirmed'] as const

/** Throws away once an hour what nobody needs any more. */
export function startHousekeeping(
  client: SupabaseClient,
  clock: () => number,
  log: Logger,
): { stop(): void } {
  async function tidy(): Promise<void> {
    for (const duty of duties) {
      const { data, error } = await client.rpc(duty, { p_now: new Date(clock()).toISOString() })
      if (error) log.warn({ duty, reason: error.message }, 'could not tidy up')
      else log.debug({ duty, removed: data }, 'tidied up')
    }
  }
  const timer = setInterval(() => void tidy(), EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
