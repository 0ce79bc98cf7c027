import { expect, test } from 'vitest'
import { productFilter } from './product-filter.ts'

test('a product is looked for in its name, its description and its tags', () => {
  expect(productFilter('Spicy')).toBe(
    String.raw`name.ilike."*spicy*",description.ilike."*spicy*",tags.cs."{\"spicy\"}",tags.cs."{\"#spicy\"}"`,
  )
})

test('each word of a term is looked for as well', () => {
  expect(productFilter('chilli jam')).toContain('name.ilike."*jam*"')
})

test('signs of the query language stay inside quotes', { tags: ['abuse-24'] }, () => {
  const filter = productFilter(String.raw`a,b)"\*%_.:`)
  expect(filter.replaceAll(/"(?:\\.|[^"\\])*"/g, '_')).toBe(
    'name.ilike._,description.ilike._,tags.cs._,tags.cs._',
  )
})

test('signs of patterns are literal', { tags: ['abuse-24'] }, () => {
  expect(productFilter(String.raw`%_\*`)).toContain(String.raw`name.ilike."*\\%\\_\\\\_*"`)
})
