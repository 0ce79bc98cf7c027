import type { Cart } from '../../../domain/cart.ts'
import { toStoredLines } from '../../../domain/stored-lines.ts'
import { parseCart } from '../../../domain/cart-parse.ts'
import { getField, parseJson, getTextField } from '../browser/json.ts'
import { localStore } from '../browser/storage.ts'
import { removeMatchingCode } from './discount.ts'
import { changeCart } from './cart-store.ts'

export function storeCheckout(sessionId: string, items: Cart, code?: string): void {
  localStore.set('checkout_session_id', sessionId)
  localStore.set('cart_backup', JSON.stringify({ sessionId, items, code: code ?? null }))
}

export function getLastCheckoutSession(): string | null {
  return localStore.get('checkout_session_id')
}

/** Forgets a checkout session that was not paid. The cart does not change. */
export function clearCheckout(): void {
  localStore.remove('checkout_session_id')
  localStore.remove('cart_backup')
}

/**
 * Removes the lines of a paid checkout session from the cart, with its discount code and gift note. Lines added since stay. Does
 * nothing for a session other than the last one, and nothing when it is called again.
 */
export function removeBoughtLines(sessionId: string): void {
  if (getLastCheckoutSession() !== sessionId) return
  const { items, code } = readBackup(sessionId)
  const lines = toStoredLines(items)
  clearCheckout()
  if (code !== null) removeMatchingCode(code)
  localStore.remove('gift_note')
  if (lines.length > 0) changeCart({ kind: 'bought', lines })
}

/**
 * Reduces the stored lines of the last checkout session by what the server has removed from the cart between `before` and `after`.
 * Otherwise `removeBoughtLines` would remove the same pieces again, after the shopper may have added new ones.
 */
export function removeLinesFromSavedCheckout(before: Cart, after: Cart): void {
  const sessionId = getLastCheckoutSession()
  if (sessionId === null) return
  const quantityIn = (cart: Cart, id: string) =>
    cart.find(({ product }) => product.id === id)?.quantity ?? 0
  const backup = readBackup(sessionId)
  const items = backup.items
    .map((item) => {
      const [had, has] = [quantityIn(before, item.product.id), quantityIn(after, item.product.id)]
      return { ...item, quantity: Math.min(item.quantity, had) - Math.max(0, had - has) }
    })
    .filter(({ quantity }) => quantity > 0)
  localStore.set('cart_backup', JSON.stringify({ ...backup, sessionId, items }))
}

/**
 * Returns an empty backup for another session. `code` is the discount code that was paid with; older versions did not store it in
 * the backup, and always paid with the stored code.
 */
function readBackup(sessionId: string): { items: Cart; code: string | null } {
  const backup = parseJson(localStore.get('cart_backup'))
  if (getField(backup, 'sessionId') !== sessionId) return { items: [], code: null }
  const isOlder = getField(backup, 'code') === undefined
  return {
    items: parseCart(getField(backup, 'items')),
    code: isOlder ? localStore.get('discount_code') : getTextField(backup, 'code'),
  }
}
