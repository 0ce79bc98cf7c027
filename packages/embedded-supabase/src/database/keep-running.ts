import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../core/wire.ts'
import type { Postmaster } from './postmaster.ts'

const shortestDelay = 200
const longestDelay = 30_000

/**
 * Restarts PostgreSQL whenever it exits, without a limit on the number of attempts: after 0.2 s, and then with doubled delays of up
 * to 30 s, until it has run for longer than the delay.
 * @param start starts PostgreSQL again; an error counts as a failed attempt
 * @returns a function that stops PostgreSQL, or the wait for the next restart
 */
export function keepPostgresRunning(
  first: Postmaster,
  start: (signal: AbortSignal) => Promise<Postmaster>,
  log: Logger,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let current: Postmaster = first
  let readySince: number | null = null

  async function watch(): Promise<void> {
    let delay = shortestDelay
    let lastWords = await first.ended
    while (!signal.aborted) {
      log.error({ lastWords, delay }, 'postgresql: ended, is started again')
      await sleep(delay, signal)
      if (signal.aborted) return
      readySince = null
      lastWords = await runOnce().catch(messageOf)
      const ranWell = readySince !== null && performance.now() - readySince > delay
      delay = ranWell ? shortestDelay : Math.min(delay * 2, longestDelay)
    }
  }

  async function runOnce(): Promise<string> {
    current = await start(signal)
    if (signal.aborted) await current.stop()
    else if (await current.ready) {
      readySince = performance.now()
      log.info({}, 'postgresql: runs again')
    }
    return current.ended
  }

  const watching = watch()
  return async () => {
    stopping.abort()
    await current.stop()
    await watching
  }
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
