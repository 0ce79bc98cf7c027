import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  searchItems,
  type SearchableFields,
  createScorer,
  normaliseTerm,
  type Relevance,
  indexItem,
  getSnippet,
  getSearchWords,
} from './search.ts'

const rank = (term: string, items: SearchableFields[]) =>
  searchItems(
    term,
    items.map((item) => indexItem(item, item)),
  ).map(({ item, ...relevance }) => ({ ...item, ...relevance }))

const getRelevance = (term: string, item: SearchableFields) =>
  createScorer(term)(indexItem(item, item).words)

const crisp = {
  title: 'Nashville Chilli Crisp',
  description: 'Crispy shallots in hot oil.',
  tags: ['#nashville', '#spicy', '#chilli-crisp'],
}

test.each([
  ['nashville chilli crisp', 100],
  ['Nash', 90],
  ['chilli', 80],
  ['spicy', 70],
  ['#spicy', 70],
  ['pic', 60],
  ['shallots', 50],
  ['crisp shallots please', 40],
  ['mayonnaise', 0],
  ['', 0],
])('the search term "%s" scores %i', (term, score) => {
  expect(getRelevance(term, crisp).score).toBe(score)
})

test('a result names the tag that matched', () => {
  expect(getRelevance('spicy', crisp).matchingTag).toBe('#spicy')
  expect(getRelevance('chilli', crisp).matchingTag).toBeNull()
})

test('sorts search results by score and leaves out items that score nothing', () => {
  const items = ['Hot sauce', 'Sauce', 'Apple sauce', 'Mug'].map((title) => ({
    title,
    description: '',
    tags: [],
  }))
  expect(rank('sauce', items).map(({ title }) => title)).toEqual([
    'Sauce',
    'Hot sauce',
    'Apple sauce',
  ])
})

/** A plain implementation of the specification's scale, step by step. */
function plainRelevance(term: string, { title, description, tags }: SearchableFields): Relevance {
  const wanted = term.toLowerCase()
  const name = title.toLowerCase()
  const text = description.toLowerCase()
  const plain = (tag: string) => tag.replace('#', '').toLowerCase()
  if (wanted === '') return { score: 0, matchingTag: null }
  if (name === wanted) return { score: 100, matchingTag: null }
  if (name.startsWith(wanted)) return { score: 90, matchingTag: null }
  if (name.includes(wanted)) return { score: 80, matchingTag: null }
  const exact = tags.find((tag) => plain(tag) === wanted || tag.toLowerCase() === wanted)
  if (exact !== undefined) return { score: 70, matchingTag: exact }
  const partly = tags.find((tag) => tag.toLowerCase().includes(wanted))
  if (partly !== undefined) return { score: 60, matchingTag: partly }
  if (text.includes(wanted)) return { score: 50, matchingTag: null }
  const any = getSearchWords(term).some((word) =>
    [name, text, ...tags.map(plain)].some((one) => one.includes(word)),
  )
  return { score: any ? 40 : 0, matchingTag: null }
}

test('scores and orders items as a plain implementation of the specification does', () => {
  const piece = fc.constantFrom('a', 'b', 'Hot', 'ΟΔΟΣ', 'İ', '#', ' ', '\n', '🌶', '', 'sauce')
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
  const item = fc.record({
    title: text,
    description: text,
    tags: fc.array(text, { maxLength: 3 }),
  })
  const property = (term: string, items: SearchableFields[]) => {
    const expected = items
      .map((one) => ({ ...one, ...plainRelevance(term, one) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
    expect(rank(term, items)).toEqual(expected)
  }
  fc.assert(fc.property(text, fc.array(item, { maxLength: 12 }), property))
})

test(
  'a normalised search term is trimmed, cut and free of control characters',
  { tags: ['abuse-33'] },
  () => {
    expect(normaliseTerm('  hot\u0000\n sauce ')).toBe('hot sauce')
    expect(normaliseTerm(null)).toBe('')
    expect(normaliseTerm('x'.repeat(10_000))).toHaveLength(100)
  },
)

test('characters with a meaning in patterns are literal text in a search term', () => {
  expect(getRelevance('%', crisp).score).toBe(0)
  expect(getRelevance('.*', crisp).score).toBe(0)
  expect(getRelevance('50%', { ...crisp, title: '50% off' }).score).toBe(90)
})

test('does not search for single letters and repeated words', () => {
  expect(getSearchWords('a Hot hot sauce')).toEqual(['hot', 'sauce'])
})

test('searches for stop words only when nothing else was typed', () => {
  expect(getSearchWords('how hot is the salt and pepper')).toEqual(['hot', 'salt', 'pepper'])
  expect(getSearchWords('how to')).toEqual(['how', 'to'])
})

test('a snippet has the first hundred characters and never half an emoji', () => {
  expect(getSnippet('🌶'.repeat(150))).toBe('🌶'.repeat(100))
})
