import { canBuy } from './availability.ts'
import type { Product } from './product.ts'

type Sellable = Parameters<typeof canBuy>[0] & Pick<Product, 'id' | 'interval'>

/** What one tap may put into a cart: a box is a subscription, and begins on its own page. */
export function quickToAdd<P extends Sellable>(all: readonly P[]): P[] {
  return all.filter((product) => product.interval === null && canBuy(product))
}

/** In the order of what was sold most, by ids; then the others, as they stand. */
export function bestFirst<P extends Pick<Product, 'id'>>(
  all: readonly P[],
  sold: readonly string[],
): P[] {
  const rank = new Map(sold.map((id, place) => [id, place]))
  const rankOf = ({ id }: P) => rank.get(id) ?? sold.length
  return [...all].sort((one, other) => rankOf(one) - rankOf(other))
}
