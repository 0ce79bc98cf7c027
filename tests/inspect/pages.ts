import { getPage } from '../../app/content/pages.ts'
import { paths } from '../../app/core/paths.ts'
import { editorialPaths } from '../../app/core/editorial-paths.ts'
import routes from '../../app/routes.ts'
import { seedProducts, type SeedProduct } from '../../supabase/seed/products.ts'

/** A page to inspect, in one of its states. */
export interface InspectedPage {
  /** The path with the query. */
  path: string
  /** The name of the page in the report. */
  name: string
  status: 200 | 404
  /** The path of the page's canonical link; null for a page that search engines must not index. */
  canonical: string | null
  /** The visitor of the page: anyone, or a signed-in shopper with products in the cart. */
  visitor: 'anyone' | 'shopper'
}

/** Returns every page of the sitemap, and each page with a parameter in its path in all of its states. */
export function getPagesToInspect(): InspectedPage[] {
  return [
    ...sitePages(),
    ...shelves(),
    ...stickers(),
    ...recipes(),
    ...searches(),
    ...lost(),
    ...shopperPages(),
  ]
}

/**
 * Returns the pages whose route has no parameter and no file extension. The account page is left out, because it
 * redirects visitors who are not signed in; it is inspected with a signed-in shopper.
 */
function sitePages(): InspectedPage[] {
  return routes
    .map(({ path = '' }) => `/${path}`)
    .filter((path) => path !== '/404' && path !== paths.accountSettings)
    .filter((path) => !/[.:*]/.test(path))
    .map((path) => page(path, canonicalOf(path)))
}

/**
 * Returns null for a path without an entry in the list of pages: these pages are private to one visitor and not
 * indexed.
 */
function canonicalOf(path: string): string | null {
  const { path: own, canonical = own } = getPage(path)
  return own === paths.home && path !== paths.home ? null : canonical
}

function shelves(): InspectedPage[] {
  const sauces = paths.shopFiltered('sauces')
  return [page(sauces, sauces), page(paths.shopFiltered('no-such-shelf'), null)]
}

/** Returns one product page for each state of a product, and one with the short address of a product. */
function stickers(): InspectedPage[] {
  const states: ((product: SeedProduct) => boolean)[] = [
    ({ slug }) => slug === 'nashville-chilli-crisp',
    ({ isSoldOut }) => isSoldOut,
    ({ isComingSoon }) => isComingSoon,
    ({ price }) => price === null,
    ({ isSeasonalLimited }) => isSeasonalLimited,
    ({ interval }) => interval !== null,
    ({ sizes, interval }) => sizes.length > 0 && interval === null,
  ]
  const addresses = states
    .map((isMeant) => seedProducts.find(isMeant))
    .filter((product) => product !== undefined)
    .map((product) => paths.product(product))
  const [first] = seedProducts
  const short =
    first === undefined ? [] : [page(paths.productById(first.slug), paths.product(first))]
  return [...[...new Set(addresses)].map((address) => page(address, address)), ...short]
}

/** Returns the shortest recipe, and one that uses several of the shop's products. */
function recipes(): InspectedPage[] {
  const addresses = ['mayonnaise', 'prawn-tacos'].map(editorialPaths.recipe)
  return addresses.map((address) => page(address, address))
}

function searches(): InspectedPage[] {
  return [page(paths.search('chilli'), null), page(paths.search('qqqq'), null)]
}

function lost(): InspectedPage[] {
  const addresses = ['/404', '/no-such-page', paths.productById('no-such-sticker')]
  return addresses.map((address) => ({ ...page(address, null), status: 404 }))
}

function shopperPages(): InspectedPage[] {
  return [paths.cart, paths.accountSettings, paths.home].map((path) => ({
    ...page(path, null),
    canonical: path === paths.home ? path : null,
    name: `${path} (signed in)`,
    visitor: 'shopper',
  }))
}

function page(path: string, canonical: string | null): InspectedPage {
  return { path, name: path, status: 200, canonical, visitor: 'anyone' }
}

/** Returns the file name of a page's screenshot. */
export function getScreenshotName({ name }: InspectedPage): string {
  return `${name.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'}.jpg`
}
