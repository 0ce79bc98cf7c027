import { callRest } from '../backend-client/api.ts'
import {
  ALBUM_LIMIT,
  type FoundRow,
  MOST_FOUND,
  namePattern,
  productFilter,
  SEARCH_COLUMNS,
} from './product-filter.ts'

export interface Found {
  rows: FoundRow[]
  /** True when the result is incomplete; the search page may find more. */
  isCut: boolean
}

/**
 * Searches by a plain HTTP request, without loading supabase-js. An incomplete result has the products with the term in
 * their name first.
 */
export async function findProducts(term: string): Promise<Found> {
  const limit = String(MOST_FOUND)
  const rows = await ask({ or: `(${productFilter(term)})`, limit })
  if (rows.length < MOST_FOUND) return { rows, isCut: false }
  const named = await ask({ name: `ilike.${namePattern(term)}`, limit })
  const both = new Map([...named, ...rows].map((row) => [row.id, row]))
  return { rows: [...both.values()], isCut: true }
}

/** Returns the catalogue, for the matches that the database does not find: parts of tags and typing errors. */
export function listAlbum(): Promise<FoundRow[]> {
  return ask({ limit: String(ALBUM_LIMIT) })
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
