import { formatPence, pencePerHundred } from './money.ts'
import type { Product } from './product.ts'

/** '190 g', or how the pack is described where there is no weight or volume; '' when neither is known. */
export function netText(product: Pick<Product, 'net' | 'pack'>): string {
  return product.net === null ? (product.pack ?? '') : `${product.net.amount} ${product.net.unit}`
}

/** '£4.47 per 100 g', or null where there is no weight, volume or price. */
export function unitPriceText(product: Pick<Product, 'net' | 'price'>): string | null {
  const pence = pencePerHundred(product.price, product.net?.amount ?? null)
  return pence === null || product.net === null
    ? null
    : `${formatPence(pence)} per 100 ${product.net.unit}`
}
