import { useSyncExternalStore } from 'react'
import { fieldOf, parseJson, textOf } from '../browser/json.ts'
import { localStore } from '../browser/safe-storage.ts'
import { storageKeys } from '../browser/storage-keys.ts'
import { createStorageListeners } from '../browser/storage-listeners.ts'

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
  const text = localStore.get(storageKeys.session)
  if (text !== kept.text) kept = { text, state: parseSession(text) }
  return kept.state
}

/** Told of sign-in and sign-out in this tab and in the others. */
export const subscribeToSession = changes.subscribe

/** Called when supabase-js has changed what is stored. */
export const announceSession = changes.tell

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
