import autocannon from 'autocannon'
import { percentile } from './figure.ts'
import type { LoadJob, LoadResult } from './load.ts'

/** The process that makes the load. Its argument is a LoadJob, its output a LoadResult, both as JSON. */
const job: LoadJob = JSON.parse(process.argv[2] ?? '')
const times: number[] = []

const running = autocannon({
  url: job.url,
  connections: job.connections,
  duration: job.seconds,
  requests: job.requests,
  excludeErrorStats: true,
  setupClient: (client) => {
    // It would make text of every body, which takes longer than all else and hides what the servers can do.
    client.pipelinedRequests.addBody = () => undefined
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
