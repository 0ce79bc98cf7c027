import { canBuy } from './availability.ts'
import type { Product } from './product.ts'

type RelatableProduct = Parameters<typeof canBuy>[0] & Pick<Product, 'id' | 'tags' | 'category'>

/**
 * Returns a function that finds the products that are most closely related to a product. Products that can be bought are first,
 * then those with more shared tags, then those of the same category, then the order of the catalogue decides.
 */
export function findRelatedProducts<P extends RelatableProduct>(
  all: readonly P[],
): (product: RelatableProduct, count: number) => P[] {
  const buyableScores = Uint16Array.from(all, (each) => (canBuy(each) ? 100 : 0))
  const byTag = groupIndexes(all, ({ tags }) => tags)
  const byCategory = groupIndexes(all, ({ category }) => [category])
  return (product, count) => {
    const scores = buyableScores.slice()
    const addScore = (indexes: readonly number[] = [], points: number) => {
      for (const index of indexes) scores[index] = (scores[index] ?? 0) + points
    }
    for (const tag of new Set(product.tags)) addScore(byTag.get(tag), 2)
    addScore(byCategory.get(product.category), 1)
    const best: { other: P; score: number }[] = []
    for (const [index, other] of all.entries()) {
      const score = scores[index] ?? 0
      if (best.length >= count && score <= (best.at(-1)?.score ?? Infinity)) continue
      if (other.id === product.id) continue
      const position = best.findIndex((each) => each.score < score)
      best.splice(position === -1 ? best.length : position, 0, { other, score })
      if (best.length > count) best.pop()
    }
    return best.map(({ other }) => other)
  }
}

/** Returns the indexes of the products that have each key. */
function groupIndexes<P>(all: readonly P[], getKeys: (product: P) => readonly string[]) {
  const groups = new Map<string, number[]>()
  for (const [index, product] of all.entries())
    for (const key of getKeys(product)) {
      const group = groups.get(key)
      if (group) group.push(index)
      else groups.set(key, [index])
    }
  return groups
}
