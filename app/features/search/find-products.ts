import { callRest } from '../api.ts'
import { type FoundRow, productFilter, SEARCH_COLUMNS } from './product-filter.ts'

/** Asks for the products that a term may mean, without loading supabase-js. */
export async function findProducts(term: string): Promise<FoundRow[]> {
  const query = new URLSearchParams({
    select: SEARCH_COLUMNS,
    active: 'eq.true',
    or: `(${productFilter(term)})`,
    order: 'Sort_order.asc',
  })
  return (await callRest(`/products?${query}`)) as FoundRow[]
}
