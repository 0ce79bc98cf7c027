import { localStore } from '../browser/storage.ts'
import { shopperKeys } from '../browser/storage-keys.ts'
import { announceSignedOut } from './session.ts'

/** Takes what belongs to the shopper off this device, for whoever uses it next; the stored cart stays. */
export function forgetShopper(): void {
  for (const key of shopperKeys) localStore.remove(key)
  announceSignedOut()
}
