import type { CalendarDate } from './calendar-file.ts'
import { addDays, type Day, londonDay } from './dates.ts'

/** An entry that occupies a day: one of the shop's dates, or a confirmed enquiry, which has no hours. */
export interface TakenDay {
  day: Day
  title: string
  /** "10:00 to 15:00", or null for an enquiry. */
  hours: string | null
  /** The id of the enquiry; null for one of the shop's dates. */
  enquiry: string | null
}

interface Enquiry {
  id: string
  name: string
  title: string
  stage: string
  event_on: Day | null
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
})

/** Returns the days that the shop's dates and its confirmed enquiries occupy. */
export function getTakenDays(
  dates: readonly CalendarDate[],
  enquiries: readonly Enquiry[],
): TakenDay[] {
  return [
    ...dates.map(({ begin, end, title }) => ({
      day: londonDay(begin),
      title,
      hours: `${timeFormat.format(begin)} to ${timeFormat.format(end)}`,
      enquiry: null,
    })),
    ...enquiries.flatMap(({ id, name, title, stage, event_on: day }) =>
      stage === 'confirmed' && day !== null
        ? [{ day, title: `${name}: ${title}`, hours: null, enquiry: id }]
        : [],
    ),
  ]
}

/** Returns the entries that conflict with an enquiry because they are on its day. A past, done or lost enquiry has no conflicts. */
export function findDateConflicts(
  { id, stage, event_on: day }: Pick<Enquiry, 'id' | 'stage' | 'event_on'>,
  taken: readonly TakenDay[],
  today: Day,
): TakenDay[] {
  if (day === null || day < today || stage === 'done' || stage === 'lost') return []
  return taken.filter((entry) => entry.day === day && entry.enquiry !== id)
}

/** Returns the first free day in the week after `day`, or null. */
export function findNextFreeDay(day: Day, taken: readonly TakenDay[]): Day | null {
  const days = [1, 2, 3, 4, 5, 6, 7].map((count) => addDays(day, count))
  return days.find((next) => taken.every((entry) => entry.day !== next)) ?? null
}
