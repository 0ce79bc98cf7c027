import { useEffect } from 'react'
import {
  data,
  type MetaDescriptor,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useSearchParams,
} from 'react-router'
import { business } from '../../../domain/business.ts'
import {
  defaultListingChoice,
  type ListingChoice,
  filters,
  isListedFilter,
  parseListingChoice,
  type FilteredPage,
  getFilteredPage,
} from '../../../domain/filters.ts'
import { PAGE_SIZE, getPageCount } from '../../../domain/paging.ts'
import { pageMeta } from '../../content/meta.ts'
import { pages as records } from '../../content/pages.ts'
import { shopContext } from '../../core/context.ts'
import type { CardProduct } from '../../features/catalogue/card-product.ts'
import { categoryLabel } from '../../features/catalogue/category.ts'
import { LoadFailure } from '../../features/catalogue/load-failure.tsx'
import { ProductGrid } from '../../features/catalogue/product-grid.tsx'
import {
  listProductCards,
  logCatalogueUnavailable,
} from '../../features/catalogue/queries.server.ts'
import { getShopPath } from './shop-path.ts'
import { paths } from '../../core/paths.ts'
import { editorialPaths } from '../../core/editorial-paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import type { Route } from './+types/shop.ts'
import { ShopBar } from './shop-bar.tsx'
import { ShopHead } from './shop-head.tsx'
import styles from './shop.module.css'

/** Returns all products if they fit on one page, so that another filter needs no request. Otherwise returns the matching page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const choice = parseListingChoice(new URL(request.url).searchParams)
  try {
    const cards = await shop.readRows('cards', listProductCards)
    const shelf = getFilteredPage(cards, choice)
    const pages = getPageCount(shelf.count)
    if (choice.page > pages) throw redirect(getShopPath({ ...choice, page: pages }))
    const isKnown = isListedFilter(choice.filter) || shelf.category !== null
    // Pages of invented filters must not fill the page cache.
    const headers = isKnown ? undefined : { 'Cache-Control': 'private, no-store' }
    const head = shelfHead(choice, shelf.category, pages, shop.siteUrl)
    const isWhole = cards.length <= PAGE_SIZE
    const shown = isWhole ? { album: cards, shelf: null } : { album: null, shelf }
    const found = { total: cards.length, ...shown }
    return data({ head, heat: editorialPaths.heat, found, failure: null }, { headers })
  } catch (error) {
    const failure = logCatalogueUnavailable(error, shop).message
    const head = shelfHead(choice, null, 1, shop.siteUrl)
    return data({ head, heat: editorialPaths.heat, found: null, failure }, { status: 503 })
  }
}

/** Returns the head of a listed filter or category. Invented filters have the head of the shop page. */
function shelfHead(
  choice: ListingChoice,
  category: string | null,
  pages: number,
  siteUrl: string,
): MetaDescriptor[] {
  const { filter, page } = choice
  const listed = filters.find(({ slug }) => slug === filter)
  const label = category === null ? listed?.label : categoryLabel(category)
  const isKnown = label !== undefined
  const { title, description } = isKnown && filter !== '' ? titleOfShelf(label) : records.shop
  const canonical = getShopPath(
    isKnown ? { ...defaultListingChoice, filter, page } : defaultListingChoice,
  )
  const ofPage = page > 1 ? `, page ${page}` : ''
  const beside = (rel: string, other: number): MetaDescriptor[] =>
    other < 1 || other > pages
      ? []
      : [{ tagName: 'link', rel, href: siteUrl + getShopPath({ ...choice, page: other }) }]
  return [
    ...pageMeta({ title: title + ofPage, description, canonical, noindex: !isKnown }, siteUrl),
    ...beside('prev', page - 1),
    ...beside('next', page + 1),
  ]
}

function titleOfShelf(label: string) {
  return {
    title: `${label} | Shop | ${business.tradingName}`,
    description: `The ${label} shelf of the ${business.tradingName} album: stickers with heat, allergens and prices, sent anywhere in Great Britain.`,
  }
}

/** In the browser: true while the page has all products. */
let holdsAlbum = true

export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const isElsewhere = args.currentUrl.pathname !== args.nextUrl.pathname
  return (isElsewhere || !holdsAlbum) && args.defaultShouldRevalidate
}

export { headers, meta } from '../head.ts'

export default function Shop({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const choice = parseListingChoice(query)
  const { found, failure, heat } = loaderData
  useEffect(() => {
    holdsAlbum = found?.album != null
  }, [found])
  return (
    <div>
      <ShopHead filter={choice.filter} count={found?.total ?? null} heat={heat} />
      <div className={`wrap ${styles.shop}`}>
        {found === null ? (
          <LoadFailure title="Error Loading Products" text={failure} />
        ) : (
          <Album choice={choice} shelf={found.shelf ?? getFilteredPage(found.album, choice)} />
        )}
      </div>
    </div>
  )
}

function Album({ choice, shelf }: { choice: ListingChoice; shelf: FilteredPage<CardProduct> }) {
  const { products, category, count, isNarrowed } = shelf
  return (
    <>
      <ProductGrid
        full
        eager={4}
        label="Products"
        products={products}
        head={
          <ShopBar
            choice={choice}
            category={category}
            count={count}
            slugs={products.map(({ slug }) => slug)}
          />
        }
      />
      {count === 0 && <NothingFound filter={choice.filter} isNarrowed={isNarrowed} />}
      <PageLinks
        page={choice.page}
        pages={getPageCount(count)}
        to={(page) => getShopPath({ ...choice, page })}
      />
    </>
  )
}

function NothingFound({ filter, isNarrowed }: { filter: string; isNarrowed: boolean }) {
  return (
    <EmptyState title="Got none. Need some." picture="/generated/art/garlic-shrug.svg">
      <p>{isNarrowed ? 'Nothing on this shelf is all that at once.' : emptyText(filter)}</p>
      {(isNarrowed || filter !== '') && (
        <ButtonLink
          to={isNarrowed ? paths.shopFiltered(filter) : paths.shop}
          variant="secondary"
          size="sm"
        >
          {isNarrowed ? 'Show the whole shelf' : 'All Products'}
        </ButtonLink>
      )}
    </EmptyState>
  )
}

function emptyText(filter: string): string {
  return filter === ''
    ? "We're working on adding more products. Check back soon!"
    : `No products found in the ${filter} category. Try selecting a different category.`
}
