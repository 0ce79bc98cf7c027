import { business } from '../../domain/business.ts'
import { socialAccountText } from './our-social.ts'
import { parseRows } from './rows.ts'

export const whereToFindUsTexts = {
  title: 'Where to Find Us',
  lead: 'Four ways to catch us in the flesh. Tap a colour, any colour.',
  headline: 'Out & About',
  weather: 'Changeable. Bring a jar.',
  tacos: 'Most Tuesdays. Book by phone',
  noPopUps: 'Nothing in the oven just now',
  markets: 'Most Saturdays. See the poster',
  brewery: 'Dates coming soon',
  diaryTitle: 'Put it in your diary',
  diaryText: 'Doors, dates and a file that your phone’s calendar understands.',
} as const

export const posterTexts = {
  title: 'This season’s posters',
  markets: {
    kicker: 'Rain or shine · mostly rain',
    title: 'Markets',
    foot: `Items vary weekly. Check ${socialAccountText} for dates.`,
  },
  brewery: {
    title: 'Battersea Brewery',
    foot: 'Dates coming soon. The bear is in training.',
  },
  popUps: {
    kicker: 'Southern comfort food',
    title: 'Pop Ups',
    foot: 'One restaurant in a square. Doors as on the flyer.',
  },
  tacos: {
    title: 'Taco Tuesdays',
    foot: 'Most Tuesdays. Book by phone or message.',
  },
} as const

export const wholesaleTexts = {
  title: 'Wholesale',
  lead: 'Run a deli, a butcher’s, a bottle shop or a very ambitious launderette? Put us on the shelf by the till.',
  points: parseRows(
    ['title', 'text'],
    `
Mixed cases | Twelve to a case. Mix the sauces, or don’t, and be brave.
Labels that talk | Allergens, net weight and best before on every bottle. The mascot does the selling.
Tasters with the first order | One open jar of each, so that nobody has to imagine it.
`,
  ),
  button: 'Ask for the trade list',
  mail: `mailto:${business.email}?subject=${encodeURIComponent('Wholesale: the trade list, please')}`,
} as const
