import { expect, test } from 'vitest'
import { recipeFor } from './recipe-for.ts'

const recipes = [
  { productId: 'honey', card: 'Hot toast' },
  { productId: 'crisp', card: 'Noodles' },
]
const bought = (...ids: (string | null)[]) =>
  recipeFor(
    ids.map((productId) => ({ productId })),
    recipes,
  )

test('the recipe is of the first thing bought that has one', () => {
  expect(bought('tee', 'crisp', 'honey')).toBe('Noodles')
  expect(bought('honey', 'crisp')).toBe('Hot toast')
})

test('an order of things without a recipe, or no longer sold, has none', () => {
  expect(bought('tee', null)).toBeNull()
  expect(bought()).toBeNull()
})
