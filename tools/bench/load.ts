import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median, type Pace, show } from './figure.ts'
import type { Question } from './visitor.ts'

/** "[<id>]" in its path or body is another word each time. */
export interface LoadRequest extends Question {
  path: string
  body?: object
}

export interface LoadResult {
  rate: number
  /** ms */
  p50: number
  p95: number
  p99: number
}

export interface LoadJob {
  /** The server's origin. */
  url: string
  seconds: number
  /** Each connection makes them in turn. */
  requests: LoadRequest[]
  connections?: number
  /** Requests a second, whether or not the earlier ones are answered; without it each connection sends the next as soon as one is answered. */
  visits?: number
  /** Requests a second per connection, at most. */
  connectionRate?: number
  /** Each request comes from another address, as a trusted proxy tells it; for what is limited by address. */
  isCrowd?: boolean
  /** Beside what is measured: it gets of this machine what shop and visitors leave. Without `visits` it may be refused, but not by a fault. */
  isBeside?: boolean
}

/**
 * Loads a server from a process of its own, so that the work distorts nobody else's timing.
 * @throws Error when more than one answer in a thousand fails, since the rate then says nothing
 */
export async function load(job: LoadJob): Promise<LoadResult> {
  return runWorker<LoadResult>('load-worker.ts', job)
}

/** Runs a program of this folder, which reads a job from standard input and prints what came of it. */
export async function runWorker<Result>(program: string, job: object): Promise<Result> {
  const running = promisify(execFile)(process.execPath, [join(import.meta.dirname, program)])
  running.child.stdin?.end(JSON.stringify(job))
  return JSON.parse((await running).stdout)
}

/**
 * Loads two servers alternately, so that whatever else the machine does affects both, and takes the median of each
 * figure, and of the rounds' ratios, ours to theirs. The first, short round of each is a warm-up and does not count.
 */
export async function duel(
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

/** "1,234/s (p50 1.00 ms, p99 2.00 ms)" */
export function describeLoad({ rate, p50, p99 }: LoadResult): string {
  return `${show.rate(rate)} (p50 ${show.ms(p50)}, p99 ${show.ms(p99)})`
}
