import type { Product } from '../../../domain/product.ts'

export function stickerNumber(product: Pick<Product, 'sortOrder'>): string {
  return String(product.sortOrder).padStart(2, '0')
}
