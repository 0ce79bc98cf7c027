import { business, guestRange } from '../../domain/business.ts'
import { numberWord } from '../../domain/number-words.ts'

const { fewest, most } = business.guests

export const cateringWords = {
  admit: 'Admit everyone',
  lead: 'Private parties and LGBTQIA+ events, cooked by people who know every word. Southern food, British manners, one less thing to worry about.',
  facts: [`${guestRange} guests`, 'Personalised menus', 'London and nearby'],
} as const

/** Each is `art/dish-<name>.svg`. */
export const dishes = [
  { name: 'chicken', title: 'Nashville fried chicken' },
  { name: 'mac', title: 'Four-cheese mac' },
  { name: 'sliders', title: 'Sliders with a flag in' },
  { name: 'eggs', title: 'Devilled eggs' },
  { name: 'corn', title: 'Buttered corn' },
  { name: 'biscuits', title: 'Biscuits and honey' },
]

export const blurbs = [
  {
    headline: guestRange,
    title: 'Events of every size',
    text: `From ${numberWord(fewest)} round a kitchen table to ${numberWord(most)} at a wrap party. We bring the crew, the kit and the right number of napkins.`,
  },
  {
    headline: 'Your menu',
    title: 'Personalised, every time',
    text: 'We start with who is coming and what they can’t eat, and build up from there. No set menu B. No sad plate.',
  },
  {
    headline: 'Any excuse',
    title: 'Weddings to wakes',
    text: 'Civil partnerships, birthdays, launches, office do’s, Sunday lunches, coming-outs, and the party after the party.',
  },
]

export const reasons = [
  { mascot: 'bear', title: 'Nobody leaves hungry', text: 'Portions measured in hugs.' },
  {
    mascot: 'heart',
    title: 'Queer owned, everyone fed',
    text: 'Your chosen family is our kind of table.',
  },
  {
    mascot: 'garlic',
    title: 'A full allergen sheet',
    text: 'Fourteen boxes, filled in, before you book.',
  },
  { mascot: 'corn', title: 'Your menu, not ours', text: 'Vegan, halal, gluten free, fussy uncle.' },
  { mascot: 'spicebag', title: 'We bring it all', text: 'Griddle, plates, bunting, bin bags.' },
  { mascot: 'bolt', title: 'We clean up', text: 'The kitchen ends up nicer than it started.' },
]
