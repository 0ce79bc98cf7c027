import { shopNow } from './clock.ts'

const zone = { timeZone: 'Europe/London' } as const
const clock = new Intl.DateTimeFormat('en-GB', { ...zone, hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})
const year = new Intl.DateTimeFormat('en-GB', { ...zone, year: 'numeric' })

/** Formats a time: 'Today 09:20', 'Mon 23 Nov, 12:40', with the year when it is not the present one. */
export function formatShortTime(iso: string, now: Date | number = shopNow()): string {
  const at = new Date(iso)
  if (day.format(at) === day.format(now) && year.format(at) === year.format(now))
    return `Today ${clock.format(at)}`
  const ofYear = year.format(at) === year.format(now) ? '' : ` ${year.format(at)}`
  return `${day.format(at).replace(',', '')}${ofYear}, ${clock.format(at)}`
}
