import { parseCart } from '../../../domain/cart-parse.ts'
import { clearShopperData, onAuthEvent, readSession } from '../account/session.ts'
import { getField, getTextField, parseJson } from '../browser/json.ts'
import { localStore } from '../browser/storage.ts'
import { changeCart, emitCartChange, readStoredCart } from './cart-store.ts'
import { removeLinesFromSavedCheckout } from './checkout-memory.ts'
import { fillCodeField, storeTypedCode } from './discount.ts'
import { readGuestCartId } from './guest-cart-id.ts'

/** The storage keys of what the shopper has filled in at the cart. The keys of a group are restored together or not at all. */
const groups = [
  ['delivery_method'],
  ['discount_code', 'discount_typed'],
  ['gift_note'],
  ['checkout_session_id', 'cart_backup'],
] as const

onAuthEvent(stashOrRestoreCart)

/**
 * Moves the cart of an account and what was filled in at it into `returning_cart` when the session ends without a sign-out, so that
 * the next user of the device does not see it. Restores it when the same account signs in.
 */
export function stashOrRestoreCart(): void {
  const userId = readSession().user?.id ?? null
  const { owner } = readStoredCart()
  if (owner !== null && owner !== userId) stashCart(owner)
  if (userId !== null) restoreCart(userId)
}

function stashCart(owner: string): void {
  storeTypedCode()
  const { items, dirty } = readStoredCart()
  // The server has stored this cart and removes from it what is paid for, so nothing of it is left for this browser to remove.
  if (!dirty) removeLinesFromSavedCheckout(items, [])
  const texts = Object.fromEntries(groups.flat().map((key) => [key, localStore.get(key)]))
  clearShopperData()
  localStore.set('returning_cart', JSON.stringify({ owner, texts, items: dirty ? items : null }))
}

/** Restores the texts, except those of groups that have been filled in since. */
function restoreCart(userId: string): void {
  const stashed = parseJson(localStore.get('returning_cart'))
  localStore.remove('returning_cart')
  if (getTextField(stashed, 'owner') !== userId) return
  storeTypedCode()
  for (const group of groups.filter((keys) => keys.every((key) => localStore.get(key) === null)))
    for (const key of group) {
      const text = getTextField(getField(stashed, 'texts'), key)
      if (text !== null) localStore.set(key, text)
    }
  const typed = localStore.get('discount_typed')
  if (typed !== null) fillCodeField(typed)
  const items = getField(stashed, 'items')
  if (Array.isArray(items)) restoreLines(userId, items)
  emitCartChange()
}

/** Restores lines that the server has not stored; they are sent before its cart is loaded. */
function restoreLines(owner: string, items: unknown[]): void {
  changeCart({ kind: 'adopt', owner, items: parseCart(items), guestCartId: readGuestCartId() })
  localStore.remove('guest_cart_id')
  changeCart({ kind: 'migrate' })
}
