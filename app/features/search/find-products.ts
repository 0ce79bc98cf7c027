import { callRest } from '../backend-client/api.ts'
import {
  ALBUM_LIMIT,
  type FoundProductRow,
  MAX_FOUND_PRODUCTS,
  buildNamePattern,
  buildProductFilter,
  SEARCH_COLUMNS,
} from './product-filter.ts'

export interface FoundProducts {
  rows: FoundProductRow[]
  /** True when the result is incomplete; the search page may find more. */
  isIncomplete: boolean
}

/**
 * Searches by a plain HTTP request, without loading supabase-js. An incomplete result has the products with the term in
 * their name first.
 */
export async function findProducts(term: string): Promise<FoundProducts> {
  const limit = String(MAX_FOUND_PRODUCTS)
  const rows = await fetchProducts({ or: `(${buildProductFilter(term)})`, limit })
  if (rows.length < MAX_FOUND_PRODUCTS) return { rows, isIncomplete: false }
  const matchesByName = await fetchProducts({ name: `ilike.${buildNamePattern(term)}`, limit })
  const merged = new Map([...matchesByName, ...rows].map((row) => [row.id, row]))
  return { rows: [...merged.values()], isIncomplete: true }
}

/** Returns the catalogue, for the matches that the database does not find: parts of tags and typing errors. */
export function listAlbum(): Promise<FoundProductRow[]> {
  return fetchProducts({ limit: String(ALBUM_LIMIT) })
}

async function fetchProducts(condition: Record<string, string>): Promise<FoundProductRow[]> {
  const query = new URLSearchParams({
    select: SEARCH_COLUMNS,
    active: 'eq.true',
    order: 'Sort_order.asc',
    ...condition,
  })
  return (await callRest(`/products?${query}`)) as FoundProductRow[]
}
