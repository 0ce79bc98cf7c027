import { find, type Findable, type Found, seek, snippet } from '../../../domain/search.ts'
import { forgive, seekEach } from '../../../domain/slip.ts'
import { paths } from '../../paths.ts'
import { type FindablePage, findablePages } from './pages.ts'
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
  const found = [
    ...find(
      term,
      rows.map((row) => seek(row, asFindable(row))),
    ),
    ...forgive(
      term,
      album.map((row) => seekEach(row, asFindable(row))),
    ),
  ]
  return { products: found.map(productResult), pages: pagesFor(term) }
}

/** The pages that a term finds, best first. */
export function pagesFor(term: string): SearchResult[] {
  return [...find(term, pages), ...forgive(term, pages)].map(pageResult)
}

const pages = findablePages.map((page) => seekEach(page, page))

export function productResult(found: Found<FoundRow>): SearchResult {
  const { id, name, description, slug, image_url: images, price } = found.item
  const url = paths.productById(slug || id)
  const shown = shared({ ...found, title: name, description, url })
  return { ...shown, id, type: 'product', image: images[0] ?? null, price }
}

function pageResult({ item, score, matchingTag }: Found<FindablePage>): SearchResult {
  const shown = shared({ ...item, score, matchingTag })
  return { ...shown, id: item.url, type: 'page', image: null, price: null }
}

/** With the search page as the last of the pages, for a box that holds a part of what there is. */
export function withWayToAll(term: string, found: SearchResults): SearchResults {
  const url = paths.search(term)
  const way = {
    title: `All results for “${term}”`,
    description: '',
    url,
    score: 0,
    matchingTag: null,
  }
  const all: SearchResult = { ...shared(way), id: url, type: 'page', image: null, price: null }
  return { products: found.products, pages: [...found.pages, all] }
}

function asFindable({ name, description, tags }: FoundRow): Findable {
  return { title: name, description, tags }
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
