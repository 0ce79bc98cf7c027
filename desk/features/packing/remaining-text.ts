import { shopNow } from '../../lib/clock.ts'

const zone = { timeZone: 'Europe/London' } as const
const clock = new Intl.DateTimeFormat('en-GB', { ...zone, timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** Returns the text for an empty packing queue, with the time at which the last parcel left. */
export function getEmptyQueueText(lastSent: string | null): string {
  const ring = 'New orders ring here by themselves.'
  if (lastSent === null) return ring
  const at = new Date(lastSent)
  const when =
    day.format(at) === day.format(shopNow()) ? `at ${clock.format(at)}` : `on ${day.format(at)}`
  return `The last parcel left ${when}. ${ring}`
}
