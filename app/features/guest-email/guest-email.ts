import { useSyncExternalStore } from 'react'
import { createListeners } from '../../ui/listeners.ts'
import { localStore } from '../safe-storage.ts'
import { storageKeys } from '../storage-keys.ts'

const changes = createListeners()

/** The address that a guest has left, or null. Once there is one, nobody asks again. */
export function useGuestEmail(): string | null {
  return useSyncExternalStore(subscribe, readGuestEmail, () => null)
}

export function readGuestEmail(): string | null {
  return localStore.get(storageKeys.guestEmail)
}

export function rememberGuestEmail(email: string): void {
  localStore.set(storageKeys.guestEmail, email)
  changes.tell()
}

export function forgetGuestEmail(): void {
  localStore.remove(storageKeys.guestEmail)
  changes.tell()
}

function subscribe(listener: () => void): () => void {
  const end = changes.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    end()
    window.removeEventListener('storage', listener)
  }
}
