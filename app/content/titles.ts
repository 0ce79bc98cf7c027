import { business, guestRange } from '../../domain/business.ts'
import { boxNames } from './boxes.ts'

export interface PageTitle {
  title: string
  /** One or two sentences for search engines, at most about 160 characters. */
  description: string
}

const { tradingName: name, chef } = business

const home: PageTitle = {
  title: `${name}: Bold Flavours, Inclusive Vibes`,
  description: `${business.strapline}. Hot sauces, chilli crisp, seasonings and very silly boxes from an LGBTQIA+ owned London kitchen.`,
}

const consultancy: PageTitle = {
  title: `Ask ${chef.name}: kitchen consultancy | ${name}`,
  description: `Menus, EHO compliance, training, allergens and margins: kitchen and restaurant consultancy run by a chef, ${chef.name} of ${name}.`,
}

const catering: PageTitle = {
  title: `Proud Catering: LGBTQIA+ events and private parties | ${name}`,
  description: `Southern comfort food for parties, weddings and office do’s of ${guestRange} people in London, by ${name}.`,
}

/** The specification's table of titles by path. Every other path has the home page's. */
const titles: Readonly<Record<string, PageTitle>> = {
  '/': home,
  '/shop': {
    title: `Shop hot sauces, seasonings and boxes | ${name}`,
    description: `The whole album: hot sauces, chilli crisp, condiments, seasonings, merchandise and subscription boxes from ${name}, sent anywhere in Great Britain.`,
  },
  '/subscriptions': {
    title: `Subscription boxes | ${name}`,
    description: `${boxNames}, monthly or quarterly: our sauces with good things from other LGBTQIA+ owned makers.`,
  },
  [`/${chef.slug}-consultancy`]: consultancy,
  '/proud-catering': catering,
  '/about': {
    title: `About us | ${name}`,
    description: `An LGBTQIA+ owned food business, trading since ${business.tradingSince}: our story, our sauces, our catering and our kitchen.`,
  },
  '/contact': {
    title: `Contact | ${name}`,
    description: `How to reach ${name} about an order, an event or a question, and what customers say.`,
  },
  '/wholesale': {
    title: `Wholesale and where to find us | ${name}`,
    description: `Stock ${name} in your shop, or find us at markets, pop-ups and taco nights in London.`,
  },
  '/testimonials': {
    title: `Testimonials | ${name}`,
    description: `What people say about ${name}: the sauces, the catering and the company.`,
  },
  '/faqs': {
    title: `Frequently asked questions | ${name}`,
    description:
      'Allergies and intolerances, delivery, vegetarian and vegan: the questions we are asked most, answered.',
  },
  '/privacy-policy': {
    title: `Privacy Policy | ${name}`,
    description: `What ${business.legalName} keeps about you, why, for how long, and what you can ask of us.`,
  },
  '/terms-of-service': {
    title: `Terms of Service | ${name}`,
    description: `The terms on which ${business.legalName} sells: orders, delivery, cancellation and returns.`,
  },
  '/cookie-policy': {
    title: `Cookie Policy | ${name}`,
    description: `What ${name} stores on your device, and for what.`,
  },
}

/** Pages beyond that table. */
const others: Readonly<Record<string, PageTitle>> = {
  [`/ask-${chef.slug}`]: consultancy,
  '/lgbt-proud-catering': catering,
  '/hire-proud-catering': catering,
  '/upcoming-dates': {
    title: `Where to find us: markets, pop-ups and taco nights | ${name}`,
    description: `Taco Tuesdays, pop-ups, markets and Battersea Brewery: where ${name} cooks in London, with dates for your calendar.`,
  },
  '/trailer-trash-taco-tuesdays': {
    title: `Trailer Trash Taco Tuesdays | ${name}`,
    description: `Tacos in a London café, most Tuesdays: which ones, what is on the menu, and how to book a table with ${name}.`,
  },
  '/southern-comfort-food': {
    title: `Southern comfort food pop-ups | ${name}`,
    description: `${name} takes over a restaurant in a square for a night: dates, flyers and sample menus.`,
  },
  '/markets': {
    title: `Markets | ${name}`,
    description: `Biscuits, pastry and hot sauce from a trestle, most Saturdays: the posters of our market stall in London.`,
  },
  '/markets-does-gregs-and-sauces': {
    title: `Markets: does Gregs, and sauces | ${name}`,
    description: `Buttermilk biscuits, pastries and pasties at the ${name} market stall: what to expect, and where to look for dates.`,
  },
  '/battersea-brewery': {
    title: `Battersea Brewery | ${name}`,
    description: `${name} and Battersea Brewery: Southern plates and London pints under the chimneys. Dates coming soon.`,
  },
}

/** The title and description of a path, with the fallback to the home page's. */
export function titleOf(path: string): PageTitle {
  const own = Object.hasOwn(titles, path) ? titles[path] : undefined
  const other = Object.hasOwn(others, path) ? others[path] : undefined
  return own ?? other ?? home
}
