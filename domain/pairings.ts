import { canBuy } from './availability.ts'
import type { Product } from './product.ts'

type Sellable = Parameters<typeof canBuy>[0] & Pick<Product, 'id' | 'interval'>

/**
 * Returns the products that a page can add to the cart directly. A subscription box is not among them, because it starts on its own
 * page.
 */
export function filterQuickAddProducts<P extends Sellable>(all: readonly P[]): P[] {
  return all.filter((product) => product.interval === null && canBuy(product))
}

/**
 * Sorts products by `sold`, the ids of sold products with the most sold first. Products that are not in it follow in their present
 * order.
 */
export function sortByBestSeller<P extends Pick<Product, 'id'>>(
  all: readonly P[],
  sold: readonly string[],
): P[] {
  const rank = new Map(sold.map((id, index) => [id, index]))
  const rankOf = ({ id }: P) => rank.get(id) ?? sold.length
  return [...all].sort((a, b) => rankOf(a) - rankOf(b))
}
