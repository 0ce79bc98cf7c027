import type { Product } from '../../../domain/product.ts'

/** The product's place in the album as it is printed: '01'. */
export function stickerNumber(product: Pick<Product, 'sortOrder'>): string {
  return String(product.sortOrder).padStart(2, '0')
}
