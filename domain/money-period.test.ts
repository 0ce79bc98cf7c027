import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from './dates.ts'
import {
  getNextPeriod,
  getPreviousPeriod,
  getPeriodDays,
  getPeriodMonths,
  getPeriod,
  formatElapsedPeriod,
  formatPeriod,
} from './money-period.ts'

const days = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2000-01-01', count))
const kinds = fc.constantFrom('day', 'month', 'year')

test('periods follow each other without a gap', () => {
  fc.assert(
    fc.property(kinds, days, (unit, day) => {
      const period = getPeriod(unit, day)
      expect(period.from <= day && day <= period.until).toBe(true)
      expect(getNextPeriod(period).from).toBe(addDays(period.until, 1))
      expect(getPreviousPeriod(getNextPeriod(period))).toEqual(period)
    }),
  )
})

test('a month has its number of days, and a year has twelve months', () => {
  expect(getPeriodDays(getPeriod('month', '2028-02-10'))).toHaveLength(29)
  expect(getPeriodDays(getPeriod('month', '2026-12-31')).at(-1)).toBe('2026-12-31')
  expect(getPeriodMonths(getPeriod('year', '2026-06-01'))).toHaveLength(12)
})

test('formats a period and its elapsed part as people write them', () => {
  const month = getPeriod('month', '2026-11-24')
  expect([
    formatPeriod(month),
    formatElapsedPeriod(month, '2026-11-24'),
    formatElapsedPeriod(month, '2026-12-01'),
  ]).toEqual(['November 2026', '1 to 24 November', 'November 2026'])
  expect(formatElapsedPeriod(month, '2026-11-01')).toBe('1 November')
  expect(formatPeriod(getPeriod('day', '2026-11-23'))).toBe('Monday 23 November 2026')
  expect(formatElapsedPeriod(getPeriod('year', '2026-11-23'), '2026-11-24')).toBe(
    '1 January to 24 November',
  )
})
