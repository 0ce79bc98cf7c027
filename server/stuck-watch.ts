import type { SupabaseClient } from '@supabase/supabase-js'
import type { Stuck } from '../mail/emails.ts'
import { call } from '../supabase/functions/_shared/supabase.ts'
import type { FunctionLog } from '../supabase/functions/_shared/environment.ts'
import { type DiskSpace, isNearlyFull } from './disk.ts'
import { type Rounds, startRounds } from './rounds.ts'

interface WatchOptions {
  /** With the secret key. */
  client: SupabaseClient
  businessEmail: string
  /** The disk that the data lies on. */
  readDisk: () => Promise<DiskSpace>
  /** ms since 1970. */
  clock: () => number
  log: FunctionLog
  intervalMs: number
}

/**
 * Looks for what is stuck and waits for a person, and has its owner told of it by mail. What is stuck, and that it is one
 * mail a day at most, is for the database to say (`tell_what_is_stuck`), which also sees what other processes see.
 */
export function startStuckWatch(options: WatchOptions): Rounds {
  return startRounds(() => look(options), options.intervalMs)
}

async function look(options: WatchOptions): Promise<void> {
  const { client, businessEmail, clock, log } = options
  try {
    const told = await call<Stuck[]>(client, 'tell_what_is_stuck', {
      p_business_email: businessEmail,
      p_seen: await seenHere(options),
      p_now: new Date(clock()).toISOString(),
    })
    if (told.length > 0)
      log.warn({ stuck: told.map(({ kind }) => kind) }, 'The owner is told of what is stuck')
  } catch (error) {
    log.error({ err: error }, 'What is stuck could not be looked for')
  }
}

/** What no database knows. */
async function seenHere({ readDisk }: WatchOptions): Promise<Stuck[]> {
  const disk = await readDisk()
  if (!isNearlyFull(disk)) return []
  const details = [`${gigabytes(disk.free)} of ${gigabytes(disk.size)} are free.`]
  return [{ kind: 'disk', amount: 1, since: null, details }]
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
