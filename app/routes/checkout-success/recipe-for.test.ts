import { expect, test } from 'vitest'
import { findRecipeForOrder } from './recipe-for.ts'

const recipes = [
  { productId: 'honey', card: 'Hot toast' },
  { productId: 'crisp', card: 'Noodles' },
]
const bought = (...ids: (string | null)[]) =>
  findRecipeForOrder(
    ids.map((productId) => ({ productId })),
    recipes,
  )

test('suggests the recipe of the first bought product that has one', () => {
  expect(bought('tee', 'crisp', 'honey')).toBe('Noodles')
  expect(bought('honey', 'crisp')).toBe('Hot toast')
})

test('suggests no recipe for an order without a product that has one', () => {
  expect(bought('tee', null)).toBeNull()
  expect(bought()).toBeNull()
})
