import { parseStoredLines } from '../../../domain/stored-lines.ts'
import { toCartProduct } from '../../../domain/cart.ts'
import { callFunction } from '../api.ts'
import { logFailure } from '../browser-log.ts'
import { addToCart, readCart, setQuantity } from './cart-store.ts'
import { loadProducts } from './load-products.ts'

export type Restored = 'restored' | 'no-cart' | 'failed'

/**
 * Brings back the cart that a signed link names. What is in this browser's cart stays; of what is in both, the larger
 * quantity, so that doing it twice changes nothing. Never throws.
 */
export async function restoreCart(token: string): Promise<Restored> {
  try {
    const { status, answer } = await callFunction('secure-guest-email/get', { token })
    if (status !== 200) return 'failed'
    const lines = parseStoredLines(
      typeof answer === 'object' && answer !== null && 'cartData' in answer
        ? answer.cartData
        : null,
    )
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
    logFailure('The saved cart could not be fetched', cause)
    return 'failed'
  }
}
