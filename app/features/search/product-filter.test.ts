import { expect, test } from 'vitest'
import { productFilter } from './product-filter.ts'

test('searches the name, the description and the tags of a product', () => {
  expect(productFilter('Spicy')).toBe(
    String.raw`name.ilike."*spicy*",description.ilike."*spicy*",tags.cs."{\"spicy\"}",tags.cs."{\"#spicy\"}"`,
  )
})

test('searches for each word of a term as well', () => {
  expect(productFilter('chilli jam')).toContain('name.ilike."*jam*"')
})

test('special characters of the query language stay inside quotes', { tags: ['abuse-24'] }, () => {
  const filter = productFilter(String.raw`a,b)"\*%_.:`)
  expect(filter.replaceAll(/"(?:\\.|[^"\\])*"/g, '_')).toBe(
    'name.ilike._,description.ilike._,tags.cs._,tags.cs._',
  )
})

test('escapes the wildcards of patterns', { tags: ['abuse-24'] }, () => {
  expect(productFilter(String.raw`%_\*`)).toContain(String.raw`name.ilike."*\\%\\_\\\\_*"`)
})
