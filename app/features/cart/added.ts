import type { CartItem } from '../../../domain/cart.ts'

/** The product and quantity of one press, not the total in the cart. */
export type Added = Pick<CartItem, 'product' | 'quantity'>

const listeners = new Set<(added: Added) => void>()
let unheard: Added | null = null

export function announceAdded(added: Added): void {
  unheard = listeners.size > 0 ? null : added
  for (const listener of listeners) listener(added)
}

/** Returns true when something was added and the code that confirms it is still loading. */
export function isUnheard(): boolean {
  return unheard !== null
}

/** Subscribes to additions. The first listener receives the last addition immediately if nobody listened when it happened. */
export function onAdded(listener: (added: Added) => void): () => void {
  listeners.add(listener)
  if (unheard !== null) listener(unheard)
  unheard = null
  return () => {
    listeners.delete(listener)
  }
}
