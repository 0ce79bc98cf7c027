import { expect, test } from 'vitest'
import { buildProductFilter } from './product-filter.ts'

test('searches the name, the description and the tags of a product', () => {
  expect(buildProductFilter('Spicy')).toBe(
    String.raw`name.ilike."*spicy*",description.ilike."*spicy*",tags.cs."{\"spicy\"}",tags.cs."{\"#spicy\"}"`,
  )
})

test('searches for each word of a term as well', () => {
  expect(buildProductFilter('chilli jam')).toContain('name.ilike."*jam*"')
})

test('special characters of the query language stay inside quotes', { tags: ['abuse-24'] }, () => {
  const filter = buildProductFilter(String.raw`a,b)"\*%_.:`)
  expect(filter.replaceAll(/"(?:\\.|[^"\\])*"/g, '_')).toBe(
    'name.ilike._,description.ilike._,tags.cs._,tags.cs._',
  )
})

test('escapes the wildcards of patterns', { tags: ['abuse-24'] }, () => {
  expect(buildProductFilter(String.raw`%_\*`)).toContain(String.raw`name.ilike."*\\%\\_\\\\_*"`)
})
