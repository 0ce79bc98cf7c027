import { expect, test } from 'vitest'
import { createParcelAllergenLabels } from './parcel-label.ts'

test('recipes keep their own sentences, and the kitchen sentence is printed once', () => {
  expect(
    createParcelAllergenLabels([
      'Contains: soya, sesame. Made in a kitchen that handles milk and fish.',
      'None of the 14 named allergens is an ingredient. Made in a kitchen that handles fish, soya and **milk**.',
    ]),
  ).toEqual({
    recipes: ['Contains: soya, sesame.', 'None of the 14 named allergens is an ingredient.'],
    kitchen: ['Made in a kitchen that handles milk, fish, soya and **milk**.'],
  })
})

test('a sentence about another kitchen stays, and a missing label is null', () => {
  expect(createParcelAllergenLabels([null, 'Contains milk. Made in Leeds.', 'Not food.'])).toEqual({
    recipes: [null, 'Contains milk.', 'Not food.'],
    kitchen: ['Made in Leeds.'],
  })
})

test('the merged kitchen sentence names every allergen of the labels', () => {
  const { recipes, kitchen } = createParcelAllergenLabels([
    'Contains: milk. Made in a kitchen that handles wheat, fish, soya and peanuts.',
    'Contains: fish, soya. Made in a kitchen that handles wheat, milk and peanuts.',
  ])
  expect(recipes).toEqual(['Contains: milk.', 'Contains: fish, soya.'])
  expect(kitchen).toHaveLength(1)
  for (const name of ['milk', 'fish', 'soya', 'wheat', 'peanuts'])
    expect(kitchen[0]).toContain(name)
})

test('sentences about possible and unknown allergens stay with their recipe', () => {
  const labels = ['Contains: milk. May contain: fish.', 'May contain: soya. Not known: nuts.']
  expect(createParcelAllergenLabels(labels)).toEqual({ recipes: labels, kitchen: [] })
})
