import { expect, test } from 'vitest'
import { aProduct } from '../../../tests/support/product.ts'
import { getRecipeCards, getRecipes } from './recipes.server.ts'
import { formatMinutes } from './minutes-text.ts'

const slug = 'nashville-hot-dust'
const recipeIdeas = {
  'Hot wings': 'Brushed on.',
  'Potato wedges': 'Twice.',
  'On toast': 'Why not.',
}
const dust = aProduct({ id: '1', slug, name: 'Dust', category: 'seasoning', recipeIdeas })
const pickle = aProduct({ id: '2', slug: 'pickle-me-pink', name: 'Pickle', recipeIdeas: {} })

test('a recipe idea with a method becomes a recipe with the row’s texts and product names', () => {
  const [wings] = getRecipes([dust, pickle])
  expect(wings?.card).toMatchObject({ slug: 'hot-wings', text: 'Brushed on.', minutes: 55 })
  expect(wings?.plainIngredients[0]).toBe('1 tbsp Dust')
  expect(wings?.ingredients[0]).toBe(`1 tbsp [Dust](/shop/seasoning/${slug})`)
  expect(wings?.products.map(({ name }) => name)).toEqual(['Dust', 'Pickle'])
})

test('a recipe is hidden while one of its products is not in the album', () => {
  const titles = (products: (typeof dust)[]) =>
    getRecipeCards(getRecipes(products), slug).map(({ title }) => title)
  expect(titles([dust, pickle])).toEqual(['Hot wings', 'Potato wedges'])
  expect(titles([dust])).toEqual(['Potato wedges'])
})

test('writes times in hours and minutes', () => {
  expect([0, 8, 60, 135].map(formatMinutes)).toEqual(['', '8 min', '1 h', '2 h 15 min'])
})
