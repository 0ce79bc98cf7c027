import { constants, setPriority } from 'node:os'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon, { type Options, type Result } from 'autocannon'
import { percentile, show } from './figure.ts'
import type { LoadJob, LoadResult } from './load.ts'
import { createRandom } from './random.ts'
import { createVisitor } from './visitor.ts'

declare module 'autocannon' {
  interface Client {
    pipelinedRequests: { addBody: (data: Uint8Array) => void }
  }
}

/** The number of visitors in a crowd. */
const crowd = 8192

interface Answers {
  /** Durations in ms. */
  times: number[]
  /** The status codes of failed responses. */
  faults: number[]
  /** The number of requests without a response. */
  errors: number
  /** In seconds. */
  duration: number
}

/**
 * Reads a job from standard input and prints its result.
 * @throws Error when more than one response in a thousand fails, because the rate is then meaningless
 */
async function run(job: LoadJob): Promise<LoadResult> {
  if (job.isBeside) setPriority(constants.priority.PRIORITY_LOW)
  const { times, faults, errors, duration } = await (job.visits === undefined
    ? fire(job)
    : visit(job, job.visits))
  if (faults.length + errors > times.length / 1000) {
    const words = `${show.counts(faults.map(String))}; ${errors} without an answer`
    throw new Error(`of ${times.length} requests for ${job.requests[0]?.path} failed: ${words}`)
  }
  return {
    rate: (times.length - faults.length) / duration,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  }
}

/** Sends requests at random times, like visitors: none waits for an earlier response. */
async function visit(job: LoadJob, visits: number): Promise<Answers> {
  const answers: Answers = { times: [], faults: [], errors: 0, duration: job.seconds }
  const { ask, leave } = createVisitor(job.url, {})
  const random = createRandom(visits)
  const requests = requestsOf(job)
  const begun: Promise<void>[] = []
  const start = performance.now()
  let due = start
  for (let count = 0; due < start + job.seconds * 1000; count++) {
    const { path, ...question } = requests[count % requests.length] ?? { path: '/' }
    await pause(due - performance.now())
    const answered = ask(path, question).then(({ status, ms }) => {
      if (status === 0) answers.errors += 1
      else answers.times.push(ms)
      if (status !== 0 && status !== 200) answers.faults.push(status)
    })
    begun.push(answered)
    due -= (Math.log(1 - random()) * 1000) / visits
  }
  await Promise.all(begun)
  leave()
  return answers
}

/** Sends one request per connection at a time, each as soon as the previous response has arrived. */
async function fire(job: LoadJob): Promise<Answers> {
  const { url, seconds, connections = 20, isBeside = false } = job
  const requests = requestsOf(job)
  const times: number[] = []
  const faults: number[] = []
  let clients = 0
  const done = Promise.withResolvers<Result>()
  const options: Options = {
    url,
    connections,
    duration: seconds,
    requests: requests.slice(0, 1),
    excludeErrorStats: true,
    idReplacement: true,
    ...(job.connectionRate !== undefined && { connectionRate: job.connectionRate }),
    setupClient: (client) => {
      // Skips the decoding of bodies, which takes longer than everything else and hides the speed of the servers.
      client.pipelinedRequests.addBody = () => undefined
      // Connections start at different requests. In a crowd each connection has its own part, because preparing requests takes
      // time.
      const [first, next] = [clients++, clients].map((place) =>
        Math.floor((place * requests.length) / connections),
      )
      const others = job.isCrowd ? [] : [...requests.slice(next), ...requests.slice(0, first)]
      client.setRequests([...requests.slice(first, next), ...others])
    },
  }

  const running = autocannon(options, (error, result) =>
    error ? done.reject(error) : done.resolve(result),
  )
  running.on('response', (_client, status, _bytes, ms) => {
    times.push(ms)
    if (isBeside ? isFault(status) : status < 200 || status > 299) faults.push(status)
  })
  const { errors, duration } = await done.promise
  return { times, faults, errors, duration }
}

/**
 * Returns true for a server error, except 504: the shop sends it when no database session was free in time, and it may refuse
 * clients with too many requests.
 */
function isFault(status: number): boolean {
  return status >= 500 && status !== 504
}

function requestsOf({ requests, isCrowd = false }: LoadJob) {
  return Array.from({ length: isCrowd ? crowd : requests.length }, (_, index) => {
    const { path, headers, body } = requests[index % requests.length] ?? { path: '/' }
    const address = `10.${64 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`
    const own = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(isCrowd && { 'x-forwarded-for': address }),
      ...headers,
    }
    if (body === undefined) return { path, headers: own }
    return { path, method: 'POST' as const, headers: own, body: JSON.stringify(body) }
  })
}

const job: unknown = await json(process.stdin)
console.log(JSON.stringify(await run(job as LoadJob)))
