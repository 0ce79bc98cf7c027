import { expect, test } from 'vitest'
import { parseIngredients, splitIngredients } from './ingredients.ts'

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
  expect(parseIngredients([' chillies', 'salt '])).toBe('chillies, salt')
  expect(parseIngredients(['**soya** sauce', 'salt'])).toBe('soya sauce, salt')
})
