import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPence } from './money.ts'
import { parsePence } from './parse-pence.ts'

test.each([
  ['6.5', 650],
  ['6,50', 650],
  ['6,5', 650],
  ['£6', 600],
  ['6', 600],
  [' £ 6.50 ', 650],
  ['650p', 650],
  ['650 P', 650],
  ['.5', 50],
  ['6.', 600],
  ['1,250', 125_000],
  ['1,250.50', 125_050],
  ['0', 0],
  ['', null],
  ['  ', null],
])('parses %j as %s pence', (typed, pence) => {
  expect(parsePence(typed)).toEqual({ pence })
})

test.each(['abc', '-1', '6.505', '£', '.', '1.2.3', '1e3', '6.5p', '9'.repeat(30), '99999999'])(
  'refuses the amount %j',
  (typed) => {
    expect(parsePence(typed)).toHaveProperty('fault')
  },
)

test('parses every formatted price as the same pence', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (pence) => {
      expect(parsePence(formatPence(pence))).toEqual({ pence })
      expect(parsePence(`${pence}p`)).toEqual({ pence })
    }),
  )
})

test('never throws and never returns anything but whole pence', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const read = parsePence(typed)
      if (!('pence' in read) || read.pence === null) return true
      return Number.isSafeInteger(read.pence) && read.pence >= 0
    }),
  )
})
