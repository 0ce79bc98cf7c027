import type { PosterArtName } from './markets.ts'
import { parseRows } from './rows.ts'

export const popUpsTexts = {
  title: 'Pop Ups',
  kicker: 'Southern comfort food',
  lead: 'One restaurant in a square, borrowed for a night. We bring the fryer, they bring the glasses, you bring somebody who shares.',
  upcomingTitle: 'Still to come',
  nothing: 'Nothing in the oven just now. The next date goes up here first.',
  flyersTitle: 'Flyers off the fridge',
  flyersLabel: 'Flyers',
  flyersText: 'We keep them all. The mascots insist.',
  pastTitle: 'Been and gone',
  menu: {
    title: 'What was on the plate',
    lead: 'Menus change with the month and the mood of the fryer. These are samples. Tell us about allergies when you book and we will cook around them.',
  },
  placeText:
    'White tablecloths by day. We bring our own paper ones. Step-free, and the loos are for everybody.',
  book: {
    title: 'Come and sit down',
    lead: 'Tables of two to ten. Ring, or write; either way a person answers.',
  },
} as const

/** The picture and the background of each date's flyer, by slug. Other dates have `defaultFlyerDesign`. */
export const flyerDesigns: Readonly<
  Record<string, { art: PosterArtName; look: 'fountain' | 'rays' | 'coral' | 'mint' | 'butter' }>
> = {
  'pop-up-june-2025': { art: 'chicken', look: 'coral' },
  'pop-up-july-2025': { art: 'sun', look: 'butter' },
  'pop-up-december-2026': { art: 'feast', look: 'mint' },
  'pop-up-february-2027': { art: 'hearts', look: 'fountain' },
  'pop-up-june-2027': { art: 'pride', look: 'rays' },
}

export const defaultFlyerDesign = { art: 'pop-ups', look: 'rays' } as const

/** A menu with its dishes. `picture` is the name of a 300 x 300 picture in `art`, `alt` its description. */
export type SampleMenu = ReturnType<typeof parseMenus>[number]

export function parseMenus(text: string) {
  return text.split('\n\n').flatMap((menu) => {
    const [head = '', ...dishes] = menu.split('\n- ')
    const named = parseRows(['name', 'text'], dishes.join('\n'))
    return parseRows(['title', 'picture', 'alt'], head).map((row) => ({ ...row, dishes: named }))
  })
}

export const popUpMenus = parseMenus(`
Big plates | dish-chicken | Menu picture: a basket of fried chicken in gingham paper
- Nashville fried chicken | Mild, hot, or ring your mum.
- Smoked brisket | Fourteen hours. You get four minutes.
- Hot honey cauliflower | Vegan, and smug about it.

Sides | dish-mac | Menu picture: a pan of macaroni cheese with a golden top
- Four-cheese mac | One for each chimney at Battersea.
- Buttered corn | Paprika, lime, napkins.
- Pink slaw | Pickled, proud, good for you.

Little things | dish-sliders | Menu picture: three sliders with little flags in them
- Sliders with a flag in | Beef, chicken or bean. Pick a flag.
- Devilled eggs | Nan’s buffet, gone to the bad.
- Fried pickles | With ranch. Yes, we say ranch here.

Afters | dish-biscuits | Menu picture: a tower of buttermilk biscuits with butter on top
- Biscuits and honey | Not that kind of biscuit.
- Peach cobbler | Custard on request, and requested.
- Chilli chocolate pots | Small. You will see why.
`)
