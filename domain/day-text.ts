const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/London',
})
const shortDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Europe/London',
})
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
})
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'Europe/London' })

/** Formats a time as '3 March 2026' in London; returns '' for an invalid time. */
export function dayText(time: string): string {
  return format(day, time)
}

/** Formats a time as 'Sat 14 Nov 2026' in London; returns '' for an invalid time. */
export function shortDayText(time: string): string {
  return format(shortDay, time).replaceAll(',', '')
}

/** Formats a time as '09:05' in London; returns '' for an invalid time. */
export function clockText(time: string): string {
  return format(clock, time)
}

/** Returns the month of a time in London, such as 'March'; returns '' for an invalid time. */
export function monthText(time: string): string {
  return format(month, time)
}

function format(formatter: Intl.DateTimeFormat, time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : formatter.format(date)
}
