import { useSyncExternalStore } from 'react'
import { createListeners } from '../../ui/listeners.ts'
import { getField, parseJson, getTextField } from '../browser/json.ts'
import { createStorageListeners, localStore, shopperStorageKeys } from '../browser/storage.ts'

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
  requiresCode: boolean
}

const signedOutState: SessionState = { user: null, requiresCode: false }
const sessionListeners = createStorageListeners()
let cached: { text: string | null; state: SessionState } = { text: null, state: signedOutState }

export function useSession(): SessionState {
  return useSyncExternalStore(subscribeToSession, readSession, () => signedOutState)
}

export function readSession(): SessionState {
  const text = localStore.get('shop-session')
  if (text !== cached.text) cached = { text, state: parseSession(text) }
  return cached.state
}

export const subscribeToSession = sessionListeners.subscribe

export const emitSessionChange = sessionListeners.emit

/** Fires after sign-out, once storage has been cleared, so that features can drop their in-memory state. */
const signOutListeners = createListeners()
export const onSignedOut = signOutListeners.subscribe

/** Fires in each tab when supabase-js has started, refreshed or ended the stored session, before `subscribeToSession` fires. */
export const { subscribe: onAuthEvent, emit: emitAuthEvent } = createListeners()

export function clearShopperData(): void {
  for (const key of shopperStorageKeys) localStore.remove(key)
  signOutListeners.emit()
}

/** Parses the session that supabase-js stores. Null and malformed text count as signed out. */
export function parseSession(text: string | null): SessionState {
  const session = parseJson(text)
  const user = getField(session, 'user')
  const id = getTextField(user, 'id')
  if (id === null) return signedOutState
  if (
    hasVerifiedFactor(user) &&
    getAssuranceLevel(getTextField(session, 'access_token')) === 'aal1'
  )
    return { user: null, requiresCode: true }
  const fullName = getTextField(getField(user, 'user_metadata'), 'full_name')?.trim()
  return {
    user: {
      id,
      email: getTextField(user, 'email') ?? '',
      createdAt: getTextField(user, 'created_at') ?? '',
      fullName: fullName || null,
    },
    requiresCode: false,
  }
}

function hasVerifiedFactor(user: unknown): boolean {
  const factors = getField(user, 'factors')
  return (
    Array.isArray(factors) &&
    factors.some((factor) => getTextField(factor, 'status') === 'verified')
  )
}

/** Returns the assurance level of an access token: `aal1`, or `aal2` with a second factor. Only the server's check is binding. */
function getAssuranceLevel(token: string | null): string {
  const part = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  const claims = /^[\w+/]+$/.test(part) && part.length % 4 !== 1 ? parseJson(atob(part)) : null
  return getTextField(claims, 'aal') ?? 'aal1'
}
