import { expect, test } from 'vitest'
import { parseCount } from './parse-count.ts'

test.each([
  ['12', 12],
  [' 0 ', 0],
  ['007', 7],
  ['999999', 999_999],
  ['', null],
])('parses the count %j as %j', (typed, count) => {
  expect(parseCount(typed)).toEqual({ count })
})

test.each(['-1', '9.999', '1,000', '1e3', 'ten', '１'])('refuses the count %j', (typed) => {
  expect(parseCount(typed)).toEqual({ fault: 'A whole number, such as 12.' })
})

test('refuses a count above 999999', () => {
  expect(parseCount('1000000')).toEqual({ fault: 'At most 999999.' })
})
