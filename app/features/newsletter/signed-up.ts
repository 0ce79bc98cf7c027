import { useSyncExternalStore } from 'react'
import { localStore } from '../safe-storage.ts'
import { storageKeys } from '../storage-keys.ts'

const listeners = new Set<() => void>()

/** Whether somebody has signed up in this browser. */
export function useSignedUp(): boolean {
  return useSyncExternalStore(subscribe, readSignedUp, () => false)
}

export function rememberSignUp(): void {
  localStore.set(storageKeys.newsletterSignedUp, 'true')
  for (const listener of listeners) listener()
}

function readSignedUp(): boolean {
  return localStore.get(storageKeys.newsletterSignedUp) !== null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
