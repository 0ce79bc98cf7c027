import { useSyncExternalStore } from 'react'
import { localStore } from '../safe-storage.ts'
import { storageKeys } from '../storage-keys.ts'

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
const listeners = new Set<() => void>()
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
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** supabase-js has changed what is stored. */
export function announceSession(): void {
  for (const listener of listeners) listener()
}

/** Reads what supabase-js keeps; anything else is nobody. */
export function parseSession(text: string | null): SessionState {
  const user = field(parseJson(text), 'user')
  const id = field(user, 'id')
  if (typeof id !== 'string') return nobody
  const fullName = field(field(user, 'user_metadata'), 'full_name')
  return {
    user: {
      id,
      email: String(field(user, 'email') ?? ''),
      createdAt: String(field(user, 'created_at') ?? ''),
      fullName: typeof fullName === 'string' && fullName.trim() !== '' ? fullName.trim() : null,
    },
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
