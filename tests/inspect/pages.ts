import { getPage } from '../../app/content/pages.ts'
import { paths } from '../../app/core/paths.ts'
import { reading } from '../../app/core/paths-reading.ts'
import routes from '../../app/routes.ts'
import { seedProducts, type SeedProduct } from '../../supabase/seed/products.ts'

/** A page in one state. */
export interface InspectedPage {
  /** Path and query. */
  path: string
  /** The page's name in the report. */
  name: string
  status: 200 | 404
  /** The path that the canonical link names; null for a page that is not indexed. */
  canonical: string | null
  /** A shopper is signed in and has something in the cart. */
  visitor: 'anyone' | 'shopper'
}

/** Every path of the site map, and the pages with a variable part in their path, in each of their states. */
export function everyPage(): InspectedPage[] {
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
 * The routes of the shop that lead to one page each: no file, no catch-all and no part that varies. The account page
 * is looked at as a shopper has it; everybody else is led on to sign in.
 */
function sitePages(): InspectedPage[] {
  return routes
    .map(({ path = '' }) => `/${path}`)
    .filter((path) => path !== '/404' && path !== paths.accountSettings)
    .filter((path) => !/[.:*]/.test(path))
    .map((path) => page(path, canonicalOf(path)))
}

/** Pages without a record are private to one visitor, and not listed. */
function canonicalOf(path: string): string | null {
  const { path: own, canonical = own } = getPage(path)
  return own === paths.home && path !== paths.home ? null : canonical
}

function shelves(): InspectedPage[] {
  const sauces = paths.shopFiltered('sauces')
  return [page(sauces, sauces), page(paths.shopFiltered('no-such-shelf'), null)]
}

/** One product in each state, and one by its short address. */
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

/** The shortest recipe, and one with several of the shop's products. */
function recipes(): InspectedPage[] {
  const addresses = ['mayonnaise', 'prawn-tacos'].map(reading.recipe)
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

/** The file of a page's screenshot. */
export function pictureName({ name }: InspectedPage): string {
  return `${name.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'}.jpg`
}
