import { median, show } from './figure.ts'
import { load, type LoadRequest, type LoadResult } from './load.ts'

/** How long and how often to measure. */
export interface Pace {
  /** Of each round. */
  seconds: number
  rounds: number
  /** Of the mixed load. */
  minutes: number
  kills: number
  /** Of PostgreSQL, in each of two ways to have it. */
  restarts: number
  /** Random moments follow from it. */
  seed: number
}

export interface Side {
  url: string
  request: LoadRequest
}

export interface Duel {
  ours: LoadResult
  theirs: LoadResult
  /** The middle of the rounds' ratios, ours to theirs. */
  ratio: number
}

const connections = 20

/**
 * Loads two servers alternately, so that what else the machine does falls on both, and takes the middle of each
 * figure. The first, short round of each is left out: it is for the compiler.
 */
export async function duel(ours: Side, theirs: Side, { seconds, rounds }: Pace): Promise<Duel> {
  const run = (side: Side, time: number): Promise<LoadResult> =>
    load({ url: side.url, connections, seconds: time, requests: [side.request] })
  const warmUp = Math.min(3, seconds)
  await run(ours, warmUp)
  await run(theirs, warmUp)
  const pairs: { ours: LoadResult; theirs: LoadResult }[] = []
  for (let round = 0; round < rounds; round++) {
    pairs.push({ ours: await run(ours, seconds), theirs: await run(theirs, seconds) })
  }
  return {
    ours: middle(pairs.map((pair) => pair.ours)),
    theirs: middle(pairs.map((pair) => pair.theirs)),
    ratio: median(pairs.map((pair) => pair.ours.rate / pair.theirs.rate)),
  }
}

function middle(results: LoadResult[]): LoadResult {
  return {
    rate: median(results.map((result) => result.rate)),
    p50: median(results.map((result) => result.p50)),
    p99: median(results.map((result) => result.p99)),
    failures: results.reduce((sum, result) => sum + result.failures, 0),
  }
}

/** "1,234/s (p50 1.00 ms, p99 2.00 ms)" */
export function describeLoad({ rate, p50, p99 }: LoadResult): string {
  return `${show.rate(rate)} (p50 ${show.ms(p50)}, p99 ${show.ms(p99)})`
}
