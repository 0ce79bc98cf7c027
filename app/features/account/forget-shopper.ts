import { localStore, sessionStore } from '../browser/storage.ts'
import { shopperKeys, storageKeys } from '../browser/storage-keys.ts'
import { announceSignedOut } from './session.ts'

/** Takes what belongs to the shopper off this device, for whoever uses it next; the stored cart stays. */
export function forgetShopper(): void {
  for (const key of shopperKeys) localStore.remove(key)
  announceSignedOut()
}

/** Takes everything off this device that the shop has put there, as for somebody who was never here. */
export function forgetEverything(): void {
  forgetShopper()
  for (const key of Object.values(storageKeys)) {
    localStore.remove(key)
    sessionStore.remove(key)
  }
}
