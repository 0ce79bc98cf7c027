import { expect, test } from 'vitest'
import { readCount } from './count-typed.ts'

test.each([
  ['12', 12],
  [' 0 ', 0],
  ['007', 7],
  ['999999', 999_999],
  ['', null],
])('%j is read as %j', (typed, count) => {
  expect(readCount(typed)).toEqual({ count })
})

test.each(['-1', '9.999', '1,000', '1e3', 'ten', '１'])('%j is refused', (typed) => {
  expect(readCount(typed)).toEqual({ fault: 'A whole number, such as 12.' })
})

test('more than the shop counts is refused', () => {
  expect(readCount('1000000')).toEqual({ fault: 'At most 999999.' })
})
