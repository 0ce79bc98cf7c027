import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median, type BenchSettings, format } from './figure.ts'
import type { VisitorRequest } from './visitor.ts'

/** A request. "[<id>]" in its path or body is replaced by another word each time. */
export interface LoadRequest extends VisitorRequest {
  path: string
  body?: object
}

export interface LoadResult {
  rate: number
  /** The percentiles of the durations in ms. */
  p50: number
  p95: number
  p99: number
}

export interface LoadJob {
  /** The origin of the measured server. */
  url: string
  seconds: number
  /** The requests, which each connection sends one after the other, over and over. */
  requests: LoadRequest[]
  connections?: number
  /**
   * The number of requests per second, sent without waiting for responses. When undefined, each connection sends its next request
   * after the previous response.
   */
  visits?: number
  /** The maximum number of requests per second on each connection. */
  connectionRate?: number
  /**
   * Sends each request from another IP address, as a trusted proxy's header, because the shop limits the requests of one address.
   */
  isCrowd?: boolean
  /**
   * Marks a load that only runs in the background of another measurement: its process gets a low CPU priority, and without `visits`
   * refused requests do not count as failed.
   */
  isBeside?: boolean
}

/**
 * Sends requests to a server from a separate process, so that this work does not delay the measurements of other processes.
 * @throws Error when more than one response in a thousand fails, because the measured rate is then meaningless
 */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  return runWorker<LoadResult>('load-worker.ts', job)
}

/** Runs a program in this folder, which reads a job as JSON from standard input and prints its result as JSON. */
export async function runWorker<Result>(program: string, job: object): Promise<Result> {
  const running = promisify(execFile)(process.execPath, [join(import.meta.dirname, program)])
  running.child.stdin?.end(JSON.stringify(job))
  return JSON.parse((await running).stdout)
}

/**
 * Measures two servers alternately, so that other work on the machine affects both. Returns the medians of both, and the median of
 * the ratios of `ours` to `theirs` in each round. Each server gets a short warm-up round first, which does not count.
 */
export async function compareServers(
  ours: string,
  theirs: string,
  { seconds, rounds }: BenchSettings,
  job: Omit<LoadJob, 'url' | 'seconds'>,
  theirRequests = job.requests,
) {
  const pairs: [LoadResult, LoadResult][] = []
  for (let round = 0; round <= rounds; round++) {
    const time = round === 0 ? Math.min(3, seconds) : seconds
    const own = await runLoad({ ...job, url: ours, seconds: time })
    pairs.push([
      own,
      await runLoad({ ...job, requests: theirRequests, url: theirs, seconds: time }),
    ])
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
  return `${format.rate(rate)} (p50 ${format.ms(p50)}, p99 ${format.ms(p99)})`
}
