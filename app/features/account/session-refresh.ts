import { logFailure } from '../browser/browser-log.ts'
import { localStore } from '../browser/storage.ts'
import { readAuthPrompt, setAuthPrompt } from './auth-prompt.ts'
import { readSession, subscribeToSession } from './session.ts'
import { loadSupabase } from './supabase.ts'

/**
 * Loads supabase-js, which keeps the session refreshed: at once when the URL is the callback of a link in an email, otherwise when
 * a user is signed in and the browser is idle. Returns the cleanup function of the effect.
 */
export function startSessionRefresh(): () => void {
  const loadOrLog = () => {
    loadSupabase().catch((cause: unknown) =>
      logFailure('Session: supabase-js could not be loaded', cause),
    )
  }
  const loadIfSignedIn = () => {
    if (readSession().user === null) return
    if (localStore.get('welcome_waits') !== null && readAuthPrompt() === null)
      setAuthPrompt('welcome')
    loadOrLog()
  }
  if (isAuthCallback(window.location.hash)) {
    loadOrLog()
    return () => {}
  }
  // Safari does not support requestIdleCallback.
  const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, 200))
  whenIdle(loadIfSignedIn, { timeout: 2000 })
  return subscribeToSession(loadIfSignedIn)
}

export function isAuthCallback(hash: string): boolean {
  return /[#&](?:access_token|error|error_description)=/.test(hash)
}
