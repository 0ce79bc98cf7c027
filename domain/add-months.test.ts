import { expect, test } from 'vitest'
import { addMonths } from './add-months.ts'

test('adding months returns the same day of the month', () => {
  expect(addMonths('2026-11-20', 1)).toBe('2026-12-20')
  expect(addMonths('2026-11-20', 3)).toBe('2027-02-20')
})

test('adding months returns the last day of a month that is too short', () => {
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2027-11-30', 3)).toBe('2028-02-29')
})

test('adding months to an invalid day throws a RangeError', () => {
  expect(() => addMonths('soon', 1)).toThrow(RangeError)
})
