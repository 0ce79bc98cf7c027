import { memoizeByText } from './memoize.ts'
import {
  type Findable,
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
  each: readonly string[]
}

export function indexFuzzyItem<Item>(item: Item, findable: Findable): FuzzyIndexedItem<Item> {
  const { title, description, tags } = findable
  const each = plainWords([title, description, ...tags].join(' '))
  return { ...indexItem(item, findable), each: [...new Set(each)] }
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
  const judge = createScorer(term)
  const isMeant = memoizeByText((word) => typed.some((one) => isOneEditAway(one, word)))
  return items
    .filter(({ words, each }) => judge(words).score === 0 && each.some(isMeant))
    .map(({ item }) => ({ item, score: fuzzyScore, matchingTag: null }))
}

/**
 * Returns true when `typed` is a prefix of `word`, or would be one without one missing, extra or wrong letter or one swap of two
 * adjacent letters.
 */
export function isOneEditAway(typed: string, word: string): boolean {
  let at = 0
  while (at < typed.length && typed[at] === word[at]) at += 1
  if (at === typed.length) return true
  const isSwap = typed[at] === word[at + 1] && typed[at + 1] === word[at]
  return (
    word.startsWith(typed.slice(at + 1), at + 1) ||
    word.startsWith(typed.slice(at + 1), at) ||
    word.startsWith(typed.slice(at), at + 1) ||
    (isSwap && word.startsWith(typed.slice(at + 2), at + 2))
  )
}

function getFuzzyWords(term: string): string[] {
  return getSearchWords(term)
    .map((word) => word.replace('#', ''))
    .filter((word) => word.length >= minFuzzyLength)
}

function plainWords(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
}
