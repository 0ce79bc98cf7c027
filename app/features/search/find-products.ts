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
  /** True when the search page may find more. */
  isCut: boolean
}

/** Works without supabase-js. The result of a large album is cut: products with the term in their name come first. */
export async function findProducts(term: string): Promise<Found> {
  const limit = String(MOST_FOUND)
  const rows = await ask({ or: `(${productFilter(term)})`, limit })
  if (rows.length < MOST_FOUND) return { rows, isCut: false }
  const named = await ask({ name: `ilike.${namePattern(term)}`, limit })
  const both = new Map([...named, ...rows].map((row) => [row.id, row]))
  return { rows: [...both.values()], isCut: true }
}

/** Returns the album, to match what the database does not search for: parts of tags and typing errors. */
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
