import { business, cateringGuestRange } from '../../domain/business.ts'
import { formatNumberWord } from '../../domain/number-words.ts'
import { parseRows } from './rows.ts'

const { fewest, most } = business.guests

export const cateringTexts = {
  admit: 'Admit everyone',
  lead: 'Private parties and LGBTQIA+ events, cooked by people who know every word. Southern food, British manners, one less thing to worry about.',
  facts: [`${cateringGuestRange} guests`, 'Personalised menus', 'London and nearby'],
} as const

/** Each picture is `art/dish-<name>.svg`. */
export const dishes = parseRows(
  ['name', 'title'],
  `
chicken | Nashville fried chicken
mac | Four-cheese mac
sliders | Sliders with a flag in
eggs | Devilled eggs
corn | Buttered corn
biscuits | Biscuits and honey
`,
)

export const cateringBlurbs = parseRows(
  ['headline', 'title', 'text'],
  `
${cateringGuestRange} | Events of every size | From ${formatNumberWord(fewest)} round a kitchen table to ${formatNumberWord(most)} at a wrap party. We bring the crew, the kit and the right number of napkins.
Your menu | Personalised, every time | We start with who is coming and what they can’t eat, and build up from there. No set menu B. No sad plate.
Any excuse | Weddings to wakes | Civil partnerships, birthdays, launches, office do’s, Sunday lunches, coming-outs, and the party after the party.
`,
)

export const reasonsToBook = parseRows(
  ['mascot', 'title', 'text'],
  `
bear | Nobody leaves hungry | Portions measured in hugs.
heart | Queer owned, everyone fed | Your chosen family is our kind of table.
garlic | A full allergen sheet | Fourteen boxes, filled in, before you book.
corn | Your menu, not ours | Vegan, halal, gluten free, fussy uncle.
spicebag | We bring it all | Griddle, plates, bunting, bin bags.
bolt | We clean up | The kitchen ends up nicer than it started.
`,
)
