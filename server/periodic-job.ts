import type { ShopClient } from '../supabase/client.ts'
import type { FunctionLog } from '../supabase/functions/_shared/environment.ts'

export type PeriodicJob = ReturnType<typeof startPeriodicJob>

export interface JobOptions {
  /** A Supabase client with the secret key. */
  client: ShopClient
  /** Returns the time in ms since 1970. */
  now: () => number
  log: FunctionLog
}

interface RoundsOptions {
  name: string
  intervalMs: number
  log: Pick<FunctionLog, 'error'>
}

/**
 * Starts a periodic job. A failed round is logged, and the job continues with the next round. The signal asks a round to
 * stop early.
 */
export function startPeriodicJob(
  { name, intervalMs, log }: RoundsOptions,
  round: (stopping: AbortSignal) => Promise<void>,
) {
  const stopping = new AbortController()
  let underWay: Promise<void> | null = null
  async function run(): Promise<void> {
    try {
      await round(stopping.signal)
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, `${name}: failed`)
    } finally {
      underWay = null
    }
  }
  /** Runs one round to its end, or waits for the round that is already running. */
  function runOnce(): Promise<void> {
    underWay ??= run()
    return underWay
  }
  const timer = setInterval(() => void runOnce(), intervalMs)
  timer.unref()
  return {
    name,
    runOnce,
    /** Starts no further round, and waits for the one that is running. */
    async stop(): Promise<void> {
      stopping.abort()
      clearInterval(timer)
      await underWay
    },
  }
}
