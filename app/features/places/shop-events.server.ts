import {
  type Day,
  longDay,
  shortDay,
  type UpcomingAndPastDates,
  formatSpokenTime,
} from '../../../domain/dates.ts'
import { paths } from '../../core/paths.ts'
import type { ShopEvent, Place } from './dates.server.ts'

export type { ShopEvent, Place } from './dates.server.ts'

const pageByKind: Record<ShopEvent['kind'], string> = {
  taco: paths.tacoTuesdays,
  'pop-up': paths.popUps,
  market: paths.marketPosters,
  brewery: paths.brewery,
}

export function getEventPagePath({ kind }: ShopEvent): string {
  return pageByKind[kind]
}

export function isTakingPlace({ state }: ShopEvent): boolean {
  return state !== 'cancelled'
}

/** Returns the usual place of one kind of dates: the planned place of the next date, else of the last one. */
export function getUsualPlace({ upcoming, past }: UpcomingAndPastDates<ShopEvent>): Place | null {
  const [next] = [...upcoming, ...past]
  return next === undefined ? null : (next.was ?? next).place
}

/** Returns the day by which a date is listed: the original day of a postponed date until that day is over, else its own day. */
export function getListingDay({ day, was }: ShopEvent, today: Day): Day {
  return was !== null && was.day >= today && was.day < day ? was.day : day
}

/** Returns the next `count` dates. A moved date stays listed by its original day. */
export function getNextEvents(
  upcoming: readonly ShopEvent[],
  count: number,
  today: Day,
): ShopEvent[] {
  return [...upcoming]
    .sort((one, other) => getListingDay(one, today).localeCompare(getListingDay(other, today)))
    .slice(0, count)
}

/**
 * Returns the diary entries of dates. A date that was moved to another day is also listed on its planned day, unless
 * that is before `first`.
 */
export function toDiaryEntries(dates: readonly ShopEvent[], first: Day = ''): DiaryEntry[] {
  const planned = dates.flatMap((date) =>
    date.was === null || date.was.day === date.day || date.was.day < first
      ? []
      : [
          {
            ...toDiaryEntry({ ...date, ...date.was }),
            isOff: true,
            note: `Moved to ${describeChanges(date, date.was)}.`,
          },
        ],
  )
  return [...dates.map(toDiaryEntry), ...planned].sort((one, other) =>
    one.dateTime.localeCompare(other.dateTime),
  )
}

function toDiaryEntry(date: ShopEvent) {
  const { slug, kind, title, text, day, from, to, place, state } = date
  return {
    slug,
    kind,
    title,
    text,
    dateTime: `${day}T${from}`,
    day: longDay(day),
    year: day.slice(0, 4),
    from: formatSpokenTime(from),
    to: formatSpokenTime(to),
    host: place.name,
    address: formatAddress(place),
    /** True when the date does not take place at this time, because it was cancelled or moved. */
    isOff: state === 'cancelled',
    note: getEventNote(date),
  }
}

export type DiaryEntry = ReturnType<typeof toDiaryEntry>

/** Returns a text on the cancellation or the move with its reason; '' when the date takes place as planned. */
export function getEventNote({ state, words, was, ...date }: ShopEvent): string {
  if (state === 'on' || (state === 'moved' && was === null)) return ''
  const change = was === null ? 'Cancelled' : `Moved from ${describeChanges(was, date)}`
  return `${change}. ${words}`.trim()
}

type Hours = Pick<ShopEvent, 'day' | 'from' | 'to' | 'place'>

/** Describes the day, time and place of `one` as far as they differ from those of `other`. */
function describeChanges(one: Hours, other: Hours): string {
  return [
    one.day !== other.day && longDay(one.day),
    (one.from !== other.from || one.to !== other.to) &&
      `${formatSpokenTime(one.from)} to ${formatSpokenTime(one.to)}`,
    one.place.name !== other.place.name && one.place.name,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Formats a date for narrow layouts: "Tue 24 Nov", "Tue 24 Nov cancelled", "Tue 24 Nov moved to Wed 25 Nov". */
export function formatShortDate({ day, state, was }: ShopEvent): string {
  if (state === 'cancelled') return `${shortDay(day)} cancelled`
  return was === null || was.day === day
    ? shortDay(day)
    : `${shortDay(was.day)} moved to ${shortDay(day)}`
}

export function toPlaceCardProps(place: Place) {
  return { name: place.name, address: formatAddress(place), website: place.website }
}

export function formatAddress({ street, locality, postcode }: Place): string {
  return `${street}, ${locality} ${postcode}`
}

export function getFullTitle({ kind, title }: ShopEvent): string {
  return kind === 'pop-up' ? `Pop-up: ${title}` : title
}
