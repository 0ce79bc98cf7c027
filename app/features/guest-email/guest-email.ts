import { useSyncExternalStore } from 'react'
import { localStore } from '../browser/safe-storage.ts'
import { storageKeys } from '../browser/storage-keys.ts'
import { createStorageListeners } from '../browser/storage-listeners.ts'

const { tell, subscribe } = createStorageListeners()

/**
 * Whether the shop has an address to this cart: one that the guest left here, or the one whose mail brought the cart
 * back. Once it has, nobody asks again.
 */
export function useAddressIsKnown(): boolean {
  return useSyncExternalStore(subscribe, isAddressKnown, () => false)
}

function isAddressKnown(): boolean {
  return [storageKeys.guestEmail, storageKeys.mailedCart].some(
    (key) => localStore.get(key) !== null,
  )
}

/** Notes that a link in a mail brought a cart here, but not to whom the mail went: others may hold the link. */
export function noteMailedCart(): void {
  localStore.set(storageKeys.mailedCart, 'true')
  tell()
}

export function rememberGuestEmail(email: string): void {
  localStore.set(storageKeys.guestEmail, email)
  tell()
}

export function forgetGuestEmail(): void {
  localStore.remove(storageKeys.guestEmail)
  localStore.remove(storageKeys.mailedCart)
  tell()
}
