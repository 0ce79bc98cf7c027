import type { CartItem } from '../../../domain/cart.ts'

/** The product and quantity that one press has added, not the total in the cart. */
export type CartAddition = Pick<CartItem, 'product' | 'quantity'>

const listeners = new Set<(addition: CartAddition) => void>()
let pendingAddition: CartAddition | null = null

export function emitAddition(addition: CartAddition): void {
  pendingAddition = listeners.size > 0 ? null : addition
  for (const listener of listeners) listener(addition)
}

/** Returns true when a product was added before the code that confirms it has loaded. */
export function hasPendingAddition(): boolean {
  return pendingAddition !== null
}

/** Subscribes to additions. If the last addition had no listener, the first one to subscribe receives it at once. */
export function onAddition(listener: (addition: CartAddition) => void): () => void {
  listeners.add(listener)
  if (pendingAddition !== null) listener(pendingAddition)
  pendingAddition = null
  return () => {
    listeners.delete(listener)
  }
}
