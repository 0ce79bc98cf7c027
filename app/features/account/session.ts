import { useSyncExternalStore } from 'react'
import { createListeners } from '../../ui/listeners.ts'
import { fieldOf, parseJson, textOf } from '../browser/json.ts'
import {
  createStorageListeners,
  localStore,
  sessionStore,
  type StorageKey,
  storageKeys,
} from '../browser/storage.ts'

export interface SessionUser {
  id: string
  email: string
  /** ISO 8601. */
  createdAt: string
  fullName: string | null
}

export interface SessionState {
  user: SessionUser | null
}

const nobody: SessionState = { user: null }
const changes = createStorageListeners()
let kept: { text: string | null; state: SessionState } = { text: null, state: nobody }

/** Who is signed in, read from local storage without supabase-js; nobody on the server. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeToSession, readSession, () => nobody)
}

export function readSession(): SessionState {
  const text = localStore.get('shop-session')
  if (text !== kept.text) kept = { text, state: parseSession(text) }
  return kept.state
}

/** Told of sign-in and sign-out in this tab and in the others. */
export const subscribeToSession = changes.subscribe

export const announceSession = changes.tell

/** Told when somebody has signed out: what features hold of them in memory goes, after what is kept has gone. */
const signedOut = createListeners()
export const onSignedOut = signedOut.subscribe

/** Told when a session has ended, by itself or in another tab, and nobody here has asked for it. */
export const { subscribe: onSessionEnded, tell: announceSessionEnded } = createListeners()

/** What stays on the device when a shopper leaves it; the cart forgets what is theirs by itself. */
const lastingKeys: readonly StorageKey[] = [
  'cart',
  'shop-session',
  'attempts',
  'newsletter_popup_seen',
  'newsletter_signed_up',
]

/** Takes what belongs to the shopper off this device, for whoever uses it next; the stored cart stays. */
export function forgetShopper(): void {
  for (const key of storageKeys) if (!lastingKeys.includes(key)) localStore.remove(key)
  signedOut.tell()
}

/** Takes everything off this device that the shop has put there, as for somebody who was never here. */
export function forgetEverything(): void {
  forgetShopper()
  for (const key of storageKeys) {
    localStore.remove(key)
    sessionStore.remove(key)
  }
}

/** Reads what supabase-js keeps; anything else is nobody. */
export function parseSession(text: string | null): SessionState {
  const user = fieldOf(parseJson(text), 'user')
  const id = textOf(user, 'id')
  if (id === null) return nobody
  const fullName = textOf(fieldOf(user, 'user_metadata'), 'full_name')?.trim()
  return {
    user: {
      id,
      email: textOf(user, 'email') ?? '',
      createdAt: textOf(user, 'created_at') ?? '',
      fullName: fullName || null,
    },
  }
}
