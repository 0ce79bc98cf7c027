import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median, type Pace, show } from './figure.ts'
import type { Question } from './visitor.ts'

/** "[<id>]" in the path or body is replaced by another word each time. */
export interface LoadRequest extends Question {
  path: string
  body?: object
}

export interface LoadResult {
  rate: number
  /** In ms. */
  p50: number
  p95: number
  p99: number
}

export interface LoadJob {
  /** The origin of the server. */
  url: string
  seconds: number
  /** Each connection sends these in turn. */
  requests: LoadRequest[]
  connections?: number
  /**
   * Requests per second, sent without waiting for responses. If undefined, each connection sends the next request when the
   * previous response has arrived.
   */
  visits?: number
  /** The maximum of requests per second per connection. */
  connectionRate?: number
  /** Sends each request from another address, in the header of a trusted proxy, for rates that are limited by address. */
  isCrowd?: boolean
  /** Background load with low CPU priority. Without `visits`, refusals do not count as faults. */
  isBeside?: boolean
}

/**
 * Loads a server from a separate process, so that the work does not distort the timing of other processes.
 * @throws Error when more than one response in a thousand fails, because the rate is then meaningless
 */
export async function load(job: LoadJob): Promise<LoadResult> {
  return runWorker<LoadResult>('load-worker.ts', job)
}

/** Runs a program of this folder that reads a job from standard input and prints its result as JSON. */
export async function runWorker<Result>(program: string, job: object): Promise<Result> {
  const running = promisify(execFile)(process.execPath, [join(import.meta.dirname, program)])
  running.child.stdin?.end(JSON.stringify(job))
  return JSON.parse((await running).stdout)
}

/**
 * Loads two servers alternately, so that other work on the machine affects both. Returns the medians of the figures, and the
 * median of the rounds' ratios of ours to theirs. The first, short round of each is a warm-up and does not count.
 */
export async function compareServers(
  ours: string,
  theirs: string,
  { seconds, rounds }: Pace,
  job: Omit<LoadJob, 'url' | 'seconds'>,
  theirRequests = job.requests,
) {
  const pairs: [LoadResult, LoadResult][] = []
  for (let round = 0; round <= rounds; round++) {
    const time = round === 0 ? Math.min(3, seconds) : seconds
    const own = await load({ ...job, url: ours, seconds: time })
    pairs.push([own, await load({ ...job, requests: theirRequests, url: theirs, seconds: time })])
  }
  pairs.shift()
  return {
    ours: middle(pairs.map(([own]) => own)),
    theirs: middle(pairs.map(([, other]) => other)),
    ratio: median(pairs.map(([own, other]) => own.rate / other.rate)),
  }
}

function middle(results: LoadResult[]): LoadResult {
  const of = (key: keyof LoadResult) => median(results.map((result) => result[key]))
  return { rate: of('rate'), p50: of('p50'), p95: of('p95'), p99: of('p99') }
}

/** Returns text such as "1,234/s (p50 1.00 ms, p99 2.00 ms)". */
export function describeLoad({ rate, p50, p99 }: LoadResult): string {
  return `${show.rate(rate)} (p50 ${show.ms(p50)}, p99 ${show.ms(p99)})`
}
