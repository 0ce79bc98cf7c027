import type { Cart, CartItem } from './cart.ts'
import type { Product } from './product.ts'

export type CurrentProduct = Pick<
  Product,
  'price' | 'priceId' | 'isSoldOut' | 'isComingSoon' | 'stock'
>

/** The status of a cart line. Each kind blocks the checkout, except 'fine' and 'price-changed', which the cart only shows. */
export type CartLineStatus =
  | { kind: 'fine' }
  | { kind: 'gone' | 'sold-out' | 'coming-soon' | 'no-price' }
  | { kind: 'too-many'; left: number }
  | { kind: 'price-changed'; was: number; now: number }

/** Compares a line with the present product; `current` is null when the shop no longer lists it. */
export function getCartLineStatus(item: CartItem, current: CurrentProduct | null): CartLineStatus {
  if (current === null) return { kind: 'gone' }
  if (current.isSoldOut || current.stock === 0) return { kind: 'sold-out' }
  if (current.isComingSoon) return { kind: 'coming-soon' }
  if (current.price === null || current.price === 0) return { kind: 'no-price' }
  if (current.stock !== null && current.stock < item.quantity)
    return { kind: 'too-many', left: current.stock }
  const was = item.product.price
  return was !== null && was !== current.price
    ? { kind: 'price-changed', was, now: current.price }
    : { kind: 'fine' }
}

export function blocksCheckout(status: CartLineStatus): boolean {
  return status.kind !== 'fine' && status.kind !== 'price-changed'
}

/** Returns the number of pieces of a line that can be bought now; all pieces while the status is not known. */
export function getPayableQuantity(item: CartItem, status: CartLineStatus | undefined): number {
  if (status === undefined || !blocksCheckout(status)) return item.quantity
  return status.kind === 'too-many' ? status.left : 0
}

/**
 * Returns the lines of a cart with the quantities that can be bought. Totals are calculated from them, because a customer cannot
 * pay for the rest.
 */
export function getPayableLines(cart: Cart, statuses: ReadonlyMap<string, CartLineStatus>): Cart {
  return cart.flatMap((item) => {
    const quantity = getPayableQuantity(item, statuses.get(item.product.id))
    return quantity === 0 ? [] : [{ ...item, quantity }]
  })
}
