import { expect, test } from 'vitest'
import { parseRange } from './byte-range.ts'

const cases: [header: string | undefined, answer: ReturnType<typeof parseRange>][] = [
  [undefined, 'whole'],
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=90-1000', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=19-10', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['lines=0-1', 'whole'],
  ['bytes=x-9', 'whole'],
  [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
]

test.each(cases)('in a file of a hundred bytes, the range %s selects %o', (header, answer) => {
  expect(parseRange(header, 100)).toEqual(answer)
})

test('every range of an empty file is unsatisfiable', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(parseRange('bytes=-1', 0)).toBe('unsatisfiable')
})
