import { formatPence, calculatePencePerHundred } from './money.ts'
import type { Product } from './product.ts'

/** Returns '190 g', or the description of the pack for a product without a weight or volume; '' for a product with neither. */
export function netQuantityText(product: Pick<Product, 'net' | 'pack'>): string {
  return product.net === null ? (product.pack ?? '') : `${product.net.amount} ${product.net.unit}`
}

/** Returns '£4.47 per 100 g'; null for a product without a weight or volume, or without a price. */
export function unitPriceText(product: Pick<Product, 'net' | 'price'>): string | null {
  const pence = calculatePencePerHundred(product.price, product.net?.amount ?? null)
  return pence === null || product.net === null
    ? null
    : `${formatPence(pence)} per 100 ${product.net.unit}`
}
