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
  // Safari has no idle callbacks.
  const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, 200))
  whenIdle(startIfSignedIn, { timeout: 2000 })
  return subscribeToSession(startIfSignedIn)
}

/** Whether a link from a mail has put a session, or why there is none, behind the #. */
export function isArrival(hash: string): boolean {
  return /[#&](?:access_token|error|error_description)=/.test(hash)
}
