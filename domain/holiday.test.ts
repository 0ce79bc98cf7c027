import { expect, test } from 'vitest'
import { holidaySentence } from './holiday.ts'

const holiday = { closedUntil: '2027-01-02', leavesOn: '2027-01-04', words: '' }
const said =
  'Our kitchen is closed until Saturday 2 January. Your order leaves on Monday 4 January.'

test('a holiday says until when, and when a parcel leaves', () => {
  expect(holidaySentence(holiday)).toBe(said)
})

test('the owner’s line follows', () => {
  expect(holidaySentence({ ...holiday, words: 'Happy new year.' })).toBe(`${said} Happy new year.`)
})
