import type { CartItem } from './cart.ts'
import type { Product } from './product.ts'

export type ProductNow = Pick<Product, 'price' | 'priceId' | 'isSoldOut' | 'isComingSoon' | 'stock'>

/** What stands between a line and its checkout; `price-changed` is told but does not stop it. */
export type LineState =
  | { kind: 'fine' }
  | { kind: 'gone' | 'sold-out' | 'coming-soon' | 'no-price' }
  | { kind: 'too-many'; left: number }
  | { kind: 'price-changed'; was: number; now: number }

/** Compares a line with the product as it is now; null means that the shop no longer lists it. */
export function lineState(item: CartItem, now: ProductNow | null): LineState {
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

export function blocksCheckout(state: LineState): boolean {
  return state.kind !== 'fine' && state.kind !== 'price-changed'
}
