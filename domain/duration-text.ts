const hourMs = 60 * 60_000

/** Formats a waiting time in ms for a table row: 'just now', '6 h', '1 day', '12 days'. */
export function waitText(ms: number): string {
  if (ms < hourMs) return 'just now'
  const hours = Math.floor(ms / hourMs)
  if (hours < 24) return `${hours} h`
  const days = Math.floor(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}

/** Formats an age in ms: 'just now', '6 h ago', '1 day ago'. */
export function agoText(ms: number): string {
  return ms < hourMs ? 'just now' : `${waitText(ms)} ago`
}

const londonZone = { timeZone: 'Europe/London' } as const
const weekdayFormat = new Intl.DateTimeFormat('en-GB', {
  ...londonZone,
  weekday: 'long',
  hour: '2-digit',
  minute: '2-digit',
})
const dateFormat = new Intl.DateTimeFormat('en-GB', {
  ...londonZone,
  day: 'numeric',
  month: 'long',
})

/**
 * Formats the start of a waiting time: 'Sunday 21:14', or '4 November' when it is six days ago or more, because the weekday would
 * be ambiguous.
 */
export function waitStartText(iso: string, now: number): string {
  const at = Date.parse(iso)
  return now - at < 6 * 24 * hourMs
    ? weekdayFormat.format(at).replace(',', '')
    : dateFormat.format(at)
}

/** Formats the remaining ms as '9:41'; a negative number as '0:00'. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
