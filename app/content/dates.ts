import type { Hours } from '../../domain/dates.ts'
import type { WeeklyRule } from '../../domain/weekly.ts'

export interface Place {
  name: string
  street: string
  locality: string
  postcode: string
  /** The host's own page; null where there is none. */
  website: string | null
}

export interface PopUp extends Hours {
  /** Stands in addresses (`/dates/<slug>.ics`) and in calendars: never change it once it is public. */
  slug: string
  title: string
  text: string
}

/** The restaurant in a square. A sample, as are the dates from 2026 on. */
export const popUpPlace: Place = {
  name: 'Mabel’s in the Square',
  street: '4 Example Square',
  locality: 'London',
  postcode: 'SE5 8ZZ',
  website: 'https://mabels.example',
}

const evening = { from: '18:00', to: '22:00' }

/** Pop-ups in the order of the calendar. One that is over moves to "been and gone" by itself. */
export const popUps: readonly PopUp[] = [
  {
    slug: 'pop-up-june-2025',
    day: '2025-06-05',
    ...evening,
    title: 'The first one in the square',
    text: 'Fried chicken, four sides and a queue with excellent manners.',
  },
  {
    slug: 'pop-up-july-2025',
    day: '2025-07-10',
    ...evening,
    title: 'The hot one',
    text: '31 degrees outside, hotter on the plate. We ran out of slaw and apologised in person.',
  },
  {
    slug: 'pop-up-december-2026',
    day: '2026-12-10',
    ...evening,
    title: 'Feast of St Dolly',
    text: 'Fried turkey, cornbread stuffing, sprouts in hot honey. Crackers, both kinds.',
  },
  {
    slug: 'pop-up-february-2027',
    day: '2027-02-11',
    ...evening,
    title: 'Palentine’s night',
    text: 'Sharing plates for people who like each other. Couples admitted under protest.',
  },
  {
    slug: 'pop-up-june-2027',
    day: '2027-06-03',
    ...evening,
    title: 'Pride warm-up',
    text: 'Line your stomach with mac and cheese before the month gets going.',
  },
]

/** The café of the taco nights. A sample. */
export const tacoPlace: Place = {
  name: 'The Formica Café',
  street: '22 Example Parade',
  locality: 'London',
  postcode: 'SE15 4QL',
  website: 'https://formica.example',
}

/** Most Tuesdays: every one but those that are named here. */
export const tacoTuesdays: WeeklyRule & Pick<Hours, 'from' | 'to'> = {
  weekday: 2,
  since: '2022-05-03',
  from: '17:30',
  to: '21:30',
  notOn: ['2026-12-22', '2026-12-29', '2027-01-05', '2027-03-30', '2027-08-31'],
}

/** What is said of a taco night; each has the next line of the list. */
export const tacoLines: readonly [string, ...string[]] = [
  'Hot chicken on a soft shell. Bring wet wipes and low expectations of your shirt.',
  'Brisket night. Come before eight or come for the beans.',
  'Three salsas, one of them a dare.',
  'Karaoke is not planned. Karaoke has never been planned.',
  'Frozen limes, salted rims, school tomorrow.',
]
