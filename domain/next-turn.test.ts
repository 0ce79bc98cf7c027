import { expect, test } from 'vitest'
import { getNextAttempt } from './next-turn.ts'

test('a box comes round on the same day of the month', () => {
  expect(getNextAttempt('2026-11-20', 1)).toBe('2026-12-20')
  expect(getNextAttempt('2026-11-20', 3)).toBe('2027-02-20')
})

test('in a month that is too short it comes on the last day', () => {
  expect(getNextAttempt('2027-01-31', 1)).toBe('2027-02-28')
  expect(getNextAttempt('2027-11-30', 3)).toBe('2028-02-29')
})

test('what is no day is refused', () => {
  expect(() => getNextAttempt('soon', 1)).toThrow(RangeError)
})
