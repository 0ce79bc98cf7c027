import { changeCart } from '../cart/cart-store.ts'
import { localStore } from '../safe-storage.ts'
import { localKeys } from '../storage-keys.ts'

/** Takes the cart, the delivery choice and the account details off this device; the stored cart stays. */
export function forgetShopper(): void {
  for (const key of [
    localKeys.guestCartId,
    localKeys.deliveryMethod,
    localKeys.accountDetails,
    localKeys.checkoutSessionId,
    localKeys.cartBackup,
  ])
    localStore.remove(key)
  changeCart({ kind: 'forget' })
}
