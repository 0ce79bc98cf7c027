import { mayHoldSlip } from '../../../domain/slip.ts'
import { callRest } from '../api.ts'
import { ALBUM_LIMIT, type FoundRow, productFilter, SEARCH_COLUMNS } from './product-filter.ts'

/** Asks for the products that a term may mean, without loading supabase-js. */
export function findProducts(term: string): Promise<FoundRow[]> {
  return ask({ or: `(${productFilter(term)})` })
}

/** The second search, for a term in which a slip of the finger is forgiven; otherwise nothing is asked. */
export async function findAlbum(term: string): Promise<FoundRow[]> {
  return mayHoldSlip(term) ? ask({ limit: String(ALBUM_LIMIT) }) : []
}

async function ask(condition: Record<string, string>): Promise<FoundRow[]> {
  const query = new URLSearchParams({
    select: SEARCH_COLUMNS,
    active: 'eq.true',
    order: 'Sort_order.asc',
    ...condition,
  })
  return (await callRest(`/products?${query}`)) as FoundRow[]
}
