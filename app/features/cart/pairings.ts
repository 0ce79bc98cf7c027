import { useEffect, useState } from 'react'
import type { CartProduct } from '../../../domain/cart.ts'
import type { AutomaticMethod } from '../../../domain/delivery.ts'
import { logFailure } from '../browser/browser-log.ts'

/** The response of the route `/pairings`. */
export interface Pairings {
  /** Products that can be added without a further choice, ordered from the best match. */
  products: CartProduct[]
  /** The delivery methods that apply automatically above a number of pieces; undefined when they are not known. */
  automatic?: AutomaticMethod[]
}

const noPairings: Pairings = { products: [] }

/**
 * Returns products that go with the product `slug`, or best sellers without a slug; null while loading. A failure is logged and
 * returns no products.
 */
export function usePairings(slug: string | undefined): Pairings | null {
  const [pairings, setPairings] = useState<Pairings | null>(null)
  useEffect(() => {
    let isCancelled = false
    const update = (found: Pairings) => {
      if (!isCancelled) setPairings(found)
    }
    fetchPairings(slug).then(update, (cause: unknown) => {
      logFailure('Cart: the pairings could not be loaded', cause)
      update(noPairings)
    })
    return () => {
      isCancelled = true
    }
  }, [slug])
  return pairings
}

async function fetchPairings(slug: string | undefined): Promise<Pairings> {
  const response = await fetch(slug === undefined ? '/pairings' : `/pairings/${slug}`)
  const found = response.ok ? ((await response.json()) as Partial<Pairings>) : noPairings
  // The response may be a proxy's.
  return Array.isArray(found.products) ? (found as Pairings) : noPairings
}
