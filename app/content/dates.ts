import type { Hours } from '../../domain/dates.ts'
import type { WeeklyRule } from '../../domain/weekly.ts'
import { rowsOf } from './rows.ts'

export interface Place {
  name: string
  street: string
  locality: string
  postcode: string
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

/** Pop-ups in the order of the calendar. One that is over moves to "been and gone" by itself. */
export const popUps: readonly PopUp[] = rowsOf(
  ['slug', 'day', 'from', 'to', 'title', 'text'],
  `
pop-up-june-2025 | 2025-06-05 | 18:00 | 22:00 | The first one in the square | Fried chicken, four sides and a queue with excellent manners.
pop-up-july-2025 | 2025-07-10 | 18:00 | 22:00 | The hot one | 31 degrees outside, hotter on the plate. We ran out of slaw and apologised in person.
pop-up-december-2026 | 2026-12-10 | 18:00 | 22:00 | Feast of St Dolly | Fried turkey, cornbread stuffing, sprouts in hot honey. Crackers, both kinds.
pop-up-february-2027 | 2027-02-11 | 18:00 | 22:00 | Palentine’s night | Sharing plates for people who like each other. Couples admitted under protest.
pop-up-june-2027 | 2027-06-03 | 18:00 | 22:00 | Pride warm-up | Line your stomach with mac and cheese before the month gets going.
`,
)

/** The café of the taco nights. A sample. */
export const tacoPlace: Place = {
  name: 'The Formica Café',
  street: '22 Example Parade',
  locality: 'London',
  postcode: 'SE15 4QL',
  website: 'https://formica.example',
}

export const tacoTuesdays: WeeklyRule & Pick<Hours, 'from' | 'to'> = {
  weekday: 2,
  since: '2022-05-03',
  from: '17:30',
  to: '21:30',
  notOn: ['2026-12-22', '2026-12-29', '2027-01-05', '2027-03-30', '2027-08-31'],
}

export const tacoLines: readonly [string, ...string[]] = [
  'Hot chicken on a soft shell. Bring wet wipes and low expectations of your shirt.',
  'Brisket night. Come before eight or come for the beans.',
  'Three salsas, one of them a dare.',
  'Karaoke is not planned. Karaoke has never been planned.',
  'Frozen limes, salted rims, school tomorrow.',
]
