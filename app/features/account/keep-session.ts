import { logFailure } from '../browser/browser-log.ts'
import { readSession, subscribeToSession } from './session.ts'
import { loadSupabase } from './supabase.ts'

/**
 * Loads the client for a visitor who is signed in, so that the session stays fresh, and at once for one whom a link
 * from a mail brings. Nobody else needs it.
 */
export function keepSession(): () => void {
  const start = () => {
    loadSupabase().catch((cause: unknown) => logFailure('Session: could not be kept fresh', cause))
  }
  const startIfSignedIn = () => {
    if (readSession().user !== null) start()
  }
  if (isArrival(window.location.hash)) {
    start()
    return () => {}
  }
  const end = subscribeToSession(startIfSignedIn)
  const cancel = whenIdle(startIfSignedIn)
  return () => {
    end()
    cancel()
  }
}

/** Whether a link from a mail has put a session, or why there is none, behind the #. */
export function isArrival(hash: string): boolean {
  return /[#&](?:access_token|error|error_description)=/.test(hash)
}

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}
