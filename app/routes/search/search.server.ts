import { getPageItems, getPageCount } from '../../../domain/paging.ts'
import { memoizeByObject } from '../../../domain/memoize.ts'
import { createScorer, indexItem, type IndexedItem } from '../../../domain/search.ts'
import { buildIndex, searchIndex, type SearchIndex } from '../../../domain/search-index.ts'
import { fuzzySearch, indexFuzzyItem } from '../../../domain/fuzzy-match.ts'
import type { ShopContext } from '../../core/context.ts'
import type { CardProduct } from '../../features/catalogue/card-product.ts'
import { CatalogueUnavailable, listProductCards } from '../../features/catalogue/queries.server.ts'
import { ALBUM_LIMIT, type FoundProductRow } from '../../features/search/product-filter.ts'
import { findPages, toProductResult, type SearchResults } from '../../features/search/results.ts'

interface ResultPage extends SearchResults {
  count: number
  /** The page number, from 1; the last page when a later one was requested. */
  page: number
  failed: boolean
}

export async function searchShop(
  readRows: ShopContext['readRows'],
  term: string,
  asked: number,
): Promise<ResultPage> {
  const nothing = { products: [], count: 0, page: 1 }
  if (term === '') return { ...nothing, pages: [], failed: false }
  try {
    const { all, first } = await searchableOf(await readRows('cards', listProductCards))
    const found = [...searchIndex(term, all), ...fuzzySearch(term, first)]
    const page = Math.min(asked, getPageCount(found.length))
    const judge = createScorer(term)
    const products = getPageItems(found, page).map((one) =>
      toProductResult({
        ...('words' in one ? judge(one.words) : one),
        item: toFoundRow(one.item),
      }),
    )
    return { products, count: found.length, page, pages: findPages(term), failed: false }
  } catch (error) {
    if (!(error instanceof CatalogueUnavailable)) throw error
    return { ...nothing, pages: findPages(term), failed: true }
  }
}

/** Caches the search index of all cards, and of the first ones, for which typing errors are tolerated. */
const searchableOf = memoizeByObject(async (cards: readonly CardProduct[]) => ({
  all: await indexOf(cards),
  first: cards
    .slice(0, ALBUM_LIMIT)
    .map((card) => indexFuzzyItem(card, { ...card, title: card.name })),
}))

/** Builds the index in steps between which the server handles other requests: ten thousand products take 0.1 s. */
async function indexOf(cards: readonly CardProduct[]): Promise<SearchIndex<CardProduct>> {
  const building = buildIndex(soughtAmong(cards))
  for (;;) {
    const step = building.next()
    if (step.done) return step.value
    await new Promise((resolve) => setTimeout(resolve))
  }
}

function* soughtAmong(cards: readonly CardProduct[]): Generator<IndexedItem<CardProduct>> {
  for (const card of cards) yield indexItem(card, { ...card, title: card.name })
}

function toFoundRow({ images, sortOrder, ...card }: CardProduct): FoundProductRow {
  return { ...card, image_url: images, Sort_order: sortOrder }
}
