import { useEffect, useState } from 'react'
import type { CartProduct } from '../../../domain/cart.ts'
import { logFailure } from '../browser/browser-log.ts'

/** What `/pairings` answers. */
export interface Pairings {
  /** That can be bought at a tap, the nearest first. */
  products: CartProduct[]
  /** Pence; null where there is no such way of delivery. */
  xlPrice: number | null
}

const none: Pairings = { products: [], xlPrice: null }

/** What goes with the product of that slug, or sells best without one; null until it is known. */
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
  // Something in between may answer in its place.
  return Array.isArray(found.products) ? (found as Pairings) : none
}
