import { expect, test } from 'vitest'
import { holidaySentence } from './holiday.ts'

const holiday = { closedUntil: '2027-01-02', leavesOn: '2027-01-04', words: '' }
const sentence =
  'Our kitchen is closed until Saturday 2 January. Your order leaves on Monday 4 January.'

test('the holiday sentence says until when the kitchen is closed and when a parcel leaves', () => {
  expect(holidaySentence(holiday)).toBe(sentence)
})

test('the owner’s own words follow the holiday sentence', () => {
  expect(holidaySentence({ ...holiday, words: 'Happy new year.' })).toBe(
    `${sentence} Happy new year.`,
  )
})
