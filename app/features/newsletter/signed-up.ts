import { useSyncExternalStore } from 'react'
import { localStore } from '../browser/safe-storage.ts'
import { storageKeys } from '../browser/storage-keys.ts'
import { createStorageListeners } from '../browser/storage-listeners.ts'

const { tell, subscribe } = createStorageListeners()

/** Whether somebody has signed up in this browser. */
export function useSignedUp(): boolean {
  return useSyncExternalStore(subscribe, readSignedUp, () => false)
}

export function rememberSignUp(): void {
  localStore.set(storageKeys.newsletterSignedUp, 'true')
  tell()
}

function readSignedUp(): boolean {
  return localStore.get(storageKeys.newsletterSignedUp) !== null
}
