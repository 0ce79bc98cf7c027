import { localStore, sessionStore } from '../browser/storage.ts'
import { storageKeys } from '../browser/storage-keys.ts'
import { forgetShopper } from './forget-shopper.ts'

/** Takes everything off this device that the shop has put there, as for somebody who was never here. */
export function forgetEverything(): void {
  forgetShopper()
  for (const key of Object.values(storageKeys)) {
    localStore.remove(key)
    sessionStore.remove(key)
  }
}
