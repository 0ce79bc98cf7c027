/** A calendar day as `2026-12-03`. */
export type Day = string

/** A day and times in London, such as `18:00`. An end at or before the start is on the next day. */
export interface DayHours {
  day: Day
  from: string
  to: string
}

const timeZone = 'Europe/London'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const clockOfLondon = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})
const longNames = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
})
const shortNames = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
})

/**
 * Converts a day and time in London to ms since 1970. A time that a clock change skips becomes the time after the change.
 * @throws RangeError for an invalid day or time
 */
export function getLondonTimestamp(day: Day, time: string): number {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(asUtc)) throw new RangeError(`"${day} ${time}" is no date`)
  const winter = asUtc - getLondonOffset(asUtc)
  return asUtc - getLondonOffset(winter)
}

/** Returns the offset of London from UTC at an instant, in ms. */
function getLondonOffset(instant: number): number {
  const parts = Object.fromEntries(
    clockOfLondon.formatToParts(instant).map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour } = parts
  const shownAsUtc = Date.parse(`${year}-${month}-${day}T${hour}:${parts.minute}:00Z`)
  return shownAsUtc - Math.floor(instant / minuteMs) * minuteMs
}

export function getStartTime({ day, from }: DayHours): number {
  return getLondonTimestamp(day, from)
}

export function getEndTime({ day, from, to }: DayHours): number {
  return getLondonTimestamp(to <= from ? addDays(day, 1) : day, to)
}

export function londonDay(now: number): Day {
  return toDay(now + getLondonOffset(now))
}

export function addDays(day: Day, count: number): Day {
  return toDay(toMidnightUtc(day) + count * dayMs)
}

/** Returns 0 for Sunday to 6 for Saturday. */
export function getWeekday(day: Day): number {
  return new Date(toMidnightUtc(day)).getUTCDay()
}

export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    toDay(Date.parse(text)) === text
  )
}

export interface UpcomingAndPastDates<T> {
  /** The soonest first. A date that has started and not ended is upcoming. */
  upcoming: T[]
  past: T[]
}

export function splitDatesByTime<T extends DayHours>(
  dates: readonly T[],
  now: number,
): UpcomingAndPastDates<T> {
  const inOrder = [...dates].sort((a, b) => getStartTime(a) - getStartTime(b))
  return {
    upcoming: inOrder.filter((date) => getEndTime(date) > now),
    past: inOrder.filter((date) => getEndTime(date) <= now).reverse(),
  }
}

/** Formats a day as "Thursday 5 June", without the year. */
export function longDay(day: Day): string {
  return formatDay(day, longNames)
}

export function shortDay(day: Day): string {
  return formatDay(day, shortNames)
}

/** Formats "18:00" as "6pm" and "21:30" as "9.30pm". */
export function formatSpokenTime(time: string): string {
  const [hour = 0, minutes = 0] = time.split(':').map(Number)
  const minutesText = minutes === 0 ? '' : `.${String(minutes).padStart(2, '0')}`
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutesText}${hour < 12 ? 'am' : 'pm'}`
}

function formatDay(day: Day, names: Intl.DateTimeFormat): string {
  const parts = names.formatToParts(toMidnightUtc(day))
  const name = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${name('weekday')} ${Number(day.slice(8))} ${name('month')}`
}

function toMidnightUtc(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function toDay(instant: number): Day {
  return new Date(instant).toISOString().slice(0, 10)
}
