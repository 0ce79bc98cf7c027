import { canBuy } from './availability.ts'
import type { Product } from './product.ts'

type Sellable = Parameters<typeof canBuy>[0] & Pick<Product, 'id' | 'interval'>

/** Returns the products that one tap can add to a cart. A box is a subscription, which starts on its own page. */
export function filterQuickAdd<P extends Sellable>(all: readonly P[]): P[] {
  return all.filter((product) => product.interval === null && canBuy(product))
}

/** Sorts by the order of `sold`, ids of the most sold products first; the others follow in their present order. */
export function sortByBestSeller<P extends Pick<Product, 'id'>>(
  all: readonly P[],
  sold: readonly string[],
): P[] {
  const rank = new Map(sold.map((id, place) => [id, place]))
  const rankOf = ({ id }: P) => rank.get(id) ?? sold.length
  return [...all].sort((one, other) => rankOf(one) - rankOf(other))
}
