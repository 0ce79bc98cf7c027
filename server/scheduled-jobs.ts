import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { StuckWork } from '../mail/emails.ts'
import { rpcAt, rpcAtParsed } from '../supabase/client.ts'
import type { Config } from './config.ts'
import { createBackupRunner, startNightlyBackups } from './nightly-backup.ts'
import { type PeriodicJob, startPeriodicJob, type JobOptions } from './periodic-job.ts'

const minute = 60_000
const hour = 60 * minute

export function startScheduledJobs(
  options: JobOptions & { config: Config; root: string; readDisk: () => Promise<DiskSpace> },
): PeriodicJob[] {
  const { config, root, readDisk } = options
  const watch = { readDisk, businessEmail: config.businessEmail, intervalMs: hour }
  const work = [
    startHousekeeping(options),
    startStuckWorkReports({ ...options, ...watch }),
    startComingSoonReleases({ ...options, ...watch }),
  ]
  if (config.cartReminders)
    work.push(startCartReminders({ ...options, ...config.cartReminders, intervalMs: 5 * minute }))
  // A backup of a hosted Supabase project requires DATABASE_URL, which may be unset.
  if (config.supabase === null || config.databaseUrl !== null) {
    const backUp = createBackupRunner(join(root, 'commands', 'backup.ts'))
    const asked = { folder: join(config.dataDir, 'backups'), keep: 3 }
    const isNightly = config.backups !== null
    work.push(startNightlyBackups({ ...options, ...(config.backups ?? asked), isNightly, backUp }))
  }
  for (const rounds of work) void rounds.runOnce()
  return work
}

function startHousekeeping(options: JobOptions): PeriodicJob {
  return startPeriodicJob({ ...options, name: 'housekeeping', intervalMs: hour }, async () => {
    const rows = await rpcAt(options, 'set_back_future_times', {})
    if (rows > 0) options.log.warn({ rows }, 'housekeeping: times from the future were set to now')
    await rpcAt(options, 'delete_outdated_data', {})
  })
}

/**
 * Puts each coming-soon product on sale on its day if its label is complete; if the label is incomplete, the owner gets an
 * email two days before.
 */
export function startComingSoonReleases(
  options: JobOptions & Pick<WatchOptions, 'businessEmail' | 'intervalMs'>,
): PeriodicJob {
  const { log, businessEmail } = options
  return startPeriodicJob({ ...options, name: 'coming soon' }, async () => {
    const opened = await rpcAt(options, 'release_coming_soon', {
      p_business_email: businessEmail,
    })
    if (opened > 0) log.info({ opened }, 'coming soon: on sale now')
  })
}

interface FollowUpOptions extends JobOptions {
  /** Time from a cart's last change to each of its two reminders, ms. */
  firstAfterMs: number
  secondAfterMs: number
  intervalMs: number
}

/** Maximum number of reminders that are queued in one transaction. */
const maxAtOnce = 200

/**
 * Queues emails that remind shoppers of their abandoned carts; the database decides who gets one and when. When stopped, it
 * ends after the current transaction.
 */
export function startCartReminders(options: FollowUpOptions): PeriodicJob {
  const { log, firstAfterMs, secondAfterMs } = options
  return startPeriodicJob({ ...options, name: 'cart reminders' }, async (stopping) => {
    for (let queued = maxAtOnce; queued === maxAtOnce && !stopping.aborted;) {
      queued = await rpcAt(options, 'queue_cart_follow_ups', {
        p_first_ms: firstAfterMs,
        p_second_ms: secondAfterMs,
        p_limit: maxAtOnce,
      })
      if (queued > 0) log.info({ queued }, 'cart reminders: queued')
    }
  })
}

interface WatchOptions extends JobOptions {
  businessEmail: string
  readDisk: () => Promise<DiskSpace>
  intervalMs: number
}

const toldSchema = v.array(v.object({ kind: v.string() }))

/** Reports stuck work to the owner, in at most one email a day; the database decides what is stuck (`notify_stuck_work`). */
export function startStuckWorkReports(options: WatchOptions): PeriodicJob {
  const { businessEmail, readDisk, log } = options
  return startPeriodicJob({ ...options, name: 'stuck work' }, async () => {
    const told = await rpcAtParsed(toldSchema, options, 'notify_stuck_work', {
      p_business_email: businessEmail,
      p_seen: whatDiskSays(await readDisk()),
    })
    if (told.length > 0)
      log.warn({ stuck: told.map(({ kind }) => kind) }, 'stuck work: the owner is told')
  })
}

function whatDiskSays(disk: DiskSpace): StuckWork[] {
  if (!isNearlyFull(disk)) return []
  const details = [`${gigabytes(disk.free)} of ${gigabytes(disk.size)} are free.`]
  return [{ kind: 'disk', amount: 1, since: null, details }]
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

/** Size and free space of a disk in bytes; `free` leaves out blocks that are reserved for root. */
export interface DiskSpace {
  free: number
  size: number
}

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

/**
 * Returns true when less than 10% and less than 2 GB of the disk are free: a tenth of a large disk is plenty, and a small
 * disk may never have 2 GB free.
 */
export function isNearlyFull({ free, size }: DiskSpace): boolean {
  return free < 2e9 && free < size / 10
}
