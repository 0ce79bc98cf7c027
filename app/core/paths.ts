import { business } from '../../domain/business.ts'

function shopFiltered(filter: string): string {
  return filter === '' ? '/shop' : `/shop?filter=${encodeURIComponent(filter)}`
}

/** All paths of the site. Pages use these constants in place of literal paths. */
export const paths = {
  home: '/',
  shop: '/shop',
  shopFiltered,
  product: ({ category, slug }: { category: string; slug: string }) =>
    `/shop/${encodeURIComponent(category)}/${encodeURIComponent(slug)}`,
  productById: (idOrSlug: string) => `/shop/product/${encodeURIComponent(idOrSlug)}`,
  subscriptions: '/subscriptions',
  cart: '/cart',
  /** The cart page with `code` filled in as the discount code. */
  cartWithCode: (code: string) =>
    code === '' ? '/cart' : `/cart?code=${encodeURIComponent(code)}`,
  checkoutSuccess: '/checkout/success',
  auth: '/auth',
  authWithNext: (next: string) => `/auth?next=${encodeURIComponent(next)}`,
  accountSettings: '/account-settings',
  yourData: '/your-data',
  search: (term?: string, page = 1) =>
    term === undefined
      ? '/search'
      : `/search?q=${encodeURIComponent(term)}${page > 1 ? `&page=${page}` : ''}`,
  whereToFindUs: '/upcoming-dates',
  tacoTuesdays: '/trailer-trash-taco-tuesdays',
  popUps: '/southern-comfort-food',
  markets: '/markets-does-gregs-and-sauces',
  marketPosters: '/markets',
  brewery: '/battersea-brewery',
  datesFeed: '/dates.ics',
  dateFile: (slug: string) => `/dates/${encodeURIComponent(slug)}.ics`,
  consultancy: `/ask-${business.chef.slug}`,
  /** Alternative paths of the consultancy and catering pages, used by the links of the About page. */
  consultancyOffer: `/${business.chef.slug}-consultancy`,
  cateringOffer: '/proud-catering',
  catering: '/lgbt-proud-catering',
  wholesale: '/wholesale',
  about: '/about',
  testimonials: '/testimonials',
  allergens: '/allergens',
  faqs: '/faqs',
  contact: '/contact',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  cookiePolicy: '/cookie-policy',
  /** The health check. It responds with 200 as long as the server runs, even without a database. */
  health: '/healthz',
} as const

/** Alternative paths of pages, each with the main path that menus link to. */
export const alternativePaths: Readonly<Record<string, string>> = {
  '/queer': paths.about,
  '/hire-proud-catering': paths.catering,
  [paths.cateringOffer]: paths.catering,
  [paths.consultancyOffer]: paths.consultancy,
}

/** Returns true when the menu link `to` leads to the page shown at `pathname`. */
export function isCurrentPage(to: string, pathname: string): boolean {
  return to === (alternativePaths[pathname] ?? pathname)
}
