import { expect, test } from 'vitest'
import type { Findable } from './search.ts'
import { fuzzySearch as forgiveAmong, isOneEditAway, indexFuzzyItem } from './fuzzy-match.ts'

const forgive = (term: string, items: Findable[]) =>
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
])('%s for %s is one slip of the finger: %s', (typed, word, slip) => {
  expect(isOneEditAway(typed, word)).toBe(slip)
})

test('a slip is forgiven in names, descriptions and tags, below everything that fits', () => {
  expect(forgive('marmelade', [jam, mug])).toEqual([{ ...jam, score: 30, matchingTag: null }])
  expect(forgive('sevile', [jam, mug])).toHaveLength(1)
  expect(forgive('#merchandize', [jam, mug]).map(({ title }) => title)).toEqual([mug.title])
})

test('what a term finds as it stands is not found again', () => {
  expect(forgive('marmalade', [jam])).toEqual([])
  expect(forgive('chilli marmelade', [jam])).toEqual([])
})

test('words of four letters are taken as they stand', () => {
  expect(forgive('migg', [mug])).toEqual([])
})
