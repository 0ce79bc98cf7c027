import type { SupabaseClient } from '@supabase/supabase-js'
import type { Logger } from './log.ts'
import { type Rounds, startRounds } from './rounds.ts'

const EVERY_MS = 60 * 60_000

/** What throws something away; each says in the database what. */
const duties = ['tidy_up', 'forget_unconfirmed', 'forget_announcements'] as const

/** Throws away once an hour what nobody needs any more. */
export function startHousekeeping(
  client: SupabaseClient,
  clock: () => number,
  log: Logger,
): Rounds {
  return startRounds(async () => {
    for (const duty of duties) {
      const { data, error } = await client.rpc(duty, { p_now: new Date(clock()).toISOString() })
      if (error) log.warn({ duty, reason: error.message }, 'could not tidy up')
      else log.debug({ duty, removed: data }, 'tidied up')
    }
  }, EVERY_MS)
}
