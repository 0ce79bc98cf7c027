import type { Cart, CartItem } from './cart.ts'
import type { Product } from './product.ts'

export type ProductNow = Pick<Product, 'price' | 'priceId' | 'isSoldOut' | 'isComingSoon' | 'stock'>

/** The status of a cart line. Each kind blocks the checkout, except 'fine' and 'price-changed', which the cart only shows. */
export type CartLineStatus =
  | { kind: 'fine' }
  | { kind: 'gone' | 'sold-out' | 'coming-soon' | 'no-price' }
  | { kind: 'too-many'; left: number }
  | { kind: 'price-changed'; was: number; now: number }

/** Compares a line with the present product; `now` is null when the shop no longer lists it. */
export function getCartLineStatus(item: CartItem, now: ProductNow | null): CartLineStatus {
  if (now === null) return { kind: 'gone' }
  if (now.isSoldOut || now.stock === 0) return { kind: 'sold-out' }
  if (now.isComingSoon) return { kind: 'coming-soon' }
  if (now.price === null || now.price === 0) return { kind: 'no-price' }
  if (now.stock !== null && now.stock < item.quantity) return { kind: 'too-many', left: now.stock }
  const was = item.product.price
  return was !== null && was !== now.price
    ? { kind: 'price-changed', was, now: now.price }
    : { kind: 'fine' }
}

export function blocksCheckout(state: CartLineStatus): boolean {
  return state.kind !== 'fine' && state.kind !== 'price-changed'
}

/** Returns the number of pieces of a line that can be bought now; all pieces while the status is not known. */
export function getPayableQuantity(item: CartItem, state: CartLineStatus | undefined): number {
  if (state === undefined || !blocksCheckout(state)) return item.quantity
  return state.kind === 'too-many' ? state.left : 0
}

/**
 * Returns the lines of a cart with the quantities that can be bought. Totals are calculated from them, because a customer cannot
 * pay for the rest.
 */
export function getPayableLines(cart: Cart, states: ReadonlyMap<string, CartLineStatus>): Cart {
  return cart.flatMap((item) => {
    const quantity = getPayableQuantity(item, states.get(item.product.id))
    return quantity === 0 ? [] : [{ ...item, quantity }]
  })
}
