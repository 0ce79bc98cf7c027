import { expect, test } from 'vitest'
import type { SearchableFields } from './search.ts'
import { fuzzySearch as forgiveAmong, isOneEditAway, indexFuzzyItem } from './fuzzy-match.ts'

const forgive = (term: string, items: SearchableFields[]) =>
  forgiveAmong(
    term,
    items.map((item) => indexFuzzyItem(item, item)),
  ).map(({ item, ...relevance }) => ({ ...item, ...relevance }))

const jam = { title: 'Miss Marmalade Chilli Jam', description: 'Seville orange.', tags: ['#jam'] }
const mug = { title: 'Y’alright? Mug', description: 'Builder’s brew.', tags: ['#merchandise'] }

test.each([
  ['marmelade', 'marmalade', true],
  ['marmlade', 'marmalade', true],
  ['marmallade', 'marmalade', true],
  ['mramalade', 'marmalade', true],
  ['narmalade', 'marmalade', true],
  ['marmelad', 'marmalade', true],
  ['mermelade', 'marmalade', false],
  ['marmelaed', 'marmalade', false],
  ['orange', 'marmalade', false],
])('%s differs from %s by one typing error: %s', (typed, word, slip) => {
  expect(isOneEditAway(typed, word)).toBe(slip)
})

test('finds names, descriptions and tags despite one typing error, with a score below every exact match', () => {
  expect(forgive('marmelade', [jam, mug])).toEqual([{ ...jam, score: 30, matchingTag: null }])
  expect(forgive('sevile', [jam, mug])).toHaveLength(1)
  expect(forgive('#merchandize', [jam, mug]).map(({ title }) => title)).toEqual([mug.title])
})

test('does not return items that the exact term finds', () => {
  expect(forgive('marmalade', [jam])).toEqual([])
  expect(forgive('chilli marmelade', [jam])).toEqual([])
})

test('does not forgive typing errors in words of four letters', () => {
  expect(forgive('migg', [mug])).toEqual([])
})
