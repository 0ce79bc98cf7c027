import { expect, test } from 'vitest'
import { formatIngredients, splitIngredients } from './ingredients.ts'

test.each([
  ['Sugar, spice (salt, chilli); oil.', ['Sugar', 'spice (salt, chilli)', 'oil']],
  [' one ,, two ', ['one', 'two']],
  ['broken (bracket, stays', ['broken (bracket, stays']],
  ['over) closed, next', ['over) closed', 'next']],
  ['', []],
])('splits the ingredients %j into %j', (typed, list) => {
  expect(splitIngredients(typed)).toEqual(list)
})

test('joins ingredients for the text field without asterisks and surrounding blanks', () => {
  expect(formatIngredients([' chillies', 'salt '])).toBe('chillies, salt')
  expect(formatIngredients(['**soya** sauce', 'salt'])).toBe('soya sauce, salt')
})
