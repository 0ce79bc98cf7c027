import { type Findable, rank, snippet } from '../../../domain/search.ts'
import { forgive } from '../../../domain/slip.ts'
import { paths } from '../../paths.ts'
import { findablePages } from './pages.ts'
import type { FoundRow } from './product-filter.ts'

export interface SearchResult {
  id: string
  title: string
  /** The first 100 characters. */
  description: string
  type: 'product' | 'page'
  url: string
  matchingTag: string | null
  relevanceScore: number
  /** Products only. */
  image: string | null
  /** Pence; products only. */
  price: number | null
}

export interface SearchResults {
  products: SearchResult[]
  pages: SearchResult[]
}

/**
 * Ranks what the database found and the pages that the search knows. Below them stands what a slip of the finger may have
 * meant, among `album`, all products.
 */
export function resultsFor(
  term: string,
  rows: readonly FoundRow[],
  album: readonly FoundRow[] = [],
): SearchResults {
  const products = [...rank(term, rows.map(findable)), ...forgive(term, album.map(findable))]
  const pages = [...rank(term, findablePages), ...forgive(term, findablePages)]
  return {
    products: products.map((found) => ({
      ...shared(found),
      id: found.id,
      type: 'product',
      image: found.image_url[0] ?? null,
      price: found.price,
    })),
    pages: pages.map((found) => ({
      ...shared(found),
      id: found.url,
      type: 'page',
      image: null,
      price: null,
    })),
  }
}

function findable(row: FoundRow): FoundRow & Findable & { url: string } {
  return { ...row, title: row.name, url: paths.productById(row.slug || row.id) }
}

interface Ranked {
  title: string
  description: string
  url: string
  score: number
  matchingTag: string | null
}

function shared({ title, description, url, score, matchingTag }: Ranked) {
  return { title, description: snippet(description), url, matchingTag, relevanceScore: score }
}
