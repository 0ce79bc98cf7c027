import { isQuantity, maxCartLines } from './cart.ts'
import type { Cart, StoredLine } from './cart.ts'

export function toStoredLines(cart: Cart): StoredLine[] {
  return cart.map((item) => ({ product_id: item.product.id, quantity: item.quantity }))
}

export function parseStoredLines(value: unknown): StoredLine[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, maxCartLines).flatMap((line: unknown) => {
    if (typeof line !== 'object' || line === null) return []
    if (!('product_id' in line) || !('quantity' in line)) return []
    const { product_id, quantity } = line
    if (typeof product_id !== 'string' || product_id === '' || !isQuantity(quantity)) return []
    return [{ product_id, quantity }]
  })
}
