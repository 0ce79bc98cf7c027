import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildIndex, searchIndex } from './search-index.ts'
import { searchItems, type SearchableFields, createScorer, indexItem } from './search.ts'

function createIndex(album: SearchableFields[]) {
  const building = buildIndex(album.map((item) => indexItem(item, item)))
  let [steps, step] = [1, building.next()]
  for (; !step.done; step = building.next()) steps += 1
  return { index: step.value, steps }
}

test('an index finds the same items in the same order as a search through every item', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    'Hot',
    'hotter',
    'ΟΔΟΣ',
    'İ',
    '#',
    ' ',
    '\n',
    '🌶',
    '’',
    'Sauce',
  )
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  const item = fc.record({
    title: text,
    description: text,
    tags: fc.array(text, { maxLength: 3 }),
  })
  const property = (album: SearchableFields[], terms: string[]) => {
    const { index } = createIndex(album)
    for (const term of terms) {
      const score = createScorer(term)
      const found = searchIndex(term, index).map(({ item, words }) => ({ item, ...score(words) }))
      const expected = searchItems(
        term,
        album.map((item) => indexItem(item, item)),
      )
      expect(found).toEqual(expected)
    }
  }
  const albums = fc.array(item, { maxLength: 30 })
  fc.assert(fc.property(albums, fc.array(text, { maxLength: 5 }), property), { numRuns: 500 })
})

test('builds the index of many items in many steps', () => {
  const album = Array.from({ length: 1000 }, (_, number) => ({
    title: `Sauce ${number}`,
    description: 'Hot.',
    tags: [],
  }))
  const { index, steps } = createIndex(album)
  expect(steps).toBeGreaterThan(10)
  expect(searchIndex('sauce 99', index).map(({ item }) => item.title)[0]).toBe('Sauce 99')
  expect(searchIndex('sauce 99', index)).toHaveLength(1000)
})
