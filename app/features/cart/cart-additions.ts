import type { CartItem } from '../../../domain/cart.ts'

/** The product and quantity that one press has added, not the total in the cart. */
export type CartAddition = Pick<CartItem, 'product' | 'quantity'>

const listeners = new Set<(added: CartAddition) => void>()
let unheard: CartAddition | null = null

export function announceAddition(added: CartAddition): void {
  unheard = listeners.size > 0 ? null : added
  for (const listener of listeners) listener(added)
}

/** Returns true when a product was added before the code that confirms it has loaded. */
export function hasPendingAddition(): boolean {
  return unheard !== null
}

/** Subscribes to additions. If the last addition had no listener, the first one to subscribe receives it at once. */
export function onAddition(listener: (added: CartAddition) => void): () => void {
  listeners.add(listener)
  if (unheard !== null) listener(unheard)
  unheard = null
  return () => {
    listeners.delete(listener)
  }
}
