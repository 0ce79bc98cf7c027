import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { rpcQuery } from '../../data/rpc-query.ts'

export const productStates = ['live', 'sold-out', 'coming-soon', 'hidden'] as const
export type ProductState = (typeof productStates)[number]

const row = v.object({
  id: v.string(),
  slug: v.string(),
  number: v.number(),
  name: v.string(),
  image: v.nullable(v.string()),
  tint: v.string(),
  state: v.picklist(productStates),
  isIncomplete: v.boolean(),
  /** The number of the fourteen allergens for which the label has no answer yet. */
  openAnswers: v.optional(v.number(), 0),
  isSoldOut: v.boolean(),
  /** Incremented whenever the product's shelf changes: sold out or not, coming soon or not, hidden or not. */
  shelfVersion: v.number(),
  /** The number of pieces in stock; null when stock is not counted. */
  stock: v.nullable(v.number()),
  onSaleFrom: v.nullable(v.string()),
  /** In pence; null means "Price TBA". */
  price: v.nullable(v.number()),
})
export type ProductRow = v.InferOutput<typeof row>

const page = v.object({ counts: v.record(v.string(), v.number()), rows: v.array(row) })
type Page = v.InferOutput<typeof page>

const productListKey = ['products', 'list']
export const productKey = (id: string) => ['products', 'one', id]
/** Query keys that every change of a product invalidates. */
export const productListKeys = [['products']]

export function useProductList(search: string, state: string, limit: number) {
  return useQuery({
    ...rpcQuery([...productListKey, search, state, limit], 'desk_products', page, {
      p_search: search,
      p_state: state,
      p_limit: limit,
    }),
    placeholderData: keepPreviousData,
  })
}

const countsById = v.record(v.string(), v.number())

/**
 * Reads the pieces sold in the last thirty days, by product id. This is the most expensive query of the desk, so new orders do not
 * invalidate it.
 */
export function useProductSales() {
  return useQuery({
    ...rpcQuery(['sold'], 'desk_products_sold', countsById),
    staleTime: 60_000,
  })
}

/** Reads how many people asked to be notified when a product is on sale, by product id. */
export function useNotifyCounts() {
  return useQuery({
    ...rpcQuery(['products', 'wanted'], 'desk_products_wanted', countsById),
    staleTime: 60_000,
  })
}

/** Returns 'Label incomplete: 5 answers missing'. */
export function getIncompleteLabelText(openAnswers: number): string {
  if (openAnswers === 0) return 'Label incomplete'
  return `Label incomplete: ${formatMissingAnswers(openAnswers)}`
}

export const formatMissingAnswers = (open: number): string =>
  open === 1 ? '1 answer missing' : `${open} answers missing`

/** Returns how many people want to be notified: '12 want to hear'; null for 0. */
export function formatNotifyCount(people = 0): string | null {
  if (people === 0) return null
  return people === 1 ? '1 wants to hear' : `${people} want to hear`
}

/** Applies an optimistic update to the product in every cached list, and its stock in the editor; returns the rollback. */
export function updateCachedProduct(
  queries: QueryClient,
  id: string,
  change: (row: Pick<ProductRow, 'stock'>) => Partial<ProductRow>,
): () => void {
  const before = [
    ...queries.getQueriesData<Page>({ queryKey: productListKey }),
    ...queries.getQueriesData({ queryKey: productKey(id) }),
  ]
  queries.setQueriesData<Page>({ queryKey: productListKey }, (old) =>
    old === undefined
      ? old
      : {
          ...old,
          rows: old.rows.map((row) => (row.id === id ? { ...row, ...change(row) } : row)),
        },
  )
  queries.setQueryData<Pick<ProductRow, 'stock'> | null>(productKey(id), (old) => {
    const { stock } = { ...old, ...(old && change(old)) }
    return old && stock !== undefined ? { ...old, stock } : old
  })
  return () => {
    for (const [key, data] of before) queries.setQueryData(key, data)
  }
}
