import { useEffect, useState } from 'react'
import { paths } from '../core/paths.ts'

declare global {
  interface Window {
    /** Defined by the script in the head: reloads past what the browser has kept. */
    reloadPage: () => Promise<void>
  }
}

/** What browsers say when code or data of a page could not be fetched, and the router when it came in part. */
const cutOff =
  /^(?:Failed to fetch|NetworkError|Load failed|error loading dynamic|Importing a module|Unable to decode)/

export function isCutOff(error: unknown): boolean {
  return error instanceof Error && cutOff.test(error.message)
}

/**
 * Loads the page anew, but only once the shop answers, so that nobody ends on the browser's own error page.
 * With `byItself` it does so at once (a newer build of the shop may be all there is to it) and whenever the
 * browser is back on line. `waiting` is true after an attempt without an answer.
 */
export function useRetry(byItself: boolean): { waiting: boolean; retry: () => void } {
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!byItself) return
    const retry = () => reload(setWaiting)
    retry()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [byItself])
  return { waiting, retry: () => reload(setWaiting) }
}

/** For a press whose code could not be fetched: when the shop answers, a newer build has it under another name. */
export function renewPage(): void {
  reload(() => undefined)
}

function reload(tell: (waiting: boolean) => void): void {
  fetch(paths.health, { cache: 'no-store' }).then(
    // A Wi-Fi's sign-in page, or a proxy, answers for the shop, too.
    async (answer) => ((await answer.text()) === 'ok' ? window.reloadPage() : tell(true)),
    () => tell(true),
  )
}
