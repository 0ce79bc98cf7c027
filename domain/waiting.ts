const hour = 60 * 60_000

/** How long somebody has waited, ms, as rows say it: 'just now', '6 h', '1 day', '12 days'. */
export function waitText(ms: number): string {
  if (ms < hour) return 'just now'
  const hours = Math.floor(ms / hour)
  if (hours < 24) return `${hours} h`
  const days = Math.floor(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}

/** How long ago something was, ms: 'just now', '6 h ago', '1 day ago'. */
export function agoText(ms: number): string {
  return ms < hour ? 'just now' : `${waitText(ms)} ago`
}

const zone = { timeZone: 'Europe/London' } as const
const ofWeek = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  weekday: 'long',
  hour: '2-digit',
  minute: '2-digit',
})
const ofYear = new Intl.DateTimeFormat('en-GB', { ...zone, day: 'numeric', month: 'long' })

/** Since when: 'Sunday 21:14', and from when the weekday could be today's '4 November'. */
export function sinceText(iso: string, now: number): string {
  const at = Date.parse(iso)
  return now - at < 6 * 24 * hour ? ofWeek.format(at).replace(',', '') : ofYear.format(at)
}

/** '9:41' of ms that are left; never below zero. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** '1 piece', '3 pieces'. */
export function piecesText(count: number): string {
  return count === 1 ? '1 piece' : `${count} pieces`
}
