import { socialAccountText } from './our-social.ts'
import { parseRows } from './rows.ts'

/** The pictures of all posters, with their width and height in pixels. */
export const posterSizes = {
  markets: [600, 470],
  gregs: [600, 470],
  sauces: [600, 470],
  queue: [600, 410],
  tasters: [600, 470],
  'pop-ups': [400, 250],
  tacos: [420, 170],
  chicken: [420, 300],
  sun: [420, 300],
  feast: [420, 300],
  hearts: [420, 300],
  pride: [420, 300],
} as const

export type PosterArtName = keyof typeof posterSizes

export const marketsTexts = {
  title: 'Markets',
  lead: 'A trestle, an awning and a queue that talks to itself. Most Saturdays, somewhere in London, usually under a cloud.',
  postersTitle: 'On the hoarding',
  datesTitle: 'Where and when',
  expectTitle: 'What to expect',
  postersButton: 'See all our market posters',
  dates: `Where and when we set up changes too: check ${socialAccountText} for dates.`,
  datesButton: `Check ${socialAccountText} for dates`,
  vary: 'Items vary weekly.',
  rules: [
    'Come early. Biscuits go first, then tempers.',
    'Bring your own bag, or buy the tote. We are not neutral in this.',
    'Ask about allergens at the stall. Everything has a list.',
  ],
} as const

export const marketPosters = {
  biscuits: {
    title: 'Biscuits!',
    kicker: 'Rain or shine · mostly rain',
    text: 'Buttermilk, and nothing to do with tea. Warm till they are gone.',
    art: 'markets',
    alt: 'A buttermilk biscuit with a pat of butter on its head frowns between a cake stand and two sauces',
  },
  sauces: {
    title: 'Sauces',
    kicker: 'Twelve tasters, one spoon each',
    text: 'The whole album on one trestle. Try before you cry.',
    art: 'sauces',
    alt: 'Apple Terror, Hot Tomato Ketchup, The Big Smoke and Lip Service side by side',
  },
  gregs: {
    title: 'Gregs',
    kicker: 'Pastry, but from Tennessee',
    text: 'Our love letter to the high-street bakery, in a paper bag.',
    art: 'gregs',
    alt: 'A chef’s hat with a moustache behind pasties, pastry rolls, a biscuit and a warm paper bag',
  },
} as const

export const gregsTexts = {
  title: 'Markets: does Gregs, and sauces',
  kicker: 'Saturday is pastry day',
  lead: 'Every high street in Britain has a bakery with a queue. Ours has hot sauce. Here is what to expect on the trestle.',
  saucesTitle: 'And sauces',
  saucesButton: 'Meet them in the shop',
  alt: 'A bear, a corn cob and a tomato queue for a pile of pasties and a pastry roll',
  tryTitle: 'Try before you cry',
  tryAlt: 'A garlic bulb cries big tears over four bowls of sauce with a spoon in each',
  sauces: 'Bottles and jars from the shop, open for tasting. What you like, you take home.',
} as const

export const marketFoods = parseRows(
  ['title', 'items', 'note'],
  `
Buttermilk biscuits | Plain, Triple cheese, Cheese and jalapeno, Cheese and bacon, Honey butter | Split, buttered, handed over. Do not dunk.
Pastries | BBQ sausage, Ruben, Brisket rolls | Flaky, like our plans for the weekend.
Pasties | Ruben, Jambalaya, Philly cheese steak | Cornwall has been informed.
`,
).map((kind) => ({ ...kind, items: kind.items.split(', ') }))
