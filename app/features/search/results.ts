import { find, type Findable, type Found, seek, snippet } from '../../../domain/search.ts'
import { forgive, seekEach } from '../../../domain/slip.ts'
import { type Page, pages as records } from '../../content/pages.ts'
import { paths } from '../../paths.ts'
import type { FoundRow } from './product-filter.ts'

export interface SearchResult {
  id: string
  title: string
  description: string
  type: 'product' | 'page'
  url: string
  matchingTag: string | null
  relevanceScore: number
  image: string | null
  /** Pence; products only. */
  price: number | null
}

export interface SearchResults {
  products: SearchResult[]
  pages: SearchResult[]
}

/** Below what was found stands what a slip of the finger may have meant, among `album`, all products. */
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

export function pagesFor(term: string): SearchResult[] {
  return [...find(term, pages), ...forgive(term, pages)].map(pageResult)
}

interface FindablePage extends Findable {
  url: string
}

const pages = Object.values<Page>(records).flatMap(({ path, search }) => {
  if (search === undefined) return []
  const { title, description, words, to = path } = search
  const page: FindablePage = { url: to, title, description, tags: words.split(' ') }
  return [seekEach(page, page)]
})

export function productResult({ item, ...found }: Found<FoundRow>): SearchResult {
  const { id, name, description, slug, image_url: images, price } = item
  const url = paths.productById(slug || id)
  const shown = { type: 'product', id, title: name, url, image: images[0] ?? null, price } as const
  return { ...shown, ...rankOf(found), description: snippet(description) }
}

function pageResult({ item, ...found }: Found<Omit<FindablePage, 'tags'>>): SearchResult {
  const { url, title, description } = item
  const shown = { type: 'page', id: url, title, url, image: null, price: null } as const
  return { ...shown, ...rankOf(found), description: snippet(description) }
}

function rankOf({ score, matchingTag }: Omit<Found<unknown>, 'item'>) {
  return { matchingTag, relevanceScore: score }
}

/** With the search page as the last of the pages, for a box that holds a part of what there is. */
export function withWayToAll(term: string, { products, pages }: SearchResults): SearchResults {
  const item = { url: paths.search(term), title: `All results for “${term}”`, description: '' }
  return { products, pages: [...pages, pageResult({ item, score: 0, matchingTag: null })] }
}

function asFindable({ name, description, tags }: FoundRow): Findable {
  return { title: name, description, tags }
}
