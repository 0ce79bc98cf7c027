import { expect, test } from 'vitest'
import { getNextAttempt } from './next-turn.ts'

test('the next box is due on the same day of the month', () => {
  expect(getNextAttempt('2026-11-20', 1)).toBe('2026-12-20')
  expect(getNextAttempt('2026-11-20', 3)).toBe('2027-02-20')
})

test('the next box is due on the last day of a month that is too short', () => {
  expect(getNextAttempt('2027-01-31', 1)).toBe('2027-02-28')
  expect(getNextAttempt('2027-11-30', 3)).toBe('2028-02-29')
})

test('refuses an invalid day of the next box', () => {
  expect(() => getNextAttempt('soon', 1)).toThrow(RangeError)
})
