import { expect, test } from 'vitest'
import { parseDiscountResult } from './check-code.ts'

test.each([
  [
    { code: 'TEN1', percent: 10 },
    { code: 'TEN1', percent: 10 },
  ],
  [
    { code: 'FIVER', pence: 500, whole: true },
    { code: 'FIVER', pence: 500, appliesToDelivery: true },
  ],
  [{ code: 'FIVER', pence: '500' }, null],
  [
    { error: 'This code has been used.' },
    { error: 'This code has been used.', isUnchecked: false },
  ],
  [{ code: 'TEN1' }, null],
  ['TEN1', null],
  [null, null],
])('reads the response %j to a discount code', (answer, read) => {
  expect(parseDiscountResult(answer)).toEqual(read)
})

test('a rate-limited code check reports only the wait and keeps the code for later', () => {
  const error = 'Please wait before trying again.'
  expect(parseDiscountResult({ error, wait: 1000 })).toEqual({ error, isUnchecked: true })
})
