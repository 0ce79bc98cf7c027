import { parseStoredLines } from '../../../domain/stored-lines.ts'
import { toCartProduct } from '../../../domain/cart.ts'
import { callFunction } from '../../features/backend-client/api.ts'
import { readSession } from '../../features/account/session.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { getField } from '../../features/browser/json.ts'
import { setStoredText } from '../../features/browser/stored-text.ts'
import { localStore } from '../../features/browser/storage.ts'
import { setQuantity } from '../../features/cart/cart-actions.ts'
import { addToCart, readCart } from '../../features/cart/cart-store.ts'
import { loadProducts } from '../../features/cart/load-products.ts'

export type RestoreOutcome = 'restored' | 'no-cart' | 'failed'

/**
 * Merges the saved cart of an email link into this cart, with the larger quantity per line, so that a repetition changes
 * nothing. Never throws.
 */
export async function restoreCart(token: string): Promise<RestoreOutcome> {
  try {
    const { status, answer } = await callFunction('secure-guest-email/get', { token })
    if (status !== 200 || getField(answer, 'success') !== true) return 'failed'
    const lines = parseStoredLines(getField(answer, 'cartData'))
    noteAccount(token)
    if (lines.length > 0) setStoredText('mailed_cart', 'true')
    const products = await loadProducts(lines.map((line) => line.product_id))
    if (products.size === 0) return 'no-cart'
    for (const { product_id, quantity } of lines) {
      const product = products.get(product_id)
      const present = readCart().items.find((item) => item.product.id === product_id)
      if (present !== undefined) setQuantity(product_id, Math.max(present.quantity, quantity))
      else if (product !== undefined) addToCart(toCartProduct(product), quantity)
    }
    return 'restored'
  } catch (cause) {
    logFailure('Cart: the saved one could not be fetched', cause)
    return 'failed'
  }
}

/** Notes that the cart belongs to an account, so that its lines are not added a second time when the account signs in here. */
function noteAccount(token: string): void {
  if (readSession().user !== null) return
  const account = readTokenAccount(token)
  if (account !== null) localStore.set('restored_cart', account)
}

/** Returns the id of the account that a link's token names, or null for a guest's. Only the server can verify the token. */
export function readTokenAccount(token: string): string | null {
  const subject = token.split('.')[0] ?? ''
  try {
    const text = atob(subject.replaceAll('-', '+').replaceAll('_', '/'))
    return /^account:([0-9a-f-]{36})$/.exec(text)?.[1] ?? null
  } catch {
    // Invalid base64 names no account.
    return null
  }
}
