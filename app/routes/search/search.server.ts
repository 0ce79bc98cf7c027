import { onPage, pagesOf } from '../../../domain/paging.ts'
import { madeOnce } from '../../../domain/remembered.ts'
import { find, seek } from '../../../domain/search.ts'
import { forgive, seekEach } from '../../../domain/slip.ts'
import type { ShopContext } from '../../context.ts'
import type { CardProduct } from '../../features/catalogue/card-product.ts'
import { CatalogueUnavailable, listCards } from '../../features/catalogue/queries.server.ts'
import { ALBUM_LIMIT, type FoundRow } from '../../features/search/product-filter.ts'
import { pagesFor, productResult, type SearchResults } from '../../features/search/results.ts'

/** A page of what a search found. */
interface ResultPage extends SearchResults {
  /** Of the products, on all pages. */
  count: number
  /** From 1; the last, when a later one was asked for. */
  page: number
  /** Whether the products could not be asked for. */
  failed: boolean
}

/** A page of results for the search that works without JavaScript. */
export async function search(
  readRows: ShopContext['readRows'],
  term: string,
  asked: number,
): Promise<ResultPage> {
  const nothing = { products: [], count: 0, page: 1 }
  if (term === '') return { ...nothing, pages: [], failed: false }
  try {
    const { all, first } = soughtOf(await readRows('cards', listCards))
    const found = [...find(term, all), ...forgive(term, first)]
    const page = Math.min(asked, pagesOf(found.length))
    const products = onPage(found, page).map(({ item, score, matchingTag }) =>
      productResult({ item: toFoundRow(item), score, matchingTag }),
    )
    return { products, count: found.length, page, pages: pagesFor(term), failed: false }
  } catch (error) {
    if (!(error instanceof CatalogueUnavailable)) throw error
    return { ...nothing, pages: pagesFor(term), failed: true }
  }
}

/** The words of all cards, and of the first ones, in which a slip is forgiven; made once and not for each search. */
const soughtOf = madeOnce((cards: readonly CardProduct[]) => ({
  all: cards.map((card) => seek(card, { ...card, title: card.name })),
  first: cards.slice(0, ALBUM_LIMIT).map((card) => seekEach(card, { ...card, title: card.name })),
}))

function toFoundRow({ id, name, description, slug, tags, images, price }: CardProduct): FoundRow {
  return { id, name, description, slug, tags, image_url: images, price }
}
