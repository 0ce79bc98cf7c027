import type { PosterArtName } from './markets.ts'

export const popUpsPage = {
  title: 'Pop Ups',
  kicker: 'Southern comfort food',
  lead: 'One restaurant in a square, borrowed for a night. We bring the fryer, they bring the glasses, you bring somebody who shares.',
  upcomingTitle: 'Still to come',
  nothing: 'Nothing in the oven just now. The next date goes up here first.',
  flyersTitle: 'Flyers off the fridge',
  flyersLabel: 'Flyers and menus',
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

/** The picture and the ground of each date's flyer, by its slug; others get the last one. */
export const flyers: Readonly<
  Record<string, { art: PosterArtName; look: 'fountain' | 'rays' | 'coral' | 'mint' | 'butter' }>
> = {
  'pop-up-june-2025': { art: 'chicken', look: 'coral' },
  'pop-up-july-2025': { art: 'sun', look: 'butter' },
  'pop-up-december-2026': { art: 'feast', look: 'mint' },
  'pop-up-february-2027': { art: 'hearts', look: 'fountain' },
  'pop-up-june-2027': { art: 'pride', look: 'rays' },
}

export const plainFlyer = { art: 'pop-ups', look: 'rays' } as const

export interface SampleMenu {
  title: string
  /** The name of a picture in `art`, 300 x 300. */
  picture: string
  alt: string
  dishes: readonly { name: string; text: string }[]
}

export const popUpMenus: readonly SampleMenu[] = [
  {
    title: 'Big plates',
    picture: 'dish-chicken',
    alt: 'Menu picture: a basket of fried chicken in gingham paper',
    dishes: [
      { name: 'Nashville fried chicken', text: 'Mild, hot, or ring your mum.' },
      { name: 'Smoked brisket', text: 'Fourteen hours. You get four minutes.' },
      { name: 'Hot honey cauliflower', text: 'Vegan, and smug about it.' },
    ],
  },
  {
    title: 'Sides',
    picture: 'dish-mac',
    alt: 'Menu picture: a pan of macaroni cheese with a golden top',
    dishes: [
      { name: 'Four-cheese mac', text: 'One for each chimney at Battersea.' },
      { name: 'Buttered corn', text: 'Paprika, lime, napkins.' },
      { name: 'Pink slaw', text: 'Pickled, proud, good for you.' },
    ],
  },
  {
    title: 'Little things',
    picture: 'dish-sliders',
    alt: 'Menu picture: three sliders with little flags in them',
    dishes: [
      { name: 'Sliders with a flag in', text: 'Beef, chicken or bean. Pick a flag.' },
      { name: 'Devilled eggs', text: 'Nan’s buffet, gone to the bad.' },
      { name: 'Fried pickles', text: 'With ranch. Yes, we say ranch here.' },
    ],
  },
  {
    title: 'Afters',
    picture: 'dish-biscuits',
    alt: 'Menu picture: a tower of buttermilk biscuits with butter on top',
    dishes: [
      { name: 'Biscuits and honey', text: 'Not that kind of biscuit.' },
      { name: 'Peach cobbler', text: 'Custard on request, and requested.' },
      { name: 'Chilli chocolate pots', text: 'Small. You will see why.' },
    ],
  },
]
