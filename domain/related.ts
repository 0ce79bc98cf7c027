import { canBuy } from './availability.ts'
import type { Product } from './product.ts'

/**
 * What sits nicely next to a product: what can be bought first, then by tags in common, then what the
 * category has in common, then the order of the album.
 */
export function relatedProducts(
  product: Product,
  all: readonly Product[],
  count: number,
): Product[] {
  const tags = new Set(product.tags)
  const kinship = (other: Product) =>
    (canBuy(other) ? 100 : 0) +
    other.tags.filter((tag) => tags.has(tag)).length * 2 +
    (other.category === product.category ? 1 : 0)
  return all
    .filter((other) => other.id !== product.id)
    .toSorted((a, b) => kinship(b) - kinship(a))
    .slice(0, count)
}
