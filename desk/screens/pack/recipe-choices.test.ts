import { expect, test } from 'vitest'
import { jarText, questionText, type RecipeOption } from './recipe-choices.ts'

const anOption = (version: number, isAsOrdered = false): RecipeOption => ({
  version,
  since: '2026-11-26T12:00:00Z',
  isAsOrdered,
  ingredients: 'chillies',
  allergens: null,
})

test('jars are called old and new, and one between them by its day', () => {
  const options = [anOption(1, true), anOption(2), anOption(3)]
  expect(options.map((one) => jarText(one, options))).toEqual([
    'Old jar',
    'Jar of 26 Nov',
    'New jar',
  ])
})

test('a line asks which jar goes in until that is chosen, and then says it', () => {
  const question = { item: 'a', latest: 2, options: [anOption(1, true), anOption(2)] }
  const words = (chosen: number[]) => questionText({ ...question, chosen })
  expect(words([])).toBe('Recipe changed since this order: old jar or new?')
  expect(words([1])).toBe('Old jar goes in')
  expect(words([2])).toBe('New jar goes in')
  expect(words([1, 2])).toBe('Some of each jar goes in')
})
