import { useEffect, useState } from 'react'
import { paths } from '../core/paths.ts'

declare global {
  interface Window {
    /** Reloads the page, bypassing the HTTP cache. Defined by the script in the head. */
    reloadPage: () => Promise<void>
  }
}

/** The browsers' error messages for code or data that could not be fetched, and the router's for a partial response. */
const connectionErrors =
  /^(?:Failed to fetch|NetworkError|Load failed|error loading dynamic|Importing a module|Unable to decode)/

export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && connectionErrors.test(error.message)
}

/**
 * Returns `retry`, which reloads the page only when the shop responds, so that nobody ends on the browser's own error
 * page. With `automatic`, it is called immediately (a newer build may be the only cause) and when the browser is online
 * again. `waiting` is true after an attempt without a response.
 */
export function useRetry(automatic: boolean): { waiting: boolean; retry: () => void } {
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!automatic) return
    const retry = () => reload(setWaiting)
    retry()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [automatic])
  return { waiting, retry: () => reload(setWaiting) }
}

/** Reloads when the code for a press could not be fetched, because a newer build has it under another name. */
export function reloadRoute(): void {
  reload(() => undefined)
}

function reload(setWaiting: (waiting: boolean) => void): void {
  fetch(paths.health, { cache: 'no-store' }).then(
    // A captive portal or a proxy may respond in the shop's place, so the body is checked.
    async (response) => ((await response.text()) === 'ok' ? window.reloadPage() : setWaiting(true)),
    () => setWaiting(true),
  )
}
