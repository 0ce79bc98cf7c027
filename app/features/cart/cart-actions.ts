import { localStore } from '../browser/storage.ts'
import { emitCartChange, changeCart } from './cart-store.ts'

/** A quantity of 0 or less removes the line. */
export function setQuantity(productId: string, quantity: number): void {
  changeCart({ kind: 'set', productId, quantity })
}

export function clearCart(): void {
  const guestCartId = localStore.get('guest_cart_id')
  localStore.remove('guest_cart_id')
  localStore.remove('delivery_method')
  changeCart({ kind: 'clear', guestCartId })
}

export function chooseDelivery(methodId: string): void {
  localStore.set('delivery_method', methodId)
  emitCartChange()
}
