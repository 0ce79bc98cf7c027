import { business, guestRange } from '../../domain/business.ts'
import { paths } from '../paths.ts'

/** What stands on the picture that other sites show beside a link to a page. */
export interface SharePage {
  /** The canonical path of the page. */
  path: string
  /** The lines of the title, in capitals. */
  lines: readonly string[]
  /** One short sentence. */
  text: string
}

const since = `Trading since ${business.tradingSince}.`

/** One for every page that search engines list; products follow the album. */
export const sharePages = {
  home: {
    path: paths.home,
    lines: business.tagline.toUpperCase().split(/(?<=\.)\s+/),
    text: `${business.strapline}.`,
  },
  shop: {
    path: paths.shop,
    lines: ['THE WHOLE', 'ALBUM'],
    text: 'Sauces, dust, boxes and a mug. All to stick.',
  },
  subscriptions: {
    path: paths.subscriptions,
    lines: ['BEAR', 'OR TWINK?'],
    text: 'Boxes, monthly or quarterly.',
  },
  catering: {
    path: paths.catering,
    lines: ['PROUD', 'CATERING'],
    text: `Southern plates for ${guestRange} people.`,
  },
  consultancy: {
    path: paths.consultancy,
    lines: ['ASK', business.chef.name.toUpperCase()],
    text: 'Kitchen help from a chef.',
  },
  about: { path: paths.about, lines: ['OUR', 'MIXTAPE'], text: since },
  whereToFindUs: {
    path: paths.whereToFindUs,
    lines: ['WHERE TO', 'FIND US'],
    text: 'Taco nights, pop-ups, markets, a brewery.',
  },
  tacoTuesdays: {
    path: paths.tacoTuesdays,
    lines: ['TACO', 'TUESDAYS'],
    text: 'Most Tuesdays. You know which ones.',
  },
  popUps: {
    path: paths.popUps,
    lines: ['POP', 'UPS'],
    text: 'A restaurant in a square, for one night.',
  },
  marketPosters: {
    path: paths.marketPosters,
    lines: ['MARKETS'],
    text: 'Biscuits, pastry and sauce from a trestle.',
  },
  markets: {
    path: paths.markets,
    lines: ['GREGS', 'AND SAUCES'],
    text: 'Still warm, from the market stall.',
  },
  brewery: {
    path: paths.brewery,
    lines: ['BATTERSEA', 'BREWERY'],
    text: 'Southern plates, London pints.',
  },
  testimonials: {
    path: paths.testimonials,
    lines: ['WHAT', 'THEY SAY'],
    text: 'Kind words, mostly about the sauce.',
  },
  faqs: {
    path: paths.faqs,
    lines: ['ASK US', 'ANYTHING'],
    text: 'Allergies, delivery, vegetables.',
  },
  contact: {
    path: paths.contact,
    lines: ['SAY', 'HELLO'],
    text: 'We answer. One of us even likes the phone.',
  },
  privacyPolicy: {
    path: paths.privacyPolicy,
    lines: ['PRIVACY', 'POLICY'],
    text: 'What we keep, and why.',
  },
  termsOfService: {
    path: paths.termsOfService,
    lines: ['TERMS OF', 'SERVICE'],
    text: 'The small print, at a readable size.',
  },
  cookiePolicy: {
    path: paths.cookiePolicy,
    lines: ['COOKIE', 'POLICY'],
    text: 'Sadly not the kind with chocolate in.',
  },
} as const satisfies Record<string, SharePage>

export type SharePageName = keyof typeof sharePages
