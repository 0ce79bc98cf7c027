import { constants, setPriority } from 'node:os'
import autocannon from 'autocannon'
import { elsewhere } from './elsewhere.ts'
import { median, type Pace, percentile, show } from './figure.ts'

export interface LoadRequest {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  /** An object is sent as JSON; "[<id>]" in it is another word each time. */
  body?: string | object
}

export interface LoadResult {
  /** Answers a second. */
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
  /** Requests a second at most: of all connections, whether or not the earlier ones are answered, or of each. */
  overallRate?: number
  connectionRate?: number
  /** Each request comes from another address, as a trusted proxy tells it; for what is limited by address. */
  isCrowd?: boolean
  /** Its answers may be refusals, but no faults; of this machine it gets what the shop and its visitors leave. */
  isIntruder?: boolean
}

/** So many visitors a crowd has. */
const crowd = 8192

/**
 * Loads a server from a process of its own.
 * @throws Error when more than one answer in a thousand fails, since the rate then says nothing
 */
export function load(job: LoadJob): Promise<LoadResult> {
  return elsewhere(fire, import.meta.url, job)
}

export async function fire(job: LoadJob): Promise<LoadResult> {
  const { url, seconds, connections = 20, isCrowd = false, isIntruder = false } = job
  if (isIntruder) setPriority(constants.priority.PRIORITY_LOW)
  const own = job.requests.map(({ body, headers, ...request }) => ({
    ...request,
    headers: {
      ...(typeof body === 'object' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'object' ? JSON.stringify(body) : body }),
  }))
  const everybodys = Array.from({ length: isCrowd ? crowd : own.length }, (_, index) => {
    const request = own[index % own.length] ?? { path: '/', headers: {} }
    const address = `10.${64 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`
    const from = isCrowd && { 'x-forwarded-for': address }
    return { ...request, headers: { ...request.headers, ...from } }
  })
  const times: number[] = []
  let [clients, faults] = [0, 0]
  const running = autocannon({
    url,
    connections,
    duration: seconds,
    requests: everybodys.slice(0, 1),
    excludeErrorStats: true,
    idReplacement: true,
    ...(job.overallRate !== undefined && { overallRate: job.overallRate }),
    ...(job.connectionRate !== undefined && { connectionRate: job.connectionRate }),
    setupClient: (client) => {
      // It would make text of every body, which takes longer than all else and hides what the servers can do.
      client.pipelinedRequests.addBody = () => undefined
      // Connections begin at different places.
      const first = Math.floor((clients++ * everybodys.length) / connections)
      client.setRequests([...everybodys.slice(first), ...everybodys.slice(0, first)])
    },
  })
  running.on('response', (_client, status, _bytes, ms) => {
    times.push(ms)
    if (isIntruder ? status >= 500 : status < 200 || status > 299) faults += 1
  })
  const { errors, duration } = await running
  if (faults + errors > times.length / 1000)
    throw new Error(`${faults + errors} requests failed for ${own[0]?.path}`)
  return {
    rate: (times.length - faults) / duration,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  }
}

export interface Duel {
  ours: LoadResult
  theirs: LoadResult
  /** The middle of the rounds' ratios, ours to theirs. */
  ratio: number
}

/**
 * Loads two servers alternately, so that what else the machine does falls on both, and takes the middle of each
 * figure. The first, short round of each is left out: it is for the compiler.
 */
export async function duel(
  ours: string,
  theirs: string,
  { seconds, rounds }: Pace,
  job: Omit<LoadJob, 'url' | 'seconds'>,
  theirRequests = job.requests,
): Promise<Duel> {
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
