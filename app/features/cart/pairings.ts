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

const none: Pairings = { products: [] }

/**
 * Returns products that go with the product `slug`, or best sellers without a slug; null while loading. A failure is logged and
 * returns no products.
 */
export function usePairings(slug: string | undefined): Pairings | null {
  const [pairings, setPairings] = useState<Pairings | null>(null)
  useEffect(() => {
    let left = false
    const take = (found: Pairings) => {
      if (!left) setPairings(found)
    }
    askFor(slug).then(take, (cause: unknown) => {
      logFailure('Cart: what goes with it could not be asked for', cause)
      take(none)
    })
    return () => {
      left = true
    }
  }, [slug])
  return pairings
}

async function askFor(slug: string | undefined): Promise<Pairings> {
  const answer = await fetch(slug === undefined ? '/pairings' : `/pairings/${slug}`)
  const found = answer.ok ? ((await answer.json()) as Partial<Pairings>) : none
  // The response may be a proxy's.
  return Array.isArray(found.products) ? (found as Pairings) : none
}
