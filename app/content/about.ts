import { business, guestRange } from '../../domain/business.ts'
import { paths } from '../paths.ts'

const { chef, tradingName, tradingSince } = business

export const about = {
  title: `Made loud in London since ${tradingSince}`,
  lead: `${tradingName} is ${business.strapline}: owned, cooked, bottled and labelled by LGBTQIA+ people who wanted somewhere to eat chicken in peace.`,
  sideA: 'Ten years, ten tracks',
  sideAText: 'Press a picture to see it large.',
  storyTitle: 'Sleeve notes',
  story: [
    `It began in ${tradingSince} with nine guests, six chairs and one pot. Somebody asked for the sauce to take home, so we found a jar. Then somebody asked for forty.`,
    'The recipes come from Nashville, Memphis and one very patient grandmother; the manners come from south London. We still fry everything ourselves, we still label by hand on Thursdays, and a flag still hides on every bottle.',
    'Everybody eats. That is the whole of the company policy, and it is printed over the door.',
  ],
  sideB: 'The four arms',
  sideBText: 'A quartet, really. Nobody sings the same part twice.',
} as const

export const arms = [
  {
    mascot: 'peach',
    title: 'Proud Catering',
    text: `Private and LGBTQIA+ events, ${guestRange} guests.`,
    to: paths.cateringOffer,
  },
  {
    mascot: 'chilli',
    title: 'The shop',
    text: 'Sauces, seasonings, boxes and a very good tote.',
    to: paths.shop,
  },
  {
    mascot: 'toque',
    title: `Ask ${chef.name}`,
    text: 'Kitchen and restaurant consultancy, run by a chef.',
    to: paths.consultancyOffer,
  },
  {
    mascot: 'taco',
    title: 'Pop-ups and markets',
    text: 'Tuesdays, Thursdays, most Saturdays.',
    to: paths.whereToFindUs,
  },
]

export type Year = (typeof years)[number]

/** The picture of each is `year-<year>`. */
export const years = [
  {
    year: 2016,
    title: 'The supper club',
    text: 'Nine guests, six chairs, one pot.',
    alt: 'A steaming teal pot with a happy face on a gingham cloth',
  },
  {
    year: 2017,
    title: 'First market stall',
    text: 'A trestle, forty jars, horizontal rain.',
    alt: 'A market stall with a striped awning, jars and a bottle on the counter',
  },
  {
    year: 2018,
    title: 'A trailer of our own',
    text: 'Trailer Trash rolls into the yard.',
    alt: 'A coral food trailer under bulbs, a chilli in a stetson looking out of the hatch',
  },
  {
    year: 2019,
    title: 'Marched at Pride',
    text: 'We brought hot sauce and no umbrella.',
    alt: 'Three mascots marching with placards that say bold, proud and loud',
  },
  {
    year: 2020,
    title: 'Sauces go in the post',
    text: 'The postie learned our name.',
    alt: 'A red letter box beside an open parcel with a chilli in it',
  },
  {
    year: 2021,
    title: 'Chilli crisp lands',
    text: 'Crunch level: neighbours complained.',
    alt: 'A jar of Nashville Chilli Crisp and a loaded spoon',
  },
  {
    year: 2022,
    title: 'Taco Tuesdays',
    text: 'Somebody said “just the once”.',
    alt: 'A wall calendar with a taco on every Tuesday',
  },
  {
    year: 2023,
    title: 'Battersea, with beer',
    text: 'Four chimneys, one fryer.',
    alt: 'A power station with four chimneys, and a pint with a face in front of it',
  },
  {
    year: 2024,
    title: 'Our own kitchen',
    text: 'With a proper fryer and a door that locks.',
    alt: 'A coral range with a steaming pan and a chef’s hat with a moustache',
  },
  {
    year: 2025,
    title: 'The album',
    text: 'A sticker for every sauce, no doubles.',
    alt: 'An open sticker album, one sticker on its way to its place',
  },
]
