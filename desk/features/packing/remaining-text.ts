import { shopNow } from '../../lib/clock.ts'

const zone = { timeZone: 'Europe/London' } as const
const clock = new Intl.DateTimeFormat('en-GB', { ...zone, timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** What is said while nothing waits: when the last parcel left, today by the clock. */
export function restText(lastSent: string | null): string {
  const ring = 'New orders ring here by themselves.'
  if (lastSent === null) return ring
  const at = new Date(lastSent)
  const when =
    day.format(at) === day.format(shopNow()) ? `at ${clock.format(at)}` : `on ${day.format(at)}`
  return `The last parcel left ${when}. ${ring}`
}
