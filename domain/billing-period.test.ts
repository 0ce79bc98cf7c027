import { expect, test } from 'vitest'
import { periodEnd } from './billing-period.ts'

const seconds = (time: string) => Date.parse(time) / 1000

test.each([
  ['a month on', '2026-01-15T10:00:00Z', '2026-01-15T10:00:00Z', 1, '2026-02-15T10:00:00Z'],
  ['a quarter on', '2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z', 3, '2027-02-20T10:00:00Z'],
  ['in a short month', '2026-01-31T10:00:00Z', '2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
  ['after a short one', '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z', 1, '2026-03-31T10:00:00Z'],
  ['after a day within', '2026-01-31T10:00:00Z', '2026-03-01T00:00:00Z', 1, '2026-03-31T10:00:00Z'],
])('a period %s ends on the day of its anchor', (_name, anchor, start, count, end) => {
  const rhythm = { interval: 'month', interval_count: count }
  expect(periodEnd(seconds(anchor), seconds(start), rhythm)).toBe(seconds(end))
})
