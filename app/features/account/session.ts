import { useSyncExternalStore } from 'react'
import { createListeners } from '../../ui/listeners.ts'
import { getField, parseJson, getText } from '../browser/json.ts'
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
  /** True when the password was accepted and the second factor is still required; `user` is null until then. */
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

export const announceSession = changes.notify

/** Fires after sign-out, once storage has been cleared, so that features can drop their in-memory state. */
const signedOut = createListeners()
export const onSignedOut = signedOut.subscribe

/** Fires in each tab when the client has begun, renewed or ended the stored session, before anything else reads it. */
export const { subscribe: onAuthEvent, notify: announceAuthEvent } = createListeners()

export function clearShopperData(): void {
  for (const key of shopperKeys) localStore.remove(key)
  signedOut.notify()
}

/** Reads what supabase-js keeps; anything else is nobody. */
export function parseSession(text: string | null): SessionState {
  const session = parseJson(text)
  const user = getField(session, 'user')
  const id = getText(user, 'id')
  if (id === null) return nobody
  if (hasApp(user) && levelOf(getText(session, 'access_token')) === 'aal1')
    return { user: null, asksCode: true }
  const fullName = getText(getField(user, 'user_metadata'), 'full_name')?.trim()
  return {
    user: {
      id,
      email: getText(user, 'email') ?? '',
      createdAt: getText(user, 'created_at') ?? '',
      fullName: fullName || null,
    },
    asksCode: false,
  }
}

function hasApp(user: unknown): boolean {
  const factors = getField(user, 'factors')
  return (
    Array.isArray(factors) && factors.some((factor) => getText(factor, 'status') === 'verified')
  )
}

/** Returns the assurance level of an access token: `aal1`, or `aal2` with a second factor. Only the server's check is binding. */
function levelOf(token: string | null): string {
  const part = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  const claims = /^[\w+/]+$/.test(part) && part.length % 4 !== 1 ? parseJson(atob(part)) : null
  return getText(claims, 'aal') ?? 'aal1'
}
