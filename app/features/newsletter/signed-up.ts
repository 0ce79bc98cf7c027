import { useSyncExternalStore } from 'react'
import { createListeners } from '../../ui/listeners.ts'
import { localStore } from '../safe-storage.ts'
import { storageKeys } from '../storage-keys.ts'

const changes = createListeners()

/** Whether somebody has signed up in this browser. */
export function useSignedUp(): boolean {
  return useSyncExternalStore(subscribe, readSignedUp, () => false)
}

export function rememberSignUp(): void {
  localStore.set(storageKeys.newsletterSignedUp, 'true')
  changes.tell()
}

function readSignedUp(): boolean {
  return localStore.get(storageKeys.newsletterSignedUp) !== null
}

function subscribe(listener: () => void): () => void {
  const end = changes.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    end()
    window.removeEventListener('storage', listener)
  }
}
