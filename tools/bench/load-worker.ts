import autocannon from 'autocannon'
import { percentile } from './figure.ts'
import type { LoadJob, LoadRequest, LoadResult } from './load.ts'

/** The process that makes the load. Its argument is a LoadJob, its output a LoadResult, both as JSON. */
const job: LoadJob = JSON.parse(process.argv[2] ?? '')
const times: number[] = []
/** So many visitors a crowd has. */
const crowd = 8192
const requests = job.requests.flatMap(byCrowd)
let clients = 0

/** The same request from every visitor of the crowd. */
function byCrowd({ isFromCrowd = false, ...request }: LoadRequest): LoadRequest[] {
  if (!isFromCrowd) return [request]
  return Array.from({ length: crowd }, (_, index) => {
    const address = `10.${64 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`
    return { ...request, headers: { ...request.headers, 'x-forwarded-for': address } }
  })
}

/** Connections of a crowd begin with different visitors. */
function startingAt(index: number): LoadRequest[] {
  return [...requests.slice(index), ...requests.slice(0, index)]
}

const running = autocannon({
  url: job.url,
  connections: job.connections,
  duration: job.seconds,
  requests: requests.slice(0, job.requests.length),
  excludeErrorStats: true,
  setupClient: (client) => {
    // It would make text of every body, which takes longer than all else and hides what the servers can do.
    client.pipelinedRequests.addBody = () => undefined
    if (requests.length > job.requests.length)
      client.setRequests(startingAt(Math.floor((clients++ * requests.length) / job.connections)))
  },
})
running.on('response', (_, __, ___, responseTime) => {
  times.push(responseTime)
})
const result = await running
const sorted = Float64Array.from(times).sort()
const answer: LoadResult = {
  rate: result['2xx'] / result.duration,
  p50: percentile(sorted, 0.5),
  p99: percentile(sorted, 0.99),
  failures: result.non2xx + result.errors,
}
process.stdout.write(JSON.stringify(answer))
