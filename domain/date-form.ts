import * as v from 'valibot'
import { addDays, getStartTime, type Day, getEndTime, type DayHours, isDay } from './dates.ts'
import { cleanPastedText } from './pasted.ts'

export const dateKinds = ['taco', 'pop-up', 'market', 'brewery'] as const
export type DateKind = (typeof dateKinds)[number]

const maxDurationMs = 12 * 60 * 60_000
const maxWeeks = 53

const requiredText = (missing: string, maxLength: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, missing),
    v.maxLength(maxLength, `There is room for ${maxLength} characters.`),
  )
const day = v.pipe(v.string(), v.check(isDay, 'Which day is it?'))
const time = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'When is it?'))
const hours = { day, from: time, to: time }
const endsEarly = 'It ends before it begins.'

/**
 * Returns true when the end is less than twelve hours after the start, also across midnight. An invalid time returns true, because
 * the schema of its own field reports it.
 */
function isWithinMaxDuration({ from, to }: Pick<DayHours, 'from' | 'to'>): boolean {
  if (!v.is(time, from) || !v.is(time, to)) return true
  const sample = { day: '2026-01-01', from, to }
  return from !== to && getEndTime(sample) - getStartTime(sample) < maxDurationMs
}

/**
 * The schema of the desk's form for a date, which is a public event of the shop (`dateKinds`), single or weekly. For a weekly
 * event, each line of `text` is for one week, and an empty `until` means that the series has no end.
 */
export const dateFormSchema = v.pipe(
  v.object({
    ...hours,
    kind: v.picklist(dateKinds),
    title: requiredText('What is it called?', 80),
    text: v.pipe(v.string(), v.trim(), v.maxLength(3000, 'There is room for 3,000 characters.')),
    venue: requiredText('Where is it?', 200),
    isWeekly: v.boolean(),
    until: v.union([v.literal(''), day], 'Until which day?'),
  }),
  v.forward(
    v.check((typed) => isWithinMaxDuration(typed), endsEarly),
    ['to'],
  ),
  v.forward(
    v.check(
      ({ isWeekly, until, day: first }) => !isWeekly || until === '' || until >= first,
      'The last day is before the first.',
    ),
    ['until'],
  ),
)
export type DateInput = v.InferInput<typeof dateFormSchema>

/** The schema of the form that moves one date of a weekly series to another time and venue. */
export const moveDateFormSchema = v.pipe(
  v.object({
    ...hours,
    venue: requiredText('Where is it?', 200),
    words: v.pipe(v.string(), v.trim(), v.maxLength(200, 'There is room for 200 characters.')),
  }),
  v.forward(
    v.check((typed) => isWithinMaxDuration(typed), endsEarly),
    ['to'],
  ),
)
export type MoveDateInput = v.InferInput<typeof moveDateFormSchema>

const postcode = /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i

export const venueFormSchema = v.object({
  name: requiredText('What is it called?', 80),
  street: requiredText('Which street is it in?', 120),
  locality: requiredText('Which town is it in?', 60),
  postcode: v.pipe(
    v.string(),
    v.transform(cleanPastedText),
    v.regex(postcode, 'That’s not a postcode.'),
  ),
  website: v.union(
    [v.literal(''), v.pipe(v.string(), v.trim(), v.url(), v.startsWith('https://'))],
    'The website begins with https://.',
  ),
})
export type VenueInput = v.InferInput<typeof venueFormSchema>

/** Returns the days of a weekly date from `first` to `until`, at most 53. An empty `until` means that the series has no end. */
export function getWeeklyDays(first: Day, until: Day | ''): Day[] {
  const days: Day[] = []
  for (let next = first; days.length < maxWeeks; next = addDays(next, 7)) {
    if (until !== '' && next > until) break
    days.push(next)
  }
  return days
}

export function hoursOverlap(one: DayHours, other: DayHours): boolean {
  return getStartTime(one) < getEndTime(other) && getStartTime(other) < getEndTime(one)
}
