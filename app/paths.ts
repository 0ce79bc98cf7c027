import { business } from '../domain/business.ts'

function shopFiltered(filter: string): string {
  return filter === '' ? '/shop' : `/shop?filter=${encodeURIComponent(filter)}`
}

/** The site map as links; pages spell no path out. */
export const paths = {
  home: '/',
  shop: '/shop',
  shopFiltered,
  product: ({ category, slug }: { category: string; slug: string }) =>
    `/shop/${encodeURIComponent(category)}/${encodeURIComponent(slug)}`,
  productById: (idOrSlug: string) => `/shop/product/${encodeURIComponent(idOrSlug)}`,
  subscriptions: '/subscriptions',
  cart: '/cart',
  checkoutSuccess: '/checkout/success',
  checkoutCancelled: '/checkout/cancelled',
  auth: '/auth',
  authThen: (next: string) => `/auth?next=${encodeURIComponent(next)}`,
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
  /** The paths that the About page links to; both are the pages below by another name. */
  consultancyOffer: `/${business.chef.slug}-consultancy`,
  cateringOffer: '/proud-catering',
  catering: '/lgbt-proud-catering',
  hireCatering: '/hire-proud-catering',
  wholesale: '/wholesale',
  about: '/about',
  queer: '/queer',
  testimonials: '/testimonials',
  allergens: '/allergens',
  faqs: '/faqs',
  contact: '/contact',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  cookiePolicy: '/cookie-policy',
  notFound: '/404',
  /** Answers as long as the shop is open. */
  health: '/healthz',
} as const

/** Where a page answers as well, by the path that menus lead to. */
export const otherPaths: Readonly<Record<string, readonly string[]>> = {
  [paths.about]: [paths.queer],
  [paths.catering]: [paths.hireCatering, paths.cateringOffer],
  [paths.consultancy]: [paths.consultancyOffer],
}

/** Whether the page that a menu leads to is the one shown at `pathname`. */
export function isShown(to: string, pathname: string): boolean {
  return to === pathname || otherPaths[to]?.includes(pathname) === true
}
