import { business, guestRange } from '../../domain/business.ts'
import type { Day } from '../../domain/dates.ts'
import { paths } from '../paths.ts'
import { boxNames } from './boxes.ts'

export interface Page {
  path: string
  file: string
  alsoAt?: readonly string[]
  /** The page that it is another form of, whose address its head then names as canonical. */
  canonical?: string
  title: string
  /** One or two sentences for search engines, at most about 160 characters. */
  description: string
  /** The day on which its words last changed, 'products' where it changes with them, false where the sitemap omits it. */
  sitemap: Day | 'products' | false
  /** What its share picture says: the title in lines of capitals, and a short sentence. Without it the shop's own serves. */
  share?: { lines: readonly string[]; text: string }
  /** How the search finds it; `to` is the path that a result leads to, where it is another. */
  search?: { title: string; description: string; words: string; to?: string }
}

const { tradingName: name, legalName, chef, strapline, tradingSince } = business

/** Every page that search engines may list, products aside; those that the search finds in the specification's order. */
export const pages = {
  home: {
    path: paths.home,
    file: 'routes/home/home.tsx',
    title: `${name}: Bold Flavours, Inclusive Vibes`,
    description: `${strapline}. Hot sauces, chilli crisp, seasonings and very silly boxes from an LGBTQIA+ owned London kitchen.`,
    sitemap: 'products',
    share: { lines: business.tagline.toUpperCase().split(/(?<=\.)\s+/), text: `${strapline}.` },
    search: { title: 'Home', description: `${strapline}.`, words: 'start welcome' },
  },
  shop: {
    path: paths.shop,
    file: 'routes/shop/shop.tsx',
    title: `Shop hot sauces, seasonings and boxes | ${name}`,
    description: `The whole album: hot sauces, chilli crisp, condiments, seasonings, merchandise and subscription boxes from ${name}, sent anywhere in Great Britain.`,
    sitemap: 'products',
    share: { lines: ['THE WHOLE', 'ALBUM'], text: 'Sauces, dust, boxes and a mug. All to stick.' },
    search: {
      title: 'Shop',
      description: 'All our sauces, seasonings, merchandise and boxes.',
      words: 'buy products sauces hot sauce',
    },
  },
  about: {
    path: paths.about,
    file: 'routes/about/about.tsx',
    alsoAt: [paths.queer],
    title: `About us | ${name}`,
    description: `An LGBTQIA+ owned food business, trading since ${tradingSince}: our story, our sauces, our catering and our kitchen.`,
    sitemap: '2026-11-20',
    share: { lines: ['OUR', 'MIXTAPE'], text: `Trading since ${tradingSince}.` },
    search: {
      title: 'About',
      description: `Our story since ${tradingSince} and what we do.`,
      words: 'story team history',
    },
  },
  faqs: {
    path: paths.faqs,
    file: 'routes/faqs/faqs.tsx',
    title: `Frequently asked questions | ${name}`,
    description:
      'Allergies and intolerances, delivery, vegetarian and vegan: the questions we are asked most, answered.',
    sitemap: 'products',
    share: { lines: ['ASK US', 'ANYTHING'], text: 'Allergies, delivery, vegetables.' },
    search: {
      title: 'FAQs',
      description: 'Allergies, delivery, vegetarian and vegan.',
      words: 'questions help allergens shipping',
    },
  },
  contact: {
    path: paths.contact,
    file: 'routes/contact/contact.tsx',
    title: `Contact | ${name}`,
    description: `How to reach ${name} about an order, an event or a question, and what customers say.`,
    sitemap: '2026-11-20',
    share: { lines: ['SAY', 'HELLO'], text: 'We answer. One of us even likes the phone.' },
    search: { title: 'Contact', description: 'How to reach us.', words: 'e-mail phone address' },
  },
  catering: {
    path: paths.catering,
    file: 'routes/catering/catering.tsx',
    alsoAt: [paths.hireCatering, paths.cateringOffer],
    title: `Proud Catering: LGBTQIA+ events and private parties | ${name}`,
    description: `Southern comfort food for parties, weddings and office do’s of ${guestRange} people in London, by ${name}.`,
    sitemap: '2026-11-20',
    share: { lines: ['PROUD', 'CATERING'], text: `Southern plates for ${guestRange} people.` },
    search: {
      title: 'Proud Catering',
      description: `Private and LGBTQIA+ events for ${guestRange} people.`,
      words: 'wedding party hire events',
      to: paths.hireCatering,
    },
  },
  consultancy: {
    path: paths.consultancy,
    file: 'routes/consultancy/consultancy.tsx',
    alsoAt: [paths.consultancyOffer],
    title: `Ask ${chef.name}: kitchen consultancy | ${name}`,
    description: `Menus, EHO compliance, training, allergens and margins: kitchen and restaurant consultancy run by a chef, ${chef.name} of ${name}.`,
    sitemap: '2026-11-20',
    share: { lines: ['ASK', chef.name.toUpperCase()], text: 'Kitchen help from a chef.' },
    search: {
      title: `Ask ${chef.name}`,
      description: 'Kitchen and restaurant consultancy run by a chef.',
      words: 'menu EHO training HACCP',
    },
  },
  whereToFindUs: {
    path: paths.whereToFindUs,
    file: 'routes/where-to-find-us/where-to-find-us.tsx',
    title: `Where to find us: markets, pop-ups and taco nights | ${name}`,
    description: `Taco Tuesdays, pop-ups, markets and Battersea Brewery: where ${name} cooks in London, with dates for your calendar.`,
    sitemap: '2026-11-20',
    share: { lines: ['WHERE TO', 'FIND US'], text: 'Taco nights, pop-ups, markets, a brewery.' },
  },
  wholesale: {
    path: paths.wholesale,
    file: 'routes/where-to-find-us/where-to-find-us.tsx',
    canonical: paths.whereToFindUs,
    title: `Wholesale and where to find us | ${name}`,
    description: `Stock ${name} in your shop, or find us at markets, pop-ups and taco nights in London.`,
    sitemap: false,
    search: {
      title: 'Wholesale',
      description: 'Stock our sauces in your shop.',
      words: 'trade stockists',
    },
  },
  subscriptions: {
    path: paths.subscriptions,
    file: 'routes/subscriptions/subscriptions.tsx',
    title: `Subscription boxes | ${name}`,
    description: `${boxNames}, monthly or quarterly: our sauces with good things from other LGBTQIA+ owned makers.`,
    sitemap: 'products',
    share: { lines: ['BEAR', 'OR TWINK?'], text: 'Boxes, monthly or quarterly.' },
    search: {
      title: 'Subscriptions',
      description: `${boxNames}.`,
      words: 'box monthly quarterly gift',
    },
  },
  tacoTuesdays: {
    path: paths.tacoTuesdays,
    file: 'routes/taco-tuesdays/taco-tuesdays.tsx',
    title: `Trailer Trash Taco Tuesdays | ${name}`,
    description: `Tacos in a London café, most Tuesdays: which ones, what is on the menu, and how to book a table with ${name}.`,
    sitemap: '2026-11-20',
    share: { lines: ['TACO', 'TUESDAYS'], text: 'Most Tuesdays. You know which ones.' },
  },
  popUps: {
    path: paths.popUps,
    file: 'routes/pop-ups/pop-ups.tsx',
    title: `Southern comfort food pop-ups | ${name}`,
    description: `${name} takes over a restaurant in a square for a night: dates, flyers and sample menus.`,
    sitemap: '2026-11-20',
    share: { lines: ['POP', 'UPS'], text: 'A restaurant in a square, for one night.' },
  },
  marketPosters: {
    path: paths.marketPosters,
    file: 'routes/markets/markets.tsx',
    title: `Markets | ${name}`,
    description: `Biscuits, pastry and hot sauce from a trestle, most Saturdays: the posters of our market stall in London.`,
    sitemap: '2026-11-20',
    share: { lines: ['MARKETS'], text: 'Biscuits, pastry and sauce from a trestle.' },
  },
  markets: {
    path: paths.markets,
    file: 'routes/gregs/gregs.tsx',
    title: `Markets: does Gregs, and sauces | ${name}`,
    description: `Buttermilk biscuits, pastries and pasties at the ${name} market stall: what to expect, and where to look for dates.`,
    sitemap: '2026-11-20',
    share: { lines: ['GREGS', 'AND SAUCES'], text: 'Still warm, from the market stall.' },
  },
  brewery: {
    path: paths.brewery,
    file: 'routes/brewery/brewery.tsx',
    title: `Battersea Brewery | ${name}`,
    description: `${name} and Battersea Brewery: Southern plates and London pints under the chimneys. Dates coming soon.`,
    sitemap: '2026-11-20',
    share: { lines: ['BATTERSEA', 'BREWERY'], text: 'Southern plates, London pints.' },
  },
  testimonials: {
    path: paths.testimonials,
    file: 'routes/testimonials/testimonials.tsx',
    title: `Testimonials | ${name}`,
    description: `What people say about ${name}: the sauces, the catering and the company.`,
    sitemap: '2026-11-20',
    share: { lines: ['WHAT', 'THEY SAY'], text: 'Kind words, mostly about the sauce.' },
  },
  privacyPolicy: {
    path: paths.privacyPolicy,
    file: 'routes/policy/policy.tsx',
    title: `Privacy Policy | ${name}`,
    description: `What ${legalName} keeps about you, why, for how long, and what you can ask of us.`,
    sitemap: '2025-04-30',
    share: { lines: ['PRIVACY', 'POLICY'], text: 'What we keep, and why.' },
  },
  termsOfService: {
    path: paths.termsOfService,
    file: 'routes/policy/policy.tsx',
    title: `Terms of Service | ${name}`,
    description: `The terms on which ${legalName} sells: orders, delivery, cancellation and returns.`,
    sitemap: '2026-11-22',
    share: { lines: ['TERMS OF', 'SERVICE'], text: 'The small print, at a readable size.' },
  },
  cookiePolicy: {
    path: paths.cookiePolicy,
    file: 'routes/policy/policy.tsx',
    title: `Cookie Policy | ${name}`,
    description: `What ${name} stores on your device, and for what.`,
    sitemap: '2026-11-22',
    share: { lines: ['COOKIE', 'POLICY'], text: 'Sadly not the kind with chocolate in.' },
  },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

const everyPage: readonly Page[] = Object.values(pages)

export const listedPages = everyPage.flatMap(({ path, sitemap }) =>
  sitemap === false ? [] : [{ path, changed: sitemap === 'products' ? null : sitemap }],
)

/** The page that answers at a path; the home page, whose head serves for it, where that is none of them. */
export function pageAt(path: string): Page {
  return everyPage.find((page) => page.path === path || page.alsoAt?.includes(path)) ?? pages.home
}
