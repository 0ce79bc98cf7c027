import { type Findable, type Relevance, relevanceOf, wordsOf } from './search.ts'

/** Below everything that the specification's scale gives to what was typed as it stands. */
const forgivenScore = 30

/** Shorter words have too many neighbours. */
const shortestForgiven = 5

/** Whether a term has a word in which a slip of the finger is forgiven. */
export function mayHoldSlip(term: string): boolean {
  return forgivable(term).length > 0
}

/**
 * What a term would find with one letter more, less, other or swapped in one of its words of five letters or more. Only
 * what it does not find as it stands; in the order given.
 */
export function forgive<Item extends Findable>(
  term: string,
  items: readonly Item[],
): (Item & Relevance)[] {
  const typed = forgivable(term)
  return items
    .filter((item) => relevanceOf(term, item).score === 0)
    .filter(({ title, description, tags }) =>
      plainWords([title, description, ...tags].join(' ')).some((word) =>
        typed.some((one) => isSlipOf(one, word)),
      ),
    )
    .map((item) => ({ ...item, score: forgivenScore, matchingTag: null }))
}

/** Whether a typed word begins another but for one letter that is missing, too many, wrong or swapped with the next. */
export function isSlipOf(typed: string, word: string): boolean {
  const at = [...typed].findIndex((letter, index) => letter !== word[index])
  if (at === -1) return true
  const isSwap = typed[at] === word[at + 1] && typed[at + 1] === word[at]
  return (
    word.startsWith(typed.slice(at + 1), at + 1) ||
    word.startsWith(typed.slice(at + 1), at) ||
    word.startsWith(typed.slice(at), at + 1) ||
    (isSwap && word.startsWith(typed.slice(at + 2), at + 2))
  )
}

function forgivable(term: string): string[] {
  return wordsOf(term)
    .map((word) => word.replace('#', ''))
    .filter((word) => word.length >= shortestForgiven)
}

function plainWords(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
}
