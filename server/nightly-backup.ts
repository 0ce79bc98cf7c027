import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { rpc, timeText } from '../supabase/client.ts'
import { describeKnownError } from './describe-start-error.ts'
import { type PeriodicJob, startPeriodicJob, type JobOptions } from './periodic-job.ts'

/** Hour of the day, in London's time, at which the backup starts. */
const HOUR = 3
const LOOK_EVERY_MS = 5 * 60_000
const HOUR_MS = 60 * 60_000

interface NightlyOptions extends JobOptions {
  folder: string
  keep: number
  /** False when backups are made only when an owner requests one at the desk. */
  isNightly: boolean
  backUp: (file: string, signal: AbortSignal) => Promise<void>
}

/** The name of the backup's periodic job. */
export const backupJobName = 'nightly backup'

/**
 * Makes a backup once a night, or as soon as possible afterwards; again an hour after a failure; and whenever an owner
 * requests one. If several processes run this job, only one of them makes the backup.
 */
export function startNightlyBackups(options: NightlyOptions): PeriodicJob {
  const about = { name: backupJobName, intervalMs: LOOK_EVERY_MS, log: options.log }
  return startPeriodicJob(about, (stopping) => round(options, stopping))
}

async function round(options: NightlyOptions, signal: AbortSignal): Promise<void> {
  const { client, folder, keep, isNightly, backUp, log } = options
  const now = options.now()
  const isOurs = await rpc(client, 'begin_backup', {
    p_due: isNightly ? timeText(getLastDueTime(now)) : null,
    p_now: timeText(now),
  })
  if (!isOurs || signal.aborted) return
  const file = join(folder, nameOf(now))
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await backUp(file, signal)
  } catch (error) {
    if (!signal.aborted) await noteFailure(options, error)
    throw error
  }
  await forgetOld(folder, keep)
  log.info({ file }, `${backupJobName}: done`)
}

/** Records the failure of a backup. The backup command does so itself, unless it was killed or could not start. */
async function noteFailure({ client, now }: NightlyOptions, failure: unknown): Promise<void> {
  const reason =
    failure instanceof Error ? (describeKnownError(failure) ?? failure.message) : String(failure)
  const noted = { failed_at: timeText(now()), reason: reason.slice(0, 500) }
  const { error } = await client.from('last_backup').update(noted).eq('only_row', true)
  if (error) throw new Error(`${reason} (${error.message})`, { cause: failure })
}

const london = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  hourCycle: 'h23',
  timeZone: 'Europe/London',
})

/** Returns the latest three o’clock in the morning in London that is not in the future, ms since 1970. */
export function getLastDueTime(now: number): number {
  let hour = Math.floor(now / HOUR_MS) * HOUR_MS
  while (Number(london.format(hour)) !== HOUR) hour -= HOUR_MS
  return hour
}

/**
 * Returns the file name of a backup made at this time. It uses UTC, in which no hour occurs twice when the clocks change.
 */
function nameOf(now: number): string {
  return `shop-${timeText(now).slice(0, 16).replace('T', '-').replace(':', '')}.tar`
}

async function forgetOld(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).toSorted()
  const ours = names.filter((name) => /^shop-\d{4}-\d\d-\d\d-\d{4}\.tar(\.unfinished)?$/.test(name))
  const brokenOff = ours.filter((name) => name.endsWith('.unfinished'))
  const old = ours.filter((name) => !brokenOff.includes(name)).slice(0, -keep)
  for (const name of [...old, ...brokenOff]) await rm(join(folder, name), { force: true })
}

/** Returns a function that runs the backup command in a separate process, with its own memory and a lower priority. */
export function createBackupRunner(script: string): NightlyOptions['backUp'] {
  return async (file, signal) => {
    const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'ignore', 'pipe'] })
    const end = (): boolean => child.kill()
    signal.addEventListener('abort', end)
    const [words] = await Promise.all([text(child.stderr), once(child, 'close')])
    signal.removeEventListener('abort', end)
    if (child.exitCode !== 0) throw new Error(words.trim() || `${script} ended without a word`)
  }
}
