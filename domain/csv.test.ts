import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsvPounds, formatCsv } from './csv.ts'

test('quotes cells that contain commas, quotation marks or line breaks', () => {
  expect(formatCsv([['Flat 3, 48 Rye Lane', 'The "Bear"', 'a\nb', 7, null]])).toBe(
    '"Flat 3, 48 Rye Lane","The ""Bear""","a\nb",7,\r\n',
  )
})

test.each([
  '=HYPERLINK("http://x")',
  "+cmd|' /C calc'!A0",
  '-SUM(A1:A9)',
  '-1+2=3',
  '@SUM(A1)',
  '\t=1',
  ' =1',
  '|cmd',
])('puts an apostrophe before %j, which a spreadsheet would run', (typed) => {
  const [cell = ''] = formatCsv([[typed]]).split('\r\n')
  expect(cell.replace(/^"/, '')).toMatch(/^'/)
})

test.each(['- rear entrance', '+44 20 7946 0018', '-43.20', '– back door'])(
  'leaves %j unchanged, since a spreadsheet does not run it',
  (typed) => {
    expect(formatCsv([[typed]])).toBe(`${typed}\r\n`)
  },
)

test('writes an amount with two decimals', () => {
  expect([1700, 5, 0, -4320].map(formatCsvPounds)).toEqual(['17.00', '0.05', '0.00', '-43.20'])
})

test('writes numbers unchanged, including negative ones', () => {
  expect(formatCsv([[-5, 0]])).toBe('-5,0\r\n')
})

test('no cell starts a formula', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      expect(formatCsv([[typed]])).not.toMatch(/^"?\s*(?:[=@|%]|[+-][^]*[(|!=])/)
    }),
  )
})
