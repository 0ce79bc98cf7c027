import { changeCart } from '../cart/cart-store.ts'
import { dropCode } from '../cart/discount.ts'
import { forgetDrafts } from '../enquiries/drafts.ts'
import { forgetGuestEmail } from '../guest-email/guest-email.ts'
import { localStore, sessionStore } from '../browser/safe-storage.ts'
import { storageKeys } from '../browser/storage-keys.ts'

/**
 * Takes the cart, the delivery choice, the account details, the address and unsent enquiries off this device, for whoever uses it next;
 * the stored cart stays.
 */
export function forgetShopper(): void {
  for (const key of [
    storageKeys.guestCartId,
    storageKeys.restoredCart,
    storageKeys.deliveryMethod,
    storageKeys.accountDetails,
    storageKeys.checkoutSessionId,
    storageKeys.cartBackup,
  ])
    localStore.remove(key)
  forgetGuestEmail()
  dropCode()
  forgetDrafts()
  changeCart({ kind: 'forget' })
}

/** Takes everything off this device that the shop has put there, as for somebody who was never here. */
export function forgetEverything(): void {
  forgetShopper()
  for (const key of Object.values(storageKeys)) {
    localStore.remove(key)
    sessionStore.remove(key)
  }
}
