import { business, cateringGuestRange } from '../../domain/business.ts'
import { paths } from '../core/paths.ts'
import { parseRows } from './rows.ts'

const { chef, tradingName, tradingSince } = business

export const aboutTexts = {
  title: `Made loud in London since ${tradingSince}`,
  lead: `${tradingName} is ${business.strapline}: owned, cooked, bottled and labelled by LGBTQIA+ people who wanted somewhere to eat chicken in peace.`,
  sideA: 'One track a year',
  sideAText: 'Tap a picture to see it bigger.',
  storyTitle: 'Sleeve notes',
  story: [
    `It began in ${tradingSince} with nine guests, six chairs and one pot. Somebody asked for the sauce to take home, so we found a jar. Then somebody asked for forty.`,
    'The recipes come from Nashville, Memphis and one very patient grandmother; the manners come from south London. We still fry everything ourselves, we still label by hand on Thursdays, and a flag still hides on every bottle.',
    'Everybody eats. That is the whole of the company policy, and it is printed over the door.',
  ],
  sideB: 'The four arms',
  sideBText: 'A quartet, really. Nobody sings the same part twice.',
} as const

export const businessArms = parseRows(
  ['mascot', 'title', 'text', 'to'],
  `
peach | Proud Catering | Private and LGBTQIA+ events, ${cateringGuestRange} guests. | ${paths.cateringOffer}
chilli | The shop | Sauces, seasonings, boxes and a very good tote. | ${paths.shop}
toque | Ask ${chef.name} | Kitchen and restaurant consultancy, run by a chef. | ${paths.consultancyOffer}
taco | Pop-ups and markets | Tuesdays, Thursdays, most Saturdays. | ${paths.whereToFindUs}
`,
)

export type Milestone = (typeof milestones)[number]

/** Each picture is `art/year-<year>.svg`. */
export const milestones = parseRows(
  ['year', 'title', 'text', 'alt'],
  `
2016 | The supper club | Nine guests, six chairs, one pot. | A steaming teal pot with a happy face on a gingham cloth
2017 | First market stall | A trestle, forty jars, horizontal rain. | A market stall with a striped awning, jars and a bottle on the counter
2018 | A trailer of our own | Trailer Trash rolls into the yard. | A coral food trailer under bulbs, a chilli in a stetson looking out of the hatch
2019 | Marched at Pride | We brought hot sauce and no umbrella. | Three mascots marching with placards that say bold, proud and loud
2020 | Sauces go in the post | The postie learned our name. | A red letter box beside an open parcel with a chilli in it
2021 | Chilli crisp lands | Crunch level: neighbours complained. | A jar of Nashville Chilli Crisp and a loaded spoon
2022 | Taco Tuesdays | Somebody said “just the once”. | A wall calendar with a taco on every Tuesday
2023 | Battersea, with beer | Four chimneys, one fryer. | A power station with four chimneys, and a pint with a face in front of it
2024 | Our own kitchen | With a proper fryer and a door that locks. | A coral range with a steaming pan and a chef’s hat with a moustache
2025 | The album | A sticker for every sauce, no doubles. | An open sticker album, one sticker on its way to its place
`,
)
