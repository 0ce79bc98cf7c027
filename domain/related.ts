import { canBuy } from './availability.ts'
import type { Product } from './product.ts'

type Relative = Parameters<typeof canBuy>[0] & Pick<Product, 'id' | 'tags' | 'category'>

/**
 * Returns a function that finds the products that are most closely related to a product. Products that can be bought are first,
 * then those with more shared tags, then those of the same category, then the order of the catalogue decides.
 */
export function findRelatedProducts<P extends Relative>(
  all: readonly P[],
): (product: Relative, count: number) => P[] {
  const buyable = Uint16Array.from(all, (other) => (canBuy(other) ? 100 : 0))
  const tagged = placesBy(all, ({ tags }) => tags)
  const shelved = placesBy(all, ({ category }) => [category])
  return (product, count) => {
    const kinship = buyable.slice()
    const add = (places: readonly number[] = [], more: number) => {
      for (const at of places) kinship[at] = (kinship[at] ?? 0) + more
    }
    for (const tag of new Set(product.tags)) add(tagged.get(tag), 2)
    add(shelved.get(product.category), 1)
    const nearest: { other: P; kinship: number }[] = []
    for (const [at, other] of all.entries()) {
      const one = kinship[at] ?? 0
      if (nearest.length >= count && one <= (nearest.at(-1)?.kinship ?? Infinity)) continue
      if (other.id === product.id) continue
      const place = nearest.findIndex((near) => near.kinship < one)
      nearest.splice(place === -1 ? nearest.length : place, 0, { other, kinship: one })
      if (nearest.length > count) nearest.pop()
    }
    return nearest.map(({ other }) => other)
  }
}

function placesBy<P>(all: readonly P[], wordsOf: (one: P) => readonly string[]) {
  const places = new Map<string, number[]>()
  for (const [at, one] of all.entries())
    for (const word of wordsOf(one)) {
      const known = places.get(word)
      if (known) known.push(at)
      else places.set(word, [at])
    }
  return places
}
