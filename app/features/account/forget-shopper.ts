import { changeCart } from '../cart/cart-store.ts'
import { localStore } from '../safe-storage.ts'
import { storageKeys } from '../storage-keys.ts'

/** Takes the cart, the delivery choice and the account details off this device; the stored cart stays. */
export function forgetShopper(): void {
  for (const key of [
    storageKeys.guestCartId,
    storageKeys.deliveryMethod,
    storageKeys.accountDetails,
    storageKeys.checkoutSessionId,
    storageKeys.cartBackup,
  ])
    localStore.remove(key)
  changeCart({ kind: 'forget' })
}
