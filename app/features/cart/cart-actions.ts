import type { DeliveryChoice } from '../../../domain/delivery.ts'
import { localStore } from '../browser/storage.ts'
import { emitCartChange, changeCart } from './cart-store.ts'

/** 0 or less removes the line. */
export function setQuantity(productId: string, quantity: number): void {
  changeCart({ kind: 'set', productId, quantity })
}

export function clearCart(): void {
  const guestCartId = localStore.get('guest_cart_id')
  localStore.remove('guest_cart_id')
  localStore.remove('delivery_method')
  changeCart({ kind: 'clear', guestCartId })
}

export function chooseDelivery(choice: DeliveryChoice | null): void {
  if (choice === null) localStore.remove('delivery_method')
  else localStore.set('delivery_method', choice)
  emitCartChange()
}
