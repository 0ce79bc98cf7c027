import { londonDay, shortDay } from '../../../domain/dates.ts'

export const formatLondonDay = (time: string): string => shortDay(londonDay(Date.parse(time)))

const moment = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'long',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** Formats a time in London: "Sunday 22 Nov, 10:12". */
export function formatDayAndTime(time: string): string {
  const part = Object.fromEntries(
    moment.formatToParts(Date.parse(time)).map(({ type, value }) => [type, value]),
  )
  return `${part.weekday} ${part.day} ${part.month}, ${part.hour}:${part.minute}`
}

export const getFirstName = (name: string): string => name.split(/\s+/)[0] ?? name
