import { useEffect, useReducer, useRef, useState } from 'react'
import { type Cart, type CartItem, type CartProduct, toCartProduct } from '../../../domain/cart.ts'
import { getCartLineStatus } from '../../../domain/cart-line-status.ts'
import { formatPence } from '../../../domain/money.ts'
import type { Product } from '../../../domain/product.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { changeCart, readCart } from '../../features/cart/cart-store.ts'
import type { NewPrice } from './request-checkout.ts'

/**
 * Fetches the current products of the cart, and again whenever the tab becomes visible. Applies new prices and notes each
 * change. When the database does not respond, the cart stays as it is, because the checkout validates it again.
 */
export function useCurrentProducts(items: Cart) {
  const [products, setProducts] = useState<ReadonlyMap<string, Product> | null>(null)
  const [priceNotes, note] = useReducer(addNotes, new Map<string, string>())
  const again = useRef<() => void>(undefined)
  const ids = items
    .map((item) => item.product.id)
    .sort()
    .join(',')
  useEffect(() => {
    if (ids === '') return
    let left = false
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      try {
        const { loadProducts } = await import('../../features/cart/load-products.ts')
        const found = await loadProducts(ids.split(','))
        if (left) return
        setProducts(found)
        note(takeOverProducts(found))
      } catch (cause) {
        logFailure('Cart: its products could not be asked for', cause)
      }
    }
    again.current = () => void ask()
    again.current()
    document.addEventListener('visibilitychange', ask)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', ask)
    }
  }, [ids])

  const askAgain = () => again.current?.()
  const takeOver = (prices: NewPrice[]) => note(takeOverPrices(prices))
  return { states: statesOf(items, products), priceNotes, takeOver, askAgain }
}

type Notes = ReadonlyMap<string, string>

function addNotes(before: Notes, notes: Notes): Notes {
  return notes.size === 0 ? before : new Map([...before, ...notes])
}

function statesOf(items: Cart, products: ReadonlyMap<string, Product> | null) {
  const stateOf = (item: CartItem) =>
    getCartLineStatus(item, products?.get(item.product.id) ?? null)
  return new Map(products && items.map((item) => [item.product.id, stateOf(item)]))
}

function takeOverProducts(found: ReadonlyMap<string, Product>): Notes {
  return refresh((item) => {
    const now = found.get(item.product.id)
    return now !== undefined && isOutdated(item, now) ? toCartProduct(now) : null
  })
}

function takeOverPrices(prices: NewPrice[]): Notes {
  return refresh(({ product }) => {
    const now = prices.find(({ id }) => id === product.id)
    return now ? { ...product, price: now.unitAmount, priceId: now.stripePriceId } : null
  })
}

function refresh(newOf: (item: CartItem) => CartProduct | null): Notes {
  const notes = new Map<string, string>()
  const products = readCart().items.flatMap((item) => {
    const now = newOf(item)
    const was = item.product.price
    if (now !== null && was !== null && now.price !== null && now.price !== was)
      notes.set(now.id, `The price is now ${formatPence(now.price)}; it was ${formatPence(was)}.`)
    return now ?? []
  })
  if (products.length > 0) changeCart({ kind: 'refresh', products })
  return notes
}

const shown = ['price', 'name', 'slug', 'category', 'image'] as const

function isOutdated({ product, priceId }: CartItem, now: Product): boolean {
  return (priceId ?? null) !== now.priceId || shown.some((key) => product[key] !== now[key])
}
