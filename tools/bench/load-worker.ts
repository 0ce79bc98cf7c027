import { constants, setPriority } from 'node:os'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon, { type Options, type Result } from 'autocannon'
import { percentile, format } from './figure.ts'
import type { LoadJob, LoadResult } from './load.ts'
import { createRandom } from './random.ts'
import { createVisitor } from './visitor.ts'

declare module 'autocannon' {
  interface Client {
    pipelinedRequests: { addBody: (data: Uint8Array) => void }
  }
}

/** The number of IP addresses from which a crowd sends requests. */
const crowd = 8192

interface Answers {
  /** The durations of all responses in ms. */
  times: number[]
  /** The status codes of responses that count as failed. */
  faults: number[]
  /** The number of requests that got no response. */
  errors: number
  /** The duration of the whole run in seconds. */
  duration: number
}

/**
 * Reads a job as JSON from standard input and prints its result as JSON.
 * @throws Error when more than one response in a thousand fails, because the measured rate is then meaningless
 */
async function run(job: LoadJob): Promise<LoadResult> {
  if (job.isBeside) setPriority(constants.priority.PRIORITY_LOW)
  const { times, faults, errors, duration } = await (job.visits === undefined
    ? fire(job)
    : visit(job, job.visits))
  if (faults.length + errors > times.length / 1000) {
    const words = `${format.counts(faults.map(String))}; ${errors} without an answer`
    throw new Error(`of ${times.length} requests for ${job.requests[0]?.path} failed: ${words}`)
  }
  return {
    rate: (times.length - faults.length) / duration,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  }
}

/** Sends requests at random times, as independent visitors do, without waiting for the responses to earlier ones. */
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

/** Sends requests through several connections. Each connection sends its next request when the previous response has arrived. */
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
      // Skips the decoding of response bodies, which would take longer than all the rest and hide the speed of the server.
      client.pipelinedRequests.addBody = () => undefined
      // Lets each connection start at another request of the list. For a crowd, each connection only gets its own part of the list,
      // because preparing the same requests for every connection would take long.
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
 * Returns true for a server error. Status 504 does not count: the shop answers it when no database session became free in time, as
 * it may to a client that sends too many requests.
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
