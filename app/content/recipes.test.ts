import { expect, test } from 'vitest'
import { seedProducts } from '../../supabase/seed/products.ts'
import { getIngredients, findProductSlugs, dishRecipes, recipeSlug } from './recipes.ts'

const all = Object.entries(dishRecipes).flatMap(([slug, shelf]) =>
  Object.entries(shelf).map(([title, words]) => ({ slug, title, ...words })),
)
const album = new Set(seedProducts.map(({ slug }) => slug))

test('every recipe idea of a product has a recipe, and every recipe has its idea', () => {
  const ways = seedProducts.flatMap(({ slug, recipeIdeas }) =>
    Object.keys(recipeIdeas).map((title) => `${slug}: ${title}`),
  )
  expect(all.map(({ slug, title }) => `${slug}: ${title}`).toSorted()).toEqual(ways.toSorted())
})

test('each recipe names only products of the album, including its own', () => {
  for (const { slug, ingredients } of all) {
    expect(findProductSlugs(ingredients, slug).filter((name) => !album.has(name))).toEqual([])
    expect(ingredients).toContain('{}')
  }
})

test('each recipe has a unique slug', () => {
  const slugs = all.map(({ title }) => recipeSlug(title))
  expect(new Set(slugs).size).toBe(all.length)
  expect(slugs.filter((slug) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([])
  expect(recipeSlug('Cheese and jalapeño')).toBe('cheese-and-jalapeno')
})

test('each recipe has ingredients, two steps or more, times, a yield and a note about labels', () => {
  for (const { ingredients, method, minutes, makes, check } of all) {
    expect(ingredients.split('; ').length).toBeGreaterThan(1)
    expect(method.length).toBeGreaterThan(1)
    expect(minutes[0]).toBeGreaterThan(0)
    expect([makes, check].every((words) => words !== '')).toBe(true)
  }
})

test('recipes do not spell out product names', () => {
  const names = seedProducts.map(({ name }) => name)
  const words = JSON.stringify(all)
  expect(names.filter((name) => words.includes(name))).toEqual([])
})

test('replaces the slugs in ingredients with product names', () => {
  const lines = getIngredients('1 tbsp {}; 2 tsp {dust}; salt', 'crisp', (slug) => `<${slug}>`)
  expect(lines).toEqual(['1 tbsp <crisp>', '2 tsp <dust>', 'salt'])
})
