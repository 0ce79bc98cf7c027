import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Stuck } from '../mail/emails.ts'
import { callNow, callNowFor } from '../supabase/client.ts'
import type { Config } from './config.ts'
import { backUpWith, startNightlyBackups } from './nightly-backup.ts'
import { type Rounds, startRounds, type WorkOptions } from './rounds.ts'

const minute = 60_000
const hour = 60 * minute

export function startRegularWork(
  options: WorkOptions & { config: Config; root: string; readDisk: () => Promise<DiskSpace> },
): Rounds[] {
  const { config, root, readDisk } = options
  const watch = { readDisk, businessEmail: config.businessEmail, intervalMs: hour }
  const work = [
    startHousekeeping(options),
    startStuckWatch({ ...options, ...watch }),
    startOpenings({ ...options, ...watch }),
  ]
  if (config.cartReminders)
    work.push(startFollowUps({ ...options, ...config.cartReminders, intervalMs: 5 * minute }))
  // The rows of hosted Supabase are read by a connection, which not every shop has.
  if (config.supabase === null || config.databaseUrl !== null) {
    const backUp = backUpWith(join(root, 'commands', 'backup.ts'))
    const asked = { folder: join(config.dataDir, 'backups'), keep: 3 }
    const isNightly = config.backups !== null
    work.push(startNightlyBackups({ ...options, ...(config.backups ?? asked), isNightly, backUp }))
  }
  for (const rounds of work) void rounds.runOnce()
  return work
}

function startHousekeeping(options: WorkOptions): Rounds {
  return startRounds({ ...options, name: 'housekeeping', intervalMs: hour }, async () => {
    await callNow(options, 'tidy_up', {})
  })
}

export function startCollecting(collect: () => Promise<number>, log: WorkOptions['log']): Rounds {
  const rounds = startRounds({ name: 'storage housekeeping', intervalMs: hour, log }, async () => {
    const removed = await collect()
    if (removed > 0) log.info({ removed }, 'storage: contents without a row were removed')
  })
  void rounds.runOnce()
  return rounds
}

/** What is coming soon goes on sale on its day if its label is whole; two days before, the owner hears if it is not. */
export function startOpenings(
  options: WorkOptions & Pick<WatchOptions, 'businessEmail' | 'intervalMs'>,
): Rounds {
  const { log, businessEmail } = options
  return startRounds({ ...options, name: 'coming soon' }, async () => {
    const opened = await callNow(options, 'open_coming_soon', {
      p_business_email: businessEmail,
    })
    if (opened > 0) log.info({ opened }, 'coming soon: on sale now')
  })
}

interface FollowUpOptions extends WorkOptions {
  /** How long after a cart was last changed its two reminders leave, in ms. */
  firstAfterMs: number
  secondAfterMs: number
  intervalMs: number
}

/** At most so many reminders are queued in one transaction. */
const mostAtOnce = 200

/** Who gets one and when is decided in the database. Ends after the transaction in hand. */
export function startFollowUps(options: FollowUpOptions): Rounds {
  const { log, firstAfterMs, secondAfterMs } = options
  return startRounds({ ...options, name: 'cart reminders' }, async (stopping) => {
    for (let queued = mostAtOnce; queued === mostAtOnce && !stopping.aborted;) {
      queued = await callNow(options, 'queue_cart_follow_ups', {
        p_first_ms: firstAfterMs,
        p_second_ms: secondAfterMs,
        p_limit: mostAtOnce,
      })
      if (queued > 0) log.info({ queued }, 'cart reminders: queued')
    }
  })
}

interface WatchOptions extends WorkOptions {
  businessEmail: string
  readDisk: () => Promise<DiskSpace>
  intervalMs: number
}

const toldSchema = v.array(v.object({ kind: v.string() }))

/** What is stuck, and that it is one mail a day at most, is for the database to say (`tell_what_is_stuck`). */
export function startStuckWatch(options: WatchOptions): Rounds {
  const { businessEmail, readDisk, log } = options
  return startRounds({ ...options, name: 'stuck work' }, async () => {
    const told = await callNowFor(toldSchema, options, 'tell_what_is_stuck', {
      p_business_email: businessEmail,
      p_seen: whatDiskSays(await readDisk()),
    })
    if (told.length > 0)
      log.warn({ stuck: told.map(({ kind }) => kind) }, 'stuck work: the owner is told')
  })
}

function whatDiskSays(disk: DiskSpace): Stuck[] {
  if (!isNearlyFull(disk)) return []
  const details = [`${gigabytes(disk.free)} of ${gigabytes(disk.size)} are free.`]
  return [{ kind: 'disk', amount: 1, since: null, details }]
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

/** A disk as those see it who are not root; bytes. */
export interface DiskSpace {
  free: number
  size: number
}

export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** Less than a tenth, and less than 2 GB: of a large disk a tenth is plenty, and a small one may never have 2 GB free. */
export function isNearlyFull({ free, size }: DiskSpace): boolean {
  return free < 2e9 && free < size / 10
}
