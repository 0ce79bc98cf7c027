import {
  addDays,
  type Day,
  type Hours,
  londonDay,
  longDay,
  sortByTime,
  type Sorted,
  spokenTime,
  weekOf,
} from '../../../domain/dates.ts'
import { daysOn } from '../../../domain/weekly.ts'
import {
  type Place,
  popUpPlace,
  popUps,
  tacoLines,
  tacoPlace,
  tacoTuesdays,
} from '../../content/dates.ts'
import { paths } from '../../paths.ts'

export interface Happening extends Hours {
  slug: string
  kind: 'pop-up' | 'taco-tuesday'
  title: string
  text: string
  place: Place
  page: string
}

/** How far back and ahead taco nights are listed, days. */
const behind = 28
const ahead = 70

/** Every date there is, unsorted; taco nights only around `now`, for they have no end. */
export function happenings(now: number): Happening[] {
  return [...popUpDates(), ...tacoDates(now)]
}

export function popUpDates(): Happening[] {
  return popUps.map((date) => ({
    ...date,
    kind: 'pop-up',
    place: popUpPlace,
    page: paths.popUps,
  }))
}

function tacoDates(now: number): Happening[] {
  const today = londonDay(now)
  return daysOn(tacoTuesdays, addDays(today, -behind), addDays(today, ahead)).map((day) => ({
    slug: `taco-tuesday-${day}`,
    kind: 'taco-tuesday',
    day,
    from: tacoTuesdays.from,
    to: tacoTuesdays.to,
    title: 'Taco Tuesday',
    text: lineOf(day),
    place: tacoPlace,
    page: paths.tacoTuesdays,
  }))
}

function lineOf(day: Day): string {
  return tacoLines[weekOf(day) % tacoLines.length] ?? tacoLines[0]
}

export function diary(now: number): Sorted<Happening> {
  const { upcoming, past } = sortByTime(happenings(now), now)
  return { upcoming, past: past.filter(({ kind }) => kind === 'pop-up') }
}

export function diaryEntry(date: Happening) {
  const { slug, kind, title, text, day, from, to, place } = date
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
  }
}

export type DiaryEntry = ReturnType<typeof diaryEntry>

export function placeCard(place: Place) {
  return { name: place.name, address: addressOf(place), website: place.website }
}

export function addressOf({ street, locality, postcode }: Place): string {
  return `${street}, ${locality} ${postcode}`
}

export function fullTitle({ kind, title }: Happening): string {
  return kind === 'pop-up' ? `Pop-up: ${title}` : title
}
