import { type Day, longDay, shortDay, type Sorted, spokenTime } from '../../../domain/dates.ts'
import { paths } from '../../core/paths.ts'
import type { Happening, Place } from './dates.server.ts'

export type { Happening, Place } from './dates.server.ts'

/** The page of each kind. */
const pages: Record<Happening['kind'], string> = {
  taco: paths.tacoTuesdays,
  'pop-up': paths.popUps,
  market: paths.marketPosters,
  brewery: paths.brewery,
}

export function pageOf({ kind }: Happening): string {
  return pages[kind]
}

export function isOn({ state }: Happening): boolean {
  return state !== 'cancelled'
}

/** Where a kind of date is at home: as planned for the next, else for the last. */
export function usualPlace({ upcoming, past }: Sorted<Happening>): Place | null {
  const [next] = [...upcoming, ...past]
  return next === undefined ? null : (next.was ?? next).place
}

/** The day on which somebody first looks for it: one that was moved is looked for when it was planned, too, until that is over. */
export function firstDay({ day, was }: Happening, today: Day): Day {
  return was !== null && was.day >= today && was.day < day ? was.day : day
}

/** The first so many of what is to come. One that was to be among them is, however far away it has gone. */
export function firstOf(upcoming: readonly Happening[], count: number, today: Day): Happening[] {
  return [...upcoming]
    .sort((one, other) => firstDay(one, today).localeCompare(firstDay(other, today)))
    .slice(0, count)
}

/** What is said of a date on pages. One on another day than planned stands at its old day, too, if that is not before `first`. */
export function diaryEntries(dates: readonly Happening[], first: Day = ''): DiaryEntry[] {
  const planned = dates.flatMap((date) =>
    date.was === null || date.was.day === date.day || date.was.day < first
      ? []
      : [
          {
            ...entryOf({ ...date, ...date.was }),
            isOff: true,
            note: `Moved to ${changes(date, date.was)}.`,
          },
        ],
  )
  return [...dates.map(entryOf), ...planned].sort((one, other) =>
    one.dateTime.localeCompare(other.dateTime),
  )
}

function entryOf(date: Happening) {
  const { slug, kind, title, text, day, from, to, place, state } = date
  return {
    slug,
    kind,
    title,
    text,
    dateTime: `${day}T${from}`,
    day: longDay(day),
    year: day.slice(0, 4),
    from: spokenTime(from),
    to: spokenTime(to),
    host: place.name,
    address: addressOf(place),
    /** Not at this time. */
    isOff: state === 'cancelled',
    note: noteOf(date),
  }
}

export type DiaryEntry = ReturnType<typeof entryOf>

/** What is otherwise than planned, or ''. */
export function noteOf({ state, words, was, ...date }: Happening): string {
  if (state === 'on' || (state === 'moved' && was === null)) return ''
  const what = was === null ? 'Cancelled' : `Moved from ${changes(was, date)}`
  return `${what}. ${words}`.trim()
}

type Hours = Pick<Happening, 'day' | 'from' | 'to' | 'place'>

/** What is different at one of two times and places. */
function changes(one: Hours, other: Hours): string {
  return [
    one.day !== other.day && longDay(one.day),
    (one.from !== other.from || one.to !== other.to) &&
      `${spokenTime(one.from)} to ${spokenTime(one.to)}`,
    one.place.name !== other.place.name && one.place.name,
  ]
    .filter(Boolean)
    .join(', ')
}

/** For lines with little room: "Tue 24 Nov", "Tue 24 Nov cancelled", "Tue 24 Nov moved to Wed 25 Nov". */
export function shortLine({ day, state, was }: Happening): string {
  if (state === 'cancelled') return `${shortDay(day)} cancelled`
  return was === null || was.day === day
    ? shortDay(day)
    : `${shortDay(was.day)} moved to ${shortDay(day)}`
}

export function placeCard(place: Place) {
  return { name: place.name, address: addressOf(place), website: place.website }
}

export function addressOf({ street, locality, postcode }: Place): string {
  return `${street}, ${locality} ${postcode}`
}

export function fullTitle({ kind, title }: Happening): string {
  return kind === 'pop-up' ? `Pop-up: ${title}` : title
}
