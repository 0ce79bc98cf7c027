import { business, cateringGuestRange } from '../../domain/business.ts'
import type { Day } from '../../domain/dates.ts'
import { isCurrentPage, paths } from '../core/paths.ts'
import { editorialPaths } from '../core/editorial-paths.ts'
import { boxNames } from './boxes.ts'

export interface Page {
  path: string
  file: string
  /** The path of the canonical page, if this page is an alternative version of it. */
  canonical?: string
  title: string
  /** One or two sentences for search engines, at most about 160 characters. */
  description: string
  /** The day of the last change, the data that it changes with, or false to omit the page from the sitemap. */
  sitemap: Day | 'products' | 'dates' | false
  /**
   * The text on the page's share picture: the title as lines of capitals, and a short sentence. Without it the shop's
   * default picture is used.
   */
  share?: { lines: readonly string[]; text: string }
  /** The page's entry in the shop's search. `to` replaces `path` as the target of the result. */
  search?: { title: string; description: string; words: string; to?: string }
}

type Written = Omit<Page, 'path' | 'file' | 'sitemap'> & Partial<Pick<Page, 'sitemap'>>

/** Defines a page. `sitemap` defaults to the launch day, for pages whose text has not changed since. */
function page(path: string, folder: string, words: Written): Page {
  return { path, file: `routes/${folder}/${folder}.tsx`, sitemap: '2026-11-20', ...words }
}

const { tradingName: name, legalName, chef, strapline, tradingSince } = business

/** All pages that search engines may list, except products. Those with `search` are in the specification's order. */
export const pages = {
  home: page(paths.home, 'home', {
    title: `${name}: Bold Flavours, Inclusive Vibes`,
    description: `${strapline}. Hot sauces, chilli crisp, seasonings and very silly boxes from an LGBTQIA+-owned London kitchen.`,
    sitemap: 'products',
    share: { lines: business.tagline.toUpperCase().split(/(?<=\.)\s+/), text: `${strapline}.` },
    search: { title: 'Home', description: `${strapline}.`, words: 'start welcome newsletter' },
  }),
  shop: page(paths.shop, 'shop', {
    title: `Shop hot sauces, seasonings and boxes | ${name}`,
    description: `The whole album: hot sauces, chilli crisp, condiments, seasonings, merchandise and subscription boxes from ${name}, sent anywhere in Great Britain.`,
    sitemap: 'products',
    share: { lines: ['THE WHOLE', 'ALBUM'], text: 'Sauces, dust, boxes and a mug. All to stick.' },
    search: {
      title: 'Shop',
      description: 'All our sauces, seasonings, merchandise and boxes.',
      words: 'buy products sauces hot sauce merch ingredients prices mystery coming soon',
    },
  }),
  about: page(paths.about, 'about', {
    title: `About us | ${name}`,
    description: `An LGBTQIA+-owned food business, trading since ${tradingSince}: our story, our sauces, our catering and our kitchen.`,
    share: { lines: ['OUR', 'MIXTAPE'], text: `Trading since ${tradingSince}.` },
    search: {
      title: 'About',
      description: `Our story since ${tradingSince} and what we do.`,
      words: 'story team history queer',
    },
  }),
  faqs: page(paths.faqs, 'faqs', {
    title: `Frequently asked questions | ${name}`,
    description:
      'Allergies and intolerances, delivery, vegetarian and vegan: the questions we are asked most, answered.',
    sitemap: 'products',
    share: { lines: ['ASK US', 'ANYTHING'], text: 'Allergies, delivery, vegetables.' },
    search: {
      title: 'FAQs',
      description: 'Allergies, delivery, vegetarian and vegan.',
      words:
        'questions help allergens shipping postage gluten nuts dairy traces parcels tracking lost late missing broken damaged international ireland animals',
    },
  }),
  allergens: page(paths.allergens, 'allergens', {
    title: `Allergens in everything we sell | ${name}`,
    description: `All of the ${name} album against the 14 allergens: what contains them, what may, what’s free from them and what we don’t know.`,
    sitemap: 'products',
    share: { lines: ['WHAT', 'IS IN IT'], text: 'Every sticker, all 14 allergens.' },
    search: {
      title: 'Allergens',
      description: 'Everything we sell against the 14 allergens.',
      words:
        'allergy intolerance label ingredients celery gluten crustaceans eggs fish lupin milk molluscs mustard nuts peanuts sesame soya sulphites',
    },
  }),
  contact: page(paths.contact, 'contact', {
    title: `Contact | ${name}`,
    description: `How to reach ${name} about an order, an event or a question, and what customers say.`,
    share: { lines: ['SAY', 'HELLO'], text: 'We answer. One of us even likes the phone.' },
    search: {
      title: 'Contact',
      description: 'How to reach us.',
      words: 'e-mail phone address complaint press Instagram social',
    },
  }),
  catering: page(paths.catering, 'catering', {
    title: `Proud Catering: LGBTQIA+ events and private parties | ${name}`,
    description: `Southern comfort food for parties, weddings and office do’s of ${cateringGuestRange} people in London, by ${name}.`,
    share: {
      lines: ['PROUD', 'CATERING'],
      text: `Southern plates for ${cateringGuestRange} people.`,
    },
    search: {
      title: 'Proud Catering',
      description: `Private and LGBTQIA+ events for ${cateringGuestRange} people.`,
      words: 'wedding party hire events corporate office canapes buffet',
      to: '/hire-proud-catering',
    },
  }),
  consultancy: page(paths.consultancy, 'consultancy', {
    title: `Ask ${chef.name}: kitchen consultancy | ${name}`,
    description: `Menus, EHO compliance, training, allergens and margins: kitchen and restaurant consultancy run by a chef, ${chef.name} of ${name}.`,
    share: { lines: ['ASK', chef.name.toUpperCase()], text: 'Kitchen help from a chef.' },
    search: {
      title: `Ask ${chef.name}`,
      description: 'Kitchen and restaurant consultancy run by a chef.',
      words: 'menu EHO training HACCP',
    },
  }),
  whereToFindUs: page(paths.whereToFindUs, 'where-to-find-us', {
    title: `Where to find us: markets, pop-ups and taco nights | ${name}`,
    description: `Taco Tuesdays, pop-ups, markets and Battersea Brewery: where ${name} cooks in London, with dates for your calendar.`,
    sitemap: 'dates',
    share: { lines: ['WHERE TO', 'FIND US'], text: 'Taco nights, pop-ups, markets, a brewery.' },
    search: {
      title: 'Where to Find Us',
      description: 'Where we cook in London, and when.',
      words: 'dates calendar events stalls markets pop-ups',
    },
  }),
  wholesale: page(paths.wholesale, 'where-to-find-us', {
    canonical: paths.whereToFindUs,
    title: `Wholesale and where to find us | ${name}`,
    description: `Stock ${name} in your shop, or find us at markets, pop-ups and taco nights in London.`,
    sitemap: false,
    search: {
      title: 'Wholesale',
      description: 'Stock our sauces in your shop.',
      words: 'trade stockists bulk invoice',
    },
  }),
  subscriptions: page(paths.subscriptions, 'subscriptions', {
    title: `Subscription boxes | ${name}`,
    description: `${boxNames}, monthly or quarterly: our sauces with good things from other LGBTQIA+-owned makers.`,
    sitemap: 'products',
    share: { lines: ['BEAR', 'OR TWINK?'], text: 'Boxes, monthly or quarterly.' },
    search: {
      title: 'Subscriptions',
      description: `${boxNames}.`,
      words: 'box monthly quarterly gift present subscribe skip pause cancel renew',
    },
  }),
  tacoTuesdays: page(paths.tacoTuesdays, 'taco-tuesdays', {
    title: `Trailer Trash Taco Tuesdays | ${name}`,
    description: `Tacos in a London café, most Tuesdays: which ones, what is on the menu, and how to book a table with ${name}.`,
    sitemap: 'dates',
    share: { lines: ['TACO', 'TUESDAYS'], text: 'Most Tuesdays. You know which ones.' },
    search: {
      title: 'Taco Tuesdays',
      description: 'Tacos in a London café, most Tuesdays.',
      words: 'tacos trailer trash menu book table',
    },
  }),
  popUps: page(paths.popUps, 'pop-ups', {
    title: `Southern comfort food pop-ups | ${name}`,
    description: `${name} takes over a restaurant in a square for a night: dates, flyers and sample menus.`,
    sitemap: 'dates',
    share: { lines: ['POP', 'UPS'], text: 'A restaurant in a square, for one night.' },
    search: {
      title: 'Pop Ups',
      description: 'A restaurant in a square, for one night.',
      words: 'pop-up popup supper menu flyers southern comfort food',
    },
  }),
  marketPosters: page(paths.marketPosters, 'markets', {
    title: `Markets | ${name}`,
    description: `Biscuits, pastry and hot sauce from a trestle, most Saturdays: posters from our London market stall.`,
    sitemap: 'dates',
    share: { lines: ['MARKETS'], text: 'Biscuits, pastry and sauce from a trestle.' },
  }),
  markets: page(paths.markets, 'gregs', {
    title: `Markets: does Gregs, and sauces | ${name}`,
    description: `Buttermilk biscuits, pastries and pasties at the ${name} market stall: what to expect, and where to look for dates.`,
    share: { lines: ['GREGS', 'AND SAUCES'], text: 'Still warm, from the market stall.' },
    search: {
      title: 'Markets',
      description: 'Biscuits, pastries and pasties, still warm, from our stall.',
      words: 'market gregs bakery dates',
    },
  }),
  brewery: page(paths.brewery, 'brewery', {
    title: `Battersea Brewery | ${name}`,
    description: `${name} and Battersea Brewery: Southern plates and London pints under the chimneys. Dates coming soon.`,
    sitemap: 'dates',
    share: { lines: ['BATTERSEA', 'BREWERY'], text: 'Southern plates, London pints.' },
    search: {
      title: 'Battersea Brewery',
      description: 'Southern plates and London pints.',
      words: 'beer pub pints',
    },
  }),
  testimonials: page(paths.testimonials, 'testimonials', {
    title: `Testimonials | ${name}`,
    description: `What people say about ${name}: the sauces, the catering and the company.`,
    share: { lines: ['WHAT', 'THEY SAY'], text: 'Kind words, mostly about the sauce.' },
    search: {
      title: 'Testimonials',
      description: 'What people say about us.',
      words: 'reviews customers ratings',
    },
  }),
  recipes: page(editorialPaths.recipes, 'recipes', {
    title: `Recipes: what to do with our sauces and dusts | ${name}`,
    description: `The ${name} recipe box: three things to cook with every jar, bottle and bag, from fried eggs to glazed ham.`,
    sitemap: 'products',
    share: {
      lines: ['THE RECIPE', 'BOX'],
      text: 'Three ways with everything. The spoon is a fourth.',
    },
    search: {
      title: 'Recipes',
      description: 'What to cook with our sauces, seasonings and jars.',
      words: 'recipe cook cooking ideas dinner method',
    },
  }),
  heat: page(editorialPaths.heat, 'heat', {
    title: `How hot is it? The heat guide | ${name}`,
    description: `What the six stripes beside every ${name} sauce mean, step by step, with the sauces that play at each volume.`,
    sitemap: 'products',
    share: { lines: ['HOW HOT', 'IS HOT?'], text: 'Six stripes, low to high.' },
    search: {
      title: 'Heat guide',
      description: 'How hot each of our sauces and seasonings is.',
      words: 'heat hot spicy mild scale chilli scoville',
    },
  }),
  flags: page(editorialPaths.flags, 'flags', {
    title: `Find the flags: the pride flag on every label | ${name}`,
    description: `Every ${name} label hides a pride flag: where it is, what it stands for and who made it.`,
    sitemap: 'products',
    share: { lines: ['FIND', 'THE FLAGS'], text: 'There is one on every label.' },
    search: {
      title: 'Find the flags',
      description: 'The pride flag that hides on each label, and who made it.',
      words: 'pride flag flags rainbow LGBTQIA+ label',
    },
  }),
  privacyPolicy: page(paths.privacyPolicy, 'policy', {
    title: `Privacy Policy | ${name}`,
    description: `What ${legalName} keeps about you, why, for how long, and what you can ask of us.`,
    sitemap: '2025-04-30',
    share: { lines: ['PRIVACY', 'POLICY'], text: 'What we keep, and why.' },
    search: {
      title: 'Privacy Policy',
      description: 'What we keep about you, and why.',
      words: 'data GDPR personal delete unsubscribe',
    },
  }),
  termsOfService: page(paths.termsOfService, 'policy', {
    title: `Terms of Service | ${name}`,
    description: `The terms on which ${legalName} sells: orders, delivery, cancellation and returns.`,
    sitemap: '2026-11-22',
    share: { lines: ['TERMS OF', 'SERVICE'], text: 'The small print, at a readable size.' },
    search: {
      title: 'Terms of Service',
      description: 'Payment, delivery, cancellation and returns.',
      words:
        'conditions refunds return withdraw withdrawal cancel cancelling cooling-off money-back faulty broken damaged complaints price VAT card',
    },
  }),
  cookiePolicy: page(paths.cookiePolicy, 'policy', {
    title: `Cookie Policy | ${name}`,
    description: `What ${name} stores on your device, and why.`,
    sitemap: '2026-11-22',
    share: { lines: ['COOKIE', 'POLICY'], text: 'Sadly not the kind with chocolate in.' },
    search: {
      title: 'Cookie Policy',
      description: 'What we store on your device.',
      words: 'cookies storage tracking',
    },
  }),
} satisfies Record<string, Page>

export type PageName = keyof typeof pages

/** Returns a link with the page's name in the search. */
function linkTo({ path, title, search }: Page): { label: string; to: string } {
  return { label: search?.title ?? title, to: search?.to ?? path }
}

/** The footer's links: those of the specification in its order, and additional ones. */
export const footerColumns = [
  {
    title: 'The shop',
    links: [
      linkTo(pages.shop),
      linkTo(pages.subscriptions),
      linkTo(pages.recipes),
      linkTo(pages.heat),
      linkTo(pages.flags),
      linkTo(pages.wholesale),
    ],
  },
  {
    title: 'The kitchen',
    links: [
      linkTo(pages.whereToFindUs),
      { label: 'About', to: '/queer' },
      linkTo(pages.consultancy),
      linkTo(pages.catering),
      linkTo(pages.testimonials),
      { label: 'Contact Us', to: `mailto:${business.email}` },
    ],
  },
  {
    title: 'Help',
    links: [
      linkTo(pages.faqs),
      linkTo(pages.allergens),
      { label: 'Phone and post', to: paths.contact },
      linkTo(pages.privacyPolicy),
      linkTo(pages.termsOfService),
      linkTo(pages.cookiePolicy),
    ],
  },
]

const everyPage: readonly Page[] = Object.values(pages)

export const sitemapPages = everyPage.flatMap(({ path, sitemap }) =>
  sitemap === false ? [] : [{ path, changed: sitemap }],
)

/** Returns the page at a path, or the home page, whose head is the default, when no page matches. */
export function getPage(path: string): Page {
  return everyPage.find((page) => isCurrentPage(page.path, path)) ?? pages.home
}
