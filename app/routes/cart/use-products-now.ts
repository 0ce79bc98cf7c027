import { useEffect, useState } from 'react'
import type { Cart, CartItem, CartProduct } from '../../../domain/cart.ts'
import { toCartProduct } from '../../../domain/cart.ts'
import { lineState } from '../../../domain/line-state.ts'
import type { LineState } from '../../../domain/line-state.ts'
import { formatPence } from '../../../domain/money.ts'
import type { Product } from '../../../domain/product.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { changeCart, readCart } from '../../features/cart/cart-store.ts'
import { loadProducts } from '../../features/cart/load-products.ts'
import type { NewPrice } from './request-checkout.ts'

export interface ProductsNow {
  /** By product id; empty until the products have been asked for, or when they could not be. */
  states: ReadonlyMap<string, LineState>
  priceNotes: ReadonlyMap<string, string>
  /** Takes over prices that the checkout found to be others. */
  takeOver: (prices: NewPrice[]) => void
}

/**
 * Asks the database for the products of the cart when the page opens, when a product comes in, and when the visitor
 * returns to the tab. New prices are taken over and noted; what can no longer be bought is told by its state. When
 * the database cannot be asked the cart stays as it is: the checkout checks everything again.
 */
export function useProductsNow(items: Cart): ProductsNow {
  const [products, setProducts] = useState<ReadonlyMap<string, Product> | null>(null)
  const [priceNotes, setPriceNotes] = useState<ReadonlyMap<string, string>>(new Map())
  const ids = items
    .map((item) => item.product.id)
    .sort()
    .join(',')
  const takeOver = (prices: NewPrice[]) => {
    const notes = takeOverPrices(prices)
    if (notes.size > 0) setPriceNotes((before) => new Map([...before, ...notes]))
  }
  useEffect(() => {
    if (ids === '') return
    let left = false
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      try {
        const found = await loadProducts(ids.split(','))
        if (left) return
        setProducts(found)
        const notes = takeOverProducts(found)
        if (notes.size > 0) setPriceNotes((before) => new Map([...before, ...notes]))
      } catch (cause) {
        logFailure('Cart: its products could not be asked for', cause)
      }
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', ask)
    }
  }, [ids])
  return { states: statesOf(items, products), priceNotes, takeOver }
}

/** A line that was added after the last answer has no state yet. */
function statesOf(
  items: Cart,
  products: ReadonlyMap<string, Product> | null,
): Map<string, LineState> {
  const states = new Map<string, LineState>()
  if (products === null) return states
  for (const item of items)
    states.set(item.product.id, lineState(item, products.get(item.product.id) ?? null))
  return states
}

function takeOverProducts(found: ReadonlyMap<string, Product>): Map<string, string> {
  const changed = readCart().items.flatMap((item) => {
    const now = found.get(item.product.id)
    return now !== undefined && isOutdated(item, now) ? [{ item, now: toCartProduct(now) }] : []
  })
  return refresh(changed)
}

function takeOverPrices(prices: NewPrice[]): Map<string, string> {
  const byId = new Map(prices.map((price) => [price.id, price]))
  const changed = readCart().items.flatMap((item) => {
    const price = byId.get(item.product.id)
    if (price === undefined) return []
    const now = { ...item.product, price: price.unitAmount, priceId: price.stripePriceId }
    return [{ item, now }]
  })
  return refresh(changed)
}

/** Writes what is new into the cart and returns a note for each price that is another one. */
function refresh(changed: { item: CartItem; now: CartProduct }[]): Map<string, string> {
  if (changed.length > 0) changeCart({ kind: 'refresh', products: changed.map(({ now }) => now) })
  return new Map(
    changed.flatMap(({ item: { product }, now }) =>
      product.price === null || now.price === null || now.price === product.price
        ? []
        : [
            [
              product.id,
              `The price is now ${formatPence(now.price)}; it was ${formatPence(product.price)}.`,
            ],
          ],
    ),
  )
}

function isOutdated({ product, priceId }: CartItem, now: Product): boolean {
  return (
    product.price !== now.price ||
    (priceId ?? null) !== now.priceId ||
    product.name !== now.name ||
    product.slug !== now.slug ||
    product.category !== now.category ||
    product.image !== now.image
  )
}
