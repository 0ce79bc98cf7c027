import { expect, test } from 'vitest'
import { getPeriodEnd } from './billing-period.ts'

const seconds = (time: string) => Date.parse(time) / 1000

test.each([
  ['of a month', '2026-01-15T10:00:00Z', '2026-01-15T10:00:00Z', 1, '2026-02-15T10:00:00Z'],
  ['of a quarter', '2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z', 3, '2027-02-20T10:00:00Z'],
  [
    'that ends in a short month',
    '2026-01-31T10:00:00Z',
    '2026-01-31T10:00:00Z',
    1,
    '2026-02-28T10:00:00Z',
  ],
  [
    'that starts in a short month',
    '2026-01-31T10:00:00Z',
    '2026-02-28T10:00:00Z',
    1,
    '2026-03-31T10:00:00Z',
  ],
  [
    'that starts between two anchors',
    '2026-01-31T10:00:00Z',
    '2026-03-01T00:00:00Z',
    1,
    '2026-03-31T10:00:00Z',
  ],
])('a billing period %s ends on the day of its anchor', (_name, anchor, start, count, end) => {
  const recurring = { interval: 'month', interval_count: count }
  expect(getPeriodEnd(seconds(anchor), seconds(start), recurring)).toBe(seconds(end))
})
