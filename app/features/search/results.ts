import { rank, snippet } from '../../../domain/search.ts'
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

/** Ranks what the database found and the pages that the search knows. */
export function resultsFor(term: string, rows: readonly FoundRow[]): SearchResults {
  const products = rows.map((row) => ({
    ...row,
    title: row.name,
    url: paths.productById(row.slug || row.id),
  }))
  return {
    products: rank(term, products).map((found) => ({
      ...shared(found),
      id: found.id,
      type: 'product',
      image: found.image_url[0] ?? null,
      price: found.price,
    })),
    pages: rank(term, findablePages).map((found) => ({
      ...shared(found),
      id: found.url,
      type: 'page',
      image: null,
      price: null,
    })),
  }
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
