import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test('cells with commas, quotes and breaks stand between quotes', () => {
  expect(csvText([['Flat 3, 48 Rye Lane', 'The "Bear"', 'a\nb', 7, null]])).toBe(
    '"Flat 3, 48 Rye Lane","The ""Bear""","a\nb",7,\r\n',
  )
})

test.each(['=HYPERLINK("http://x")', '+44 20', '-1+2', '@SUM(A1)', '\t=1', ' =1', '|cmd'])(
  'what a spreadsheet would run, %j, is only words',
  (typed) => {
    const [cell = ''] = csvText([[typed]]).split('\r\n')
    expect(cell.replace(/^"/, '')).toMatch(/^'/)
  },
)

test('numbers stay numbers, also below zero', () => {
  expect(csvText([[-5, 0]])).toBe('-5,0\r\n')
})

test('no text begins a formula', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(csvText([[typed]])).not.toMatch(/^"?\s*[=+\-@|%]/)
    }),
  )
})
