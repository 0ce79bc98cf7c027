import { expect, test } from 'vitest'
import { formatIngredients, splitIngredients } from './ingredients.ts'

test.each([
  ['Sugar, spice (salt, chilli); oil.', ['Sugar', 'spice (salt, chilli)', 'oil']],
  [' one ,, two ', ['one', 'two']],
  ['broken (bracket, stays', ['broken (bracket, stays']],
  ['over) closed, next', ['over) closed', 'next']],
  ['', []],
  ['Chillies\nCoconut\nMilk\nSalt.', ['Chillies', 'Coconut', 'Milk', 'Salt']],
  [
    'Chillies,\r\nCoconut;\u2028\n Milk\u2029Salt\vOil\n\n',
    ['Chillies', 'Coconut', 'Milk', 'Salt', 'Oil'],
  ],
  ['- Chillies\n– Coconut\n•Milk\n* Salt\n*\tOil', ['Chillies', 'Coconut', 'Milk', 'Salt', 'Oil']],
  ['1. Coconut\n2) Milk\n10.\tSalt\n11\tOil', ['Coconut', 'Milk', 'Salt', 'Oil']],
  ['o\tCoconut\n·\tMilk\no\tOil\nonion', ['Coconut', 'Milk', 'Oil', 'onion']],
  ['• Chillies • Coconut • Milk', ['Chillies', 'Coconut', 'Milk']],
  ['Coconut | Milk · Salt\tOil', ['Coconut', 'Milk', 'Salt', 'Oil']],
  ['**mustard** seeds\n**milk**', ['**mustard** seeds', '**milk**']],
  ['5% salt\n1.5% oil\n2 eggs\n-', ['5% salt', '1.5% oil', '2 eggs']],
  ['Spice (salt,\n- chilli\noil)\nMilk', ['Spice (salt, chilli, oil)', 'Milk']],
  ['Sauce (\nwater\nCoconut\nMilk', ['Sauce (water, Coconut, Milk']],
])('splits the ingredients %j into %j', (typed, list) => {
  expect(splitIngredients(typed)).toEqual(list)
})

test('joins ingredients for the text field without asterisks and surrounding blanks', () => {
  expect(formatIngredients([' chillies', 'salt '])).toBe('chillies, salt')
  expect(formatIngredients(['**soya** sauce', 'salt'])).toBe('soya sauce, salt')
})
