import type { Cart, StoredLine } from '../../../domain/cart.ts'
import { toStoredLines } from '../../../domain/stored-lines.ts'
import { parseCart } from '../../../domain/cart-parse.ts'
import { fieldOf, parseJson } from '../browser/json.ts'
import { localStore } from '../browser/storage.ts'
import { dropCode } from './discount.ts'
import { changeCart } from './cart-store.ts'

export function rememberCheckout(sessionId: string, items: Cart): void {
  localStore.set('checkout_session_id', sessionId)
  localStore.set('cart_backup', JSON.stringify({ sessionId, items }))
}

export function lastCheckoutSession(): string | null {
  return localStore.get('checkout_session_id')
}

/** That session came to nothing: the cart stays as it is. */
export function forgetCheckout(): void {
  localStore.remove('checkout_session_id')
  localStore.remove('cart_backup')
}

/** Another order's lines are left alone, and so is what was added since. Doing it twice changes nothing. */
export function clearBought(sessionId: string): void {
  if (lastCheckoutSession() !== sessionId) return
  const lines = backupOf(sessionId)
  forgetCheckout()
  dropCode()
  localStore.remove('gift_note')
  if (lines.length > 0) changeCart({ kind: 'bought', lines })
}

function backupOf(sessionId: string): StoredLine[] {
  const backup = parseJson(localStore.get('cart_backup'))
  const isOfSession = fieldOf(backup, 'sessionId') === sessionId
  return isOfSession ? toStoredLines(parseCart(fieldOf(backup, 'items'))) : []
}
