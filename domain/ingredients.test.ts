import { expect, test } from 'vitest'
import { ingredientsTyped, splitIngredients } from './ingredients.ts'

test.each([
  ['Sugar, spice (salt, chilli); oil.', ['Sugar', 'spice (salt, chilli)', 'oil']],
  [' one ,, two ', ['one', 'two']],
  ['broken (bracket, stays', ['broken (bracket, stays']],
  ['over) closed, next', ['over) closed', 'next']],
  ['', []],
])('%j is %j', (typed, list) => {
  expect(splitIngredients(typed)).toEqual(list)
})

test('a list is typed without its stars, and without blanks around what is in it', () => {
  expect(ingredientsTyped([' chillies', 'salt '])).toBe('chillies, salt')
  expect(ingredientsTyped(['**soya** sauce', 'salt'])).toBe('soya sauce, salt')
})
