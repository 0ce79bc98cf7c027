import { useSyncExternalStore } from 'react'
import { createListeners } from '../../ui/listeners.ts'
import { fieldOf, parseJson, textOf } from '../browser/json.ts'
import { createStorageListeners, localStore, shopperKeys } from '../browser/storage.ts'

export interface SessionUser {
  id: string
  email: string
  /** ISO 8601. */
  createdAt: string
  fullName: string | null
}

export interface SessionState {
  user: SessionUser | null
  /** Somebody has given their password, and is nobody yet: their account asks for a code of their app as well. */
  asksCode: boolean
}

const nobody: SessionState = { user: null, asksCode: false }
const changes = createStorageListeners()
let kept: { text: string | null; state: SessionState } = { text: null, state: nobody }

export function useSession(): SessionState {
  return useSyncExternalStore(subscribeToSession, readSession, () => nobody)
}

export function readSession(): SessionState {
  const text = localStore.get('shop-session')
  if (text !== kept.text) kept = { text, state: parseSession(text) }
  return kept.state
}

export const subscribeToSession = changes.subscribe

export const announceSession = changes.tell

/** Told when somebody has signed out: what features hold of them in memory goes, after what is kept has gone. */
const signedOut = createListeners()
export const onSignedOut = signedOut.subscribe

/** Told when a session has ended, by itself or in another tab, and nobody here has asked for it. */
export const { subscribe: onSessionEnded, tell: announceSessionEnded } = createListeners()

export function forgetShopper(): void {
  for (const key of shopperKeys) localStore.remove(key)
  signedOut.tell()
}

/** Reads what supabase-js keeps; anything else is nobody. */
export function parseSession(text: string | null): SessionState {
  const session = parseJson(text)
  const user = fieldOf(session, 'user')
  const id = textOf(user, 'id')
  if (id === null) return nobody
  if (hasApp(user) && levelOf(textOf(session, 'access_token')) === 'aal1')
    return { user: null, asksCode: true }
  const fullName = textOf(fieldOf(user, 'user_metadata'), 'full_name')?.trim()
  return {
    user: {
      id,
      email: textOf(user, 'email') ?? '',
      createdAt: textOf(user, 'created_at') ?? '',
      fullName: fullName || null,
    },
    asksCode: false,
  }
}

function hasApp(user: unknown): boolean {
  const factors = fieldOf(user, 'factors')
  return Array.isArray(factors) && factors.some((factor) => textOf(factor, 'status') === 'verified')
}

/** What an access token says that has been proved: `aal1`, or `aal2` with a code. Only the server's reading counts. */
function levelOf(token: string | null): string {
  const part = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  const claims = /^[\w+/]+$/.test(part) && part.length % 4 !== 1 ? parseJson(atob(part)) : null
  return textOf(claims, 'aal') ?? 'aal1'
}
