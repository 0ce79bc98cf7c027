import Stripe from 'stripe'
import { describeFailure } from '../../mail/failures.ts'
import type { PaymentAccount } from '../payment-account.ts'
import { type PeriodicJob, startPeriodicJob, type JobOptions } from '../periodic-job.ts'
import {
  type CatalogueJob,
  type CatalogueJobs,
  createCatalogueJobs,
  type SyncResult,
} from './jobs.ts'
import { pushProductToStripe, pushShippingRateToStripe } from './provider.ts'

const minute = 60_000
/** Delays in ms after the first failed attempts; the last one applies to all later attempts. */
const waits = [1000, 5000, 30_000, 2 * minute]
const maxWait = 10 * minute
/**
 * After Stripe has refused a request, the job is retried only this often, in case somebody has fixed the cause in Stripe's
 * dashboard.
 */
const refusedWait = 30 * minute

export interface CatalogueOptions extends JobOptions {
  stripe: Stripe
  account: PaymentAccount['name']
  siteUrl: URL
  intervalMs: number
  /** Returns a number from 0 to 1, as Math.random does. */
  random?: () => number
}

/**
 * Keeps the products at Stripe in sync with the shop's by running the jobs that changed rows have queued. Any number of
 * processes may run this worker; each job is done by one of them. If a process is killed half-way, the next one finds what
 * it left at Stripe and completes it.
 */
export function startCatalogueWorker(options: CatalogueOptions): PeriodicJob {
  const jobs = createCatalogueJobs(options, options.account)
  return startPeriodicJob({ ...options, name: 'catalogue' }, (stopping) =>
    workOff(options, jobs, stopping),
  )
}

async function workOff(
  options: CatalogueOptions,
  jobs: CatalogueJobs,
  stopping: AbortSignal,
): Promise<void> {
  try {
    while (!stopping.aborted) {
      const job = await jobs.claim()
      if (job === null || !(await tryJob(options, jobs, job))) return
    }
  } catch (error) {
    if (stopping.aborted) return
    options.log.warn({ error: describeFailure(error) }, 'catalogue: its jobs are out of reach')
  }
}

/** Runs the job. Returns false when other jobs would fail as well, so that they are not tried now. */
async function tryJob(
  options: CatalogueOptions,
  jobs: CatalogueJobs,
  job: CatalogueJob,
): Promise<boolean> {
  const { now, log, random = Math.random } = options
  const { subject } = job
  try {
    const { done } = await runCatalogueJob(options, jobs, job)
    if (done.length > 0) log.info({ subject, done }, 'catalogue: changed at the provider')
    return true
  } catch (error) {
    const refused = isRefusedByStripe(error)
    const reason = describeFailure(error)
    const failed = {
      error: reason,
      isRefused: refused || isLockedOut(error),
      retryAt: now() + waitAfter(job.attempt, refused, random()),
    }
    log.warn({ subject, reason }, 'catalogue: could not be changed at the provider')
    await jobs.fail(job, failed)
    return refused
  }
}

/** Returns the delay in ms after a failed attempt, with 20% jitter so that jobs are not all retried at once. */
function waitAfter(attempt: number, refused: boolean, random: number): number {
  const wait = refused ? refusedWait : (waits[attempt - 1] ?? maxWait)
  return Math.round(wait * (0.8 + 0.4 * random))
}

/**
 * Runs a job and records its result.
 * @throws Stripe's errors, and Error when the database cannot be reached
 */
export async function runCatalogueJob(
  { stripe, siteUrl }: Pick<CatalogueOptions, 'stripe' | 'siteUrl'>,
  jobs: CatalogueJobs,
  job: CatalogueJob,
): Promise<SyncResult> {
  const found = await sync(stripe, siteUrl, job)
  const isWritten = await jobs.settle(job, found)
  if (!isWritten) throw new Error('another worker has taken this job over')
  return found
}

async function sync(stripe: Stripe, siteUrl: URL, job: CatalogueJob): Promise<SyncResult> {
  if (job.product !== null) return pushProductToStripe(stripe, job, job.product, siteUrl)
  if (job.rate !== null) return pushShippingRateToStripe(stripe, job, job.rate)
  throw new Error(`nobody knows what ${job.subject} is`)
}

/** Stripe's error codes for races with another process, which a retry resolves. */
const passing = new Set(['resource_already_exists', 'resource_missing', 'lock_timeout'])

export function isRefusedByStripe(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && !passing.has(error.code ?? '')
}

/** Returns true when the API key is invalid or lacks a permission; other jobs would fail in the same way. */
function isLockedOut(error: unknown): boolean {
  const { StripePermissionError, StripeAuthenticationError } = Stripe.errors
  return error instanceof StripePermissionError || error instanceof StripeAuthenticationError
}
