import { expect, test } from 'vitest'
import * as v from 'valibot'
import { createQuoteFormSchema, sumQuoteLines } from './quote.ts'

const form = createQuoteFormSchema('2026-11-23')
const typed = {
  text: ' Hannah, here it is. ',
  lines: [
    { what: 'Chicken for 45', amount: '£540' },
    { what: 'Griddle', amount: '6,50' },
  ],
  validUntil: '2026-12-01',
}

test('the quote form trims text and parses amounts', () => {
  expect(v.parse(form, typed)).toEqual({
    text: 'Hannah, here it is.',
    lines: [
      { what: 'Chicken for 45', amount: 54000 },
      { what: 'Griddle', amount: 650 },
    ],
    validUntil: '2026-12-01',
  })
})

test.each([
  ['a text', { ...typed, text: ' ' }, 'A few words to go with it, please.'],
  ['a line', { ...typed, lines: [{ what: '', amount: '1' }] }, 'What is it?'],
  ['a price', { ...typed, lines: [{ what: 'x', amount: '' }] }, 'What does it cost?'],
  [
    'a readable price',
    { ...typed, lines: [{ what: 'x', amount: 'ten' }] },
    'Write it like 6.50, £6 or 650p.',
  ],
  ['a day', { ...typed, validUntil: '' }, 'How long is the quote good for?'],
  ['a day in the future', { ...typed, validUntil: '2026-11-22' }, 'That day has gone.'],
])('the quote form refuses a quote without %s and says what is missing', (_, quote, words) => {
  expect(v.safeParse(form, quote).issues?.map(({ message }) => message)).toEqual([words])
})

test('the total of a quote ignores amounts that cannot be parsed', () => {
  expect(
    sumQuoteLines([{ amount: '6.5' }, { amount: 'x' }, { amount: '' }, { amount: '50p' }]),
  ).toBe(700)
})
