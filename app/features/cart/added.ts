import type { CartItem } from '../../../domain/cart.ts'

/** What one press has added, rather than what the cart then holds of it. */
export type Added = Pick<CartItem, 'product' | 'quantity'>

const listeners = new Set<(added: Added) => void>()
let unheard: Added | null = null

export function announceAdded(added: Added): void {
  unheard = listeners.size > 0 ? null : added
  for (const listener of listeners) listener(added)
}

/** Whether something was added, and what is to say so is still on its way. */
export function isUnheard(): boolean {
  return unheard !== null
}

/** Who asks first hears at once of what was added last, when nobody listened yet. */
export function onAdded(listener: (added: Added) => void): () => void {
  listeners.add(listener)
  if (unheard !== null) listener(unheard)
  unheard = null
  return () => {
    listeners.delete(listener)
  }
}
