import { expect, test } from 'vitest'
import { seedProducts } from '../../supabase/seed/products.ts'
import { getIngredients, oursIn, recipeShelves, recipeSlug } from './recipes.ts'

const all = Object.entries(recipeShelves).flatMap(([slug, shelf]) =>
  Object.entries(shelf).map(([title, words]) => ({ slug, title, ...words })),
)
const album = new Set(seedProducts.map(({ slug }) => slug))

test('every way to eat a product has its recipe, and no recipe is without its way', () => {
  const ways = seedProducts.flatMap(({ slug, recipeIdeas }) =>
    Object.keys(recipeIdeas).map((title) => `${slug}: ${title}`),
  )
  expect(all.map(({ slug, title }) => `${slug}: ${title}`).toSorted()).toEqual(ways.toSorted())
})

test('each names only products of the album, its own among them', () => {
  for (const { slug, ingredients } of all) {
    expect(oursIn(ingredients, slug).filter((name) => !album.has(name))).toEqual([])
    expect(ingredients).toContain('{}')
  }
})

test('each has an address of its own', () => {
  const slugs = all.map(({ title }) => recipeSlug(title))
  expect(new Set(slugs).size).toBe(all.length)
  expect(slugs.filter((slug) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toEqual([])
  expect(recipeSlug('Cheese and jalapeño')).toBe('cheese-and-jalapeno')
})

test('each can be cooked: ingredients, two steps or more, times and the rest of the labels', () => {
  for (const { ingredients, method, minutes, makes, check } of all) {
    expect(ingredients.split('; ').length).toBeGreaterThan(1)
    expect(method.length).toBeGreaterThan(1)
    expect(minutes[0]).toBeGreaterThan(0)
    expect([makes, check].every((words) => words !== '')).toBe(true)
  }
})

test('no product is named but by its row', () => {
  const names = seedProducts.map(({ name }) => name)
  const words = JSON.stringify(all)
  expect(names.filter((name) => words.includes(name))).toEqual([])
})

test('ingredients have the names of products in place of their slugs', () => {
  const lines = getIngredients('1 tbsp {}; 2 tsp {dust}; salt', 'crisp', (slug) => `<${slug}>`)
  expect(lines).toEqual(['1 tbsp <crisp>', '2 tsp <dust>', 'salt'])
})
