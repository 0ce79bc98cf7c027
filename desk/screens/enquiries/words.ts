import { londonDay, shortDay } from '../../../domain/dates.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long something has waited: "20 min", "3 h", "2 days". */
export function ageOf(since: string, now: number): string {
  const age = Math.max(0, now - Date.parse(since))
  if (age < hour) return `${Math.floor(age / minute)} min`
  if (age < day) return `${Math.floor(age / hour)} h`
  const days = Math.floor(age / day)
  return days === 1 ? '1 day' : `${days} days`
}

export const dayOf = (time: string): string => shortDay(londonDay(Date.parse(time)))

const moment = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'long',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** "Sunday 22 Nov, 10:12" in London. */
export function momentOf(time: string): string {
  const part = Object.fromEntries(
    moment.formatToParts(Date.parse(time)).map(({ type, value }) => [type, value]),
  )
  return `${part.weekday} ${part.day} ${part.month}, ${part.hour}:${part.minute}`
}

export const firstName = (name: string): string => name.split(/\s+/)[0] ?? name
