import { expect, test } from 'vitest'
import { leadingNumber, formatNumberWord } from './number-words.ts'

test('small numbers are words, others digits with their thousands apart', () => {
  expect([0, 1, 5, 12, 13, 24, 10_000].map(formatNumberWord)).toEqual([
    'no',
    'one',
    'five',
    'twelve',
    '13',
    '24',
    '10,000',
  ])
  expect([6, 24].map(leadingNumber)).toEqual(['Six', '24'])
})
