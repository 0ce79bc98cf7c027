import { expect, test } from 'vitest'
import { formatCapitalisedNumberWord, formatNumberWord } from './number-words.ts'

test('writes small numbers as words, and others as digits with commas between thousands', () => {
  expect([0, 1, 5, 12, 13, 24, 10_000].map(formatNumberWord)).toEqual([
    'no',
    'one',
    'five',
    'twelve',
    '13',
    '24',
    '10,000',
  ])
  expect([6, 24].map(formatCapitalisedNumberWord)).toEqual(['Six', '24'])
})
