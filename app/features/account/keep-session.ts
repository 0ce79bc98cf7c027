import { logFailure } from '../browser/browser-log.ts'
import { localStore } from '../browser/storage.ts'
import { readOccasion, setOccasion } from './auth-prompt.ts'
import { readSession, subscribeToSession } from './session.ts'
import { loadSupabase } from './supabase.ts'

/**
 * Loads supabase-js, which keeps the session refreshed: at once when the URL is the callback of a link in an email, otherwise when
 * a user is signed in and the browser is idle. Returns the cleanup function of the effect.
 */
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
  // Safari does not support requestIdleCallback.
  const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, 200))
  whenIdle(startIfSignedIn, { timeout: 2000 })
  return subscribeToSession(startIfSignedIn)
}

export function isAuthCallback(hash: string): boolean {
  return /[#&](?:access_token|error|error_description)=/.test(hash)
}
