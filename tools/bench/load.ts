import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface LoadRequest {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
  /** Each comes from another address, as a trusted proxy tells it; for what is limited by address. */
  isFromCrowd?: boolean
}

export interface LoadJob {
  /** The server's origin. */
  url: string
  connections: number
  seconds: number
  /** Made in turn by each connection. */
  requests: LoadRequest[]
}

export interface LoadResult {
  /** Answers a second. */
  rate: number
  /** ms */
  p50: number
  p99: number
  /** Answers that were not 2xx, or none at all. */
  failures: number
}

const worker = join(import.meta.dirname, 'load-worker.ts')

/**
 * Loads a server from a process of its own.
 * @throws Error when more than one answer in a thousand fails, since the rate then says nothing
 */
export async function load(job: LoadJob): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [worker, JSON.stringify(job)])
  const result: LoadResult = JSON.parse(stdout)
  if (result.failures > (result.rate * job.seconds) / 1000) {
    throw new Error(`${result.failures} requests failed for ${job.requests[0]?.path}`)
  }
  return result
}
