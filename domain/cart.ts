import type { Product } from './product.ts'

/**
 * The fields of a product that the cart shows and the checkout needs. The price, in pence, is only for display, because the server
 * determines the charge.
 */
export interface CartProduct extends Pick<
  Product,
  'id' | 'slug' | 'name' | 'category' | 'image' | 'price' | 'priceId' | 'net' | 'pack' | 'interval'
> {
  tint: string
}

export interface CartItem {
  product: CartProduct
  quantity: number
  priceId?: string
}

export type StoredLine = {
  product_id: string
  quantity: number
}

export type Cart = readonly CartItem[]

export const maxQuantity = 99
/** Carts with more lines are flagged as suspicious (specification, section 5). */
export const suspiciousLineCount = 50
/** The most lines that the server stores. */
export const maxCartLines = 100

/**
 * The result of adding a product. Nothing is added without a product id, with an invalid quantity or to a full cart; a missing
 * price id only causes a warning.
 */
export interface AddProductResult {
  cart: Cart
  outcome: 'added' | 'added without a price id' | 'ignored'
}

export function toCartProduct(product: CartProduct): CartProduct {
  const { id, slug, name, category, image, tint, price, priceId, net, pack, interval } = product
  return { id, slug, name, category, image, tint, price, priceId, net, pack, interval }
}

export function addProduct(cart: Cart, product: CartProduct, quantity = 1): AddProductResult {
  if (!product.id || !isQuantity(quantity)) return { cart, outcome: 'ignored' }
  const existing = cart.find((item) => item.product.id === product.id)
  if (existing === undefined && cart.length >= maxCartLines) return { cart, outcome: 'ignored' }
  const item = toItem(product, Math.min(maxQuantity, (existing?.quantity ?? 0) + quantity))
  const next =
    existing === undefined ? [...cart, item] : cart.map((each) => (each === existing ? item : each))
  return { cart: next, outcome: item.priceId === undefined ? 'added without a price id' : 'added' }
}

/**
 * Sets the quantity of a line: 0 or less removes the line, more than 99 sets 99, and a fraction, NaN or Infinity changes nothing.
 */
export function setLineQuantity(cart: Cart, productId: string, quantity: number): Cart {
  if (quantity <= 0) return removeLine(cart, productId)
  if (!Number.isInteger(quantity)) return cart
  const capped = Math.min(maxQuantity, quantity)
  return cart.map((item) => (item.product.id === productId ? { ...item, quantity: capped } : item))
}

export function removeLine(cart: Cart, productId: string): Cart {
  return cart.filter((item) => item.product.id !== productId)
}

/** Subtracts the quantities of an order from a cart, so that the cart retains the products that were added after the order. */
export function subtractLines(cart: Cart, lines: readonly StoredLine[]): Cart {
  return lines.reduce<Cart>((rest, line) => {
    const existing = rest.find((item) => item.product.id === line.product_id)
    if (existing === undefined) return rest
    return setLineQuantity(rest, line.product_id, existing.quantity - line.quantity)
  }, cart)
}

export function mergeCarts(first: Cart, second: Cart): Cart {
  return second.reduce<Cart>(
    (cart, item) => addProduct(cart, item.product, item.quantity).cart,
    first,
  )
}

/** Returns the subtotal in pence. A line without a price counts as 0. */
export function calculateSubtotal(cart: Cart): number {
  return cart.reduce((sum, item) => sum + (item.product.price ?? 0) * item.quantity, 0)
}

/** Returns the number of pieces, not of lines. */
export function countPieces(cart: Cart): number {
  return cart.reduce((sum, item) => sum + item.quantity, 0)
}

export function isSuspiciousCart(cart: readonly unknown[]): boolean {
  return cart.length > suspiciousLineCount
}

export function isQuantity(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxQuantity
}

function toItem(product: CartProduct, quantity: number): CartItem {
  const item = { product: toCartProduct(product), quantity }
  return product.priceId === null ? item : { ...item, priceId: product.priceId }
}
