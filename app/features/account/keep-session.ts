import { logFailure } from '../browser/browser-log.ts'
import { localStore } from '../browser/storage.ts'
import { readOccasion, setOccasion } from './occasion.ts'
import { readSession, subscribeToSession } from './session.ts'
import { loadSupabase } from './supabase.ts'

/** Keeps the session of who is signed in fresh, and loads the client at once for whom a mail's link brings. */
export function startSessionRefresh(): () => void {
  const start = () => {
    loadSupabase().catch((cause: unknown) => logFailure('Session: could not be kept fresh', cause))
  }
  const startIfSignedIn = () => {
    if (readSession().user === null) return
    if (localStore.get('welcome_waits') !== null && readOccasion() === null) setOccasion('welcome')
    start()
  }
  if (isAuthCallback(window.location.hash)) {
    start()
    return () => {}
  }
  // Safari has no idle callbacks.
  const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, 200))
  whenIdle(startIfSignedIn, { timeout: 2000 })
  return subscribeToSession(startIfSignedIn)
}

export function isAuthCallback(hash: string): boolean {
  return /[#&](?:access_token|error|error_description)=/.test(hash)
}
