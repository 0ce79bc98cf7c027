import { useSyncExternalStore } from 'react'
import { localStore } from '../safe-storage.ts'
import { storageKeys } from '../storage-keys.ts'

const listeners = new Set<() => void>()

/** The address that a guest has left, or null. Once there is one, nobody asks again. */
export function useGuestEmail(): string | null {
  return useSyncExternalStore(subscribe, readGuestEmail, () => null)
}

export function readGuestEmail(): string | null {
  return localStore.get(storageKeys.guestEmail)
}

export function rememberGuestEmail(email: string): void {
  localStore.set(storageKeys.guestEmail, email)
  for (const listener of listeners) listener()
}

export function forgetGuestEmail(): void {
  localStore.remove(storageKeys.guestEmail)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
