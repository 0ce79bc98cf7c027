import { expect, test } from 'vitest'
import { rank, readTerm, relevanceOf, snippet, wordsOf } from './search.ts'

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
])('%s scores %i', (term, score) => {
  expect(relevanceOf(term, crisp).score).toBe(score)
})

test('the tag that decided is named', () => {
  expect(relevanceOf('spicy', crisp).matchingTag).toBe('#spicy')
  expect(relevanceOf('chilli', crisp).matchingTag).toBeNull()
})

test('results come best first and without those that score nothing', () => {
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

test('a term is trimmed, cut and free of control characters', () => {
  expect(readTerm('  hot\u0000\n sauce ')).toBe('hot sauce')
  expect(readTerm(null)).toBe('')
  expect(readTerm('x'.repeat(10_000))).toHaveLength(100)
})

test('signs in a term are literal text', () => {
  expect(relevanceOf('%', crisp).score).toBe(0)
  expect(relevanceOf('.*', crisp).score).toBe(0)
  expect(relevanceOf('50%', { ...crisp, title: '50% off' }).score).toBe(90)
})

test('single letters and repeated words are not looked for', () => {
  expect(wordsOf('a Hot hot sauce')).toEqual(['hot', 'sauce'])
})

test('a snippet is the first hundred characters, and never half an emoji', () => {
  expect(snippet('🌶'.repeat(150))).toBe('🌶'.repeat(100))
})
