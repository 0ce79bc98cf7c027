import { expect, test } from 'vitest'
import { jarText, questionText, type RecipeOption } from './recipe-choices.ts'

const anOption = (
  version: number,
  isAsOrdered = false,
  isLatest = version === 3,
): RecipeOption => ({
  version,
  since: '2026-11-26T12:00:00Z',
  isAsOrdered,
  isLatest,
  ingredients: 'chillies',
  allergens: null,
})

test('jars are called old and new, and one between them by its day', () => {
  const options = [anOption(1, true), anOption(2), anOption(3)]
  expect(options.map(jarText)).toEqual(['Old jar', 'Jar of 26 Nov', 'New jar'])
})

test('a jar that was sold before a recipe was changed back is not called the new one', () => {
  expect([anOption(1, true, true), anOption(2)].map(jarText)).toEqual([
    'Jar as sold today',
    'Jar of 26 Nov',
  ])
})

test('a line asks which jar goes in until that is chosen, and then says it', () => {
  const question = { item: 'a', latest: 2, options: [anOption(1, true), anOption(2, false, true)] }
  const words = (chosen: number[]) => questionText({ ...question, chosen })
  expect(words([])).toBe('Recipe changed since this order: old jar or new?')
  expect(words([1])).toBe('Old jar goes in')
  expect(words([2])).toBe('New jar goes in')
  expect(words([1, 2])).toBe('Some of each jar goes in')
})
