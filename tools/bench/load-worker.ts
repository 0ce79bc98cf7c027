import { constants, setPriority } from 'node:os'
import { json } from 'node:stream/consumers'
import autocannon, { type Options, type Result } from 'autocannon'
import { percentile, show } from './figure.ts'
import type { LoadJob, LoadResult } from './load.ts'

declare module 'autocannon' {
  interface Client {
    pipelinedRequests: { addBody: (data: Uint8Array) => void }
  }
}

/** So many visitors a crowd has. */
const crowd = 8192

/** Reads a job from standard input and prints its result. */
async function fire(job: LoadJob): Promise<LoadResult> {
  const { url, seconds, connections = 20, isIntruder = false } = job
  if (isIntruder) setPriority(constants.priority.PRIORITY_LOW)
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
    ...(job.overallRate !== undefined && { overallRate: job.overallRate }),
    ...(job.connectionRate !== undefined && { connectionRate: job.connectionRate }),
    setupClient: (client) => {
      // It would make text of every body, which takes longer than all else and hides what the servers can do.
      client.pipelinedRequests.addBody = () => undefined
      // Connections begin at different places; of a crowd each has its own people, for every request takes time to make.
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
    if (isIntruder ? isFault(status) : status < 200 || status > 299) faults.push(status)
  })
  const { errors, duration } = await done.promise
  if (faults.length + errors > times.length / 1000) {
    const words = `${show.counts(faults.map(String))}; ${errors} without an answer`
    throw new Error(`of ${times.length} requests for ${requests[0]?.path} failed: ${words}`)
  }
  return {
    rate: (times.length - faults.length) / duration,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  }
}

/** The shop may refuse an intruder, and say 504 where no session of the database was free in time. */
function isFault(status: number): boolean {
  return status >= 500 && status !== 504
}

function requestsOf({ requests, isCrowd = false }: LoadJob) {
  return Array.from({ length: isCrowd ? crowd : requests.length }, (_, index) => {
    const { body, headers, ...request } = requests[index % requests.length] ?? { path: '/' }
    const address = `10.${64 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`
    const own = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(isCrowd && { 'x-forwarded-for': address }),
      ...headers,
    }
    return { ...request, headers: own, ...(body !== undefined && { body: JSON.stringify(body) }) }
  })
}

const job: unknown = await json(process.stdin)
console.log(JSON.stringify(await fire(job as LoadJob)))
