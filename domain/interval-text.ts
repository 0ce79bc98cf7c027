import type { Interval } from './product.ts'

/** Returns 'every month' or 'every 3 months' for a subscription box, and null for a one-off purchase. */
export function intervalText(interval: Interval | null): string | null {
  if (interval === null) return null
  return interval.count === 1
    ? `every ${interval.unit}`
    : `every ${interval.count} ${interval.unit}s`
}
