import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from './dates.ts'
import {
  getNextPeriod,
  getPreviousPeriod,
  getDays,
  getMonths,
  getPeriod,
  formatElapsedPeriod,
  formatPeriod,
} from './money-period.ts'

const days = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2000-01-01', count))
const kinds = fc.constantFrom('day', 'month', 'year')

test('periods follow one another without a gap, whatever the day', () => {
  fc.assert(
    fc.property(kinds, days, (of, day) => {
      const period = getPeriod(of, day)
      expect(period.from <= day && day <= period.until).toBe(true)
      expect(getNextPeriod(period).from).toBe(addDays(period.until, 1))
      expect(getPreviousPeriod(getNextPeriod(period))).toEqual(period)
    }),
  )
})

test('a month has its own number of days, and a year its months', () => {
  expect(getDays(getPeriod('month', '2028-02-10'))).toHaveLength(29)
  expect(getDays(getPeriod('month', '2026-12-31')).at(-1)).toBe('2026-12-31')
  expect(getMonths(getPeriod('year', '2026-06-01'))).toHaveLength(12)
})

test('it is named as people say it, and how much of it has passed', () => {
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
