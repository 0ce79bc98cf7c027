import type { CartItem } from '../../../domain/cart.ts'

/** The product and quantity of one press, not the total in the cart. */
export type CartAddition = Pick<CartItem, 'product' | 'quantity'>

const listeners = new Set<(added: CartAddition) => void>()
let unheard: CartAddition | null = null

export function announceAddition(added: CartAddition): void {
  unheard = listeners.size > 0 ? null : added
  for (const listener of listeners) listener(added)
}

/** Returns true when something was added and the code that confirms it is still loading. */
export function hasPendingAddition(): boolean {
  return unheard !== null
}

/** Subscribes to additions. The first listener receives the last addition immediately if nobody listened when it happened. */
export function onAddition(listener: (added: CartAddition) => void): () => void {
  listeners.add(listener)
  if (unheard !== null) listener(unheard)
  unheard = null
  return () => {
    listeners.delete(listener)
  }
}
