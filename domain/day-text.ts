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

/** '3 March 2026' in London, or '' for what is no time. */
export function dayText(time: string): string {
  return format(day, time)
}

/** 'Sat 14 Nov 2026' in London, or '' for what is no time. */
export function shortDayText(time: string): string {
  return format(shortDay, time).replaceAll(',', '')
}

/** '09:05' in London, or '' for what is no time. */
export function clockText(time: string): string {
  return format(clock, time)
}

/** 'March' in London, or '' for what is no time. */
export function monthText(time: string): string {
  return format(month, time)
}

function format(formatter: Intl.DateTimeFormat, time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : formatter.format(date)
}
