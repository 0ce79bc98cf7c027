import type { Recurring } from './objects.ts'

const day = 24 * 60 * 60

/** The same day of the month, or the last of one that is too short. Seconds since 1970. */
export function periodEnd(anchor: number, start: number, rhythm: Recurring): number {
  for (let turn = 1; ; turn += 1) {
    const end = turnOf(anchor, turn * rhythm.interval_count, rhythm.interval)
    if (end > start) return end
  }
}

function turnOf(anchor: number, count: number, unit: Recurring['interval']): number {
  if (unit === 'day') return anchor + count * day
  if (unit === 'week') return anchor + count * 7 * day
  const begun = new Date(anchor * 1000)
  const months = begun.getUTCMonth() + (unit === 'year' ? count * 12 : count)
  const last = new Date(Date.UTC(begun.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const turn = new Date(begun)
  turn.setUTCMonth(months, Math.min(begun.getUTCDate(), last))
  return Math.floor(turn.getTime() / 1000)
}
