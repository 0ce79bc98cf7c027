import { memoizeByText } from './memoize.ts'
import {
  type SearchableFields,
  type SearchHit,
  createScorer,
  indexItem,
  type IndexedItem,
  getSearchWords,
} from './search.ts'

/** The score of a fuzzy match, below every score of the specification's scale, which rates exact matches. */
const fuzzyScore = 30

/** The minimum length of a word, because shorter words resemble too many others. */
const minFuzzyLength = 5

export interface FuzzyIndexedItem<Item> extends IndexedItem<Item> {
  uniqueWords: readonly string[]
}

export function indexFuzzyItem<Item>(
  item: Item,
  findable: SearchableFields,
): FuzzyIndexedItem<Item> {
  const { title, description, tags } = findable
  const words = splitWords([title, description, ...tags].join(' '))
  return { ...indexItem(item, findable), uniqueWords: [...new Set(words)] }
}

/**
 * Finds items by words of five letters or more that have one missing, extra, wrong or swapped letter. Leaves out items that the
 * exact search finds.
 */
export function fuzzySearch<Item>(
  term: string,
  items: readonly FuzzyIndexedItem<Item>[],
): SearchHit<Item>[] {
  const typed = getFuzzyWords(term)
  if (typed.length === 0) return []
  const getRelevance = createScorer(term)
  const isSimilar = memoizeByText((word) => typed.some((each) => isOneEditAway(each, word)))
  return items
    .filter(
      ({ words, uniqueWords }) => getRelevance(words).score === 0 && uniqueWords.some(isSimilar),
    )
    .map(({ item }) => ({ item, score: fuzzyScore, matchingTag: null }))
}

/**
 * Returns true when `typed` is a prefix of `word`, or would be one without one missing, extra or wrong letter or one swap of two
 * adjacent letters.
 */
export function isOneEditAway(typed: string, word: string): boolean {
  let index = 0
  while (index < typed.length && typed[index] === word[index]) index += 1
  if (index === typed.length) return true
  const isSwap = typed[index] === word[index + 1] && typed[index + 1] === word[index]
  return (
    word.startsWith(typed.slice(index + 1), index + 1) ||
    word.startsWith(typed.slice(index + 1), index) ||
    word.startsWith(typed.slice(index), index + 1) ||
    (isSwap && word.startsWith(typed.slice(index + 2), index + 2))
  )
}

function getFuzzyWords(term: string): string[] {
  return getSearchWords(term)
    .map((word) => word.replace('#', ''))
    .filter((word) => word.length >= minFuzzyLength)
}

function splitWords(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
}
