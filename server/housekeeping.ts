import type { SupabaseClient } from '@supabase/supabase-js'
import type { Logger } from './log.ts'

const EVERY_MS = 60 * 60_000

/** Throws away once an hour what nobody needs any more (tidy_up says what). */
export function startHousekeeping(
  client: SupabaseClient,
  clock: () => number,
  log: Logger,
): { stop(): void } {
  async function tidy(): Promise<void> {
    const { data, error } = await client.rpc('tidy_up', { p_now: new Date(clock()).toISOString() })
    if (error) log.warn({ reason: error.message }, 'could not tidy up')
    else log.debug({ removed: data }, 'tidied up')
  }
  const timer = setInterval(() => void tidy(), EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
