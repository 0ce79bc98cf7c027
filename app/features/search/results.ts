import {
  searchItems,
  type SearchableFields,
  type SearchHit,
  indexItem,
  getSnippet,
} from '../../../domain/search.ts'
import { fuzzySearch, indexFuzzyItem } from '../../../domain/fuzzy-match.ts'
import { privatePages } from '../../content/own-pages.ts'
import { type Page, pages as records } from '../../content/pages.ts'
import { paths } from '../../core/paths.ts'
import { getBodyWords, isTermInBody } from './page-words.ts'
import type { FoundProductRow } from './product-filter.ts'

export interface SearchResult {
  id: string
  title: string
  description: string
  type: 'product' | 'page'
  url: string
  matchingTag: string | null
  relevanceScore: number
  image: string | null
  /** In pence; null for pages. */
  price: number | null
  /** True for products that are coming soon: the search finds them by their texts, but the result shows only a silhouette. */
  isMystery: boolean
}

export interface SearchResults {
  products: SearchResult[]
  pages: SearchResult[]
}

/**
 * Returns the best matches among the database's rows and `album`. Products that match only if the term has a typing
 * error follow the others.
 */
export function findResults(
  term: string,
  rows: readonly FoundProductRow[],
  album: readonly FoundProductRow[] = [],
): SearchResults {
  const fuzzyItems = album.map((row) => indexFuzzyItem(row, toFindable(row)))
  const known = new Set(album.map(({ id }) => id))
  const others = rows
    .filter(({ id }) => !known.has(id))
    .map((row) => indexItem(row, toFindable(row)))
  const found = [...searchItems(term, [...fuzzyItems, ...others]), ...fuzzySearch(term, fuzzyItems)]
  return { products: found.map(toProductResult), pages: findPages(term) }
}

export function findPages(term: string): SearchResult[] {
  const found = searchItems(term, pages)
  const known = new Set(found.map(({ item }) => item))
  const others = pages.filter(({ item }) => !known.has(item))
  const inBody = others.filter(({ item }) => isTermInBody(term, item.body))
  const fuzzyMatches = fuzzySearch(
    term,
    others.filter((page) => !inBody.includes(page)),
  )
  const bodyMatches = inBody.map(({ item }) => ({ item, score: bodyScore, matchingTag: null }))
  return [...found, ...bodyMatches, ...fuzzyMatches].map(toPageResult)
}

/** The score of a word in the description. */
const bodyScore = 40

interface FindablePage extends SearchableFields {
  url: string
  body: readonly string[]
}

const pages = [
  ...Object.entries<Page>(records),
  ...privatePages.map((page) => ['own', page] as const),
].flatMap(([name, { path, search }]) => {
  if (search === undefined) return []
  const { title, description, words, to = path } = search
  const page: FindablePage = {
    url: to,
    title,
    description,
    tags: words.split(' '),
    body: getBodyWords(name),
  }
  return [indexFuzzyItem(page, page)]
})

export function toProductResult({ item, ...found }: SearchHit<FoundProductRow>): SearchResult {
  const { id, slug, image_url: images, price, isComingSoon: isMystery } = item
  const url = paths.productById(slug || id)
  const title = isMystery ? `Mystery sticker No. ${item.Sort_order}` : item.name
  const description = isMystery ? '' : getSnippet(item.description)
  const image = isMystery ? null : (images[0] ?? null)
  return {
    type: 'product',
    id,
    title,
    description,
    url,
    image,
    price,
    isMystery,
    ...toRanking(found),
  }
}

function toPageResult({
  item,
  ...found
}: SearchHit<Omit<FindablePage, 'tags' | 'body'>>): SearchResult {
  const { url, title, description } = item
  const shown = {
    type: 'page',
    id: url,
    title,
    url,
    image: null,
    price: null,
    isMystery: false,
  } as const
  return { ...shown, ...toRanking(found), description: getSnippet(description) }
}

function toRanking({ score, matchingTag }: Omit<SearchHit<unknown>, 'item'>) {
  return { matchingTag, relevanceScore: score }
}

/** Appends a link to the search page, for an incomplete result. */
export function withShowAllLink(term: string, { products, pages }: SearchResults): SearchResults {
  const item = { url: paths.search(term), title: `All results for “${term}”`, description: '' }
  return { products, pages: [...pages, toPageResult({ item, score: 0, matchingTag: null })] }
}

function toFindable({ name, description, tags }: FoundProductRow): SearchableFields {
  return { title: name, description, tags }
}
