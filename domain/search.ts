export interface SearchableFields {
  title: string
  description: string
  tags: readonly string[]
}

export interface Relevance {
  /**
   * The specification's scale: 100 exact title, 90 prefix, 80 substring, 70 exact tag, 60 tag substring, 50 description, 40 any
   * word, 0 nothing.
   */
  score: number
  matchingTag: string | null
}

const maxTermLength = 100
const snippetLength = 100
const maxWords = 6

/** Cleans a search term: single spaces, no control characters, no lone surrogates, at most 100 characters. */
export function normaliseTerm(typed: string | null): string {
  const clean = (typed ?? '').slice(0, maxTermLength * 2).replaceAll(/[\s\p{Cc}]+/gu, ' ')
  return removeLoneSurrogates(clean.trim().slice(0, maxTermLength)).trim()
}

/** Removes lone surrogates, which a URL cannot contain and which a cut may leave. */
function removeLoneSurrogates(text: string): string {
  return text.replaceAll(/\p{Cs}/gu, '')
}

const stopWords = new Set(
  'an and at by do for how in is it my of on or the to we with you'.split(' '),
)

/** Returns the words of a term without stop words, or with them when there are no others. */
export function getSearchWords(term: string): string[] {
  const words = [...new Set(term.toLowerCase().split(' '))].filter((word) => word.length > 1)
  const significantWords = words.filter((word) => !stopWords.has(word))
  return (significantWords.length > 0 ? significantWords : words).slice(0, maxWords)
}

interface SearchableText {
  title: string
  description: string
  tags: readonly string[]
  lowerTags: readonly string[]
  plainTags: readonly string[]
  /**
   * All tags in both forms, and all texts, to reject a term with one search: a term that they do not contain is in none of the
   * fields.
   */
  allTags: string
  all: string
}

export interface IndexedItem<Item> {
  item: Item
  words: SearchableText
}

export interface SearchHit<Item> extends Relevance {
  item: Item
}

export function indexItem<Item>(
  item: Item,
  { title, description, tags }: SearchableFields,
): IndexedItem<Item> {
  const lowerTags = tags.map((tag) => tag.toLowerCase())
  const plainTags = tags.map(plainTag)
  const lower = { title: title.toLowerCase(), description: description.toLowerCase() }
  const allTags = [...lowerTags, ...plainTags].join('\n')
  const all = [lower.title, allTags, lower.description].join('\n')
  return { item, words: { ...lower, tags, lowerTags, plainTags, allTags, all } }
}

const noMatch: Relevance = { score: 0, matchingTag: null }

/** Returns a function that scores the texts of an item against a term, in any case and with or without the hash of a tag. */
export function createScorer(term: string): (words: SearchableText) => Relevance {
  const wanted = term.toLowerCase()
  const parts = getSearchWords(term)
  // A text that contains the whole term also contains its words, so that a search for the words covers both.
  const needles = parts.length > 0 ? parts : [wanted]
  return ({ title, description, tags, lowerTags, plainTags, allTags, all }) => {
    if (wanted === '') return noMatch
    const at = title.indexOf(wanted)
    if (at > 0) return { score: 80, matchingTag: null }
    if (at === 0) return { score: title === wanted ? 100 : 90, matchingTag: null }
    if (!needles.some((needle) => all.includes(needle))) return noMatch
    if (allTags.includes(wanted)) {
      const isExact = (tag: string, at: number) => tag === wanted || plainTags[at] === wanted
      const exact = tags[lowerTags.findIndex(isExact)]
      if (exact !== undefined) return { score: 70, matchingTag: exact }
      const partly = tags[lowerTags.findIndex((tag) => tag.includes(wanted))]
      if (partly !== undefined) return { score: 60, matchingTag: partly }
    }
    if (description.includes(wanted)) return { score: 50, matchingTag: null }
    const containsAnyWord = parts.some(
      (part) =>
        title.includes(part) ||
        description.includes(part) ||
        plainTags.some((tag) => tag.includes(part)),
    )
    return containsAnyWord ? { score: 40, matchingTag: null } : noMatch
  }
}

/** Returns the items that match the term, the best first. Items with the same score are in their original order. */
export function searchItems<Item>(
  term: string,
  items: readonly IndexedItem<Item>[],
): SearchHit<Item>[] {
  const getRelevance = createScorer(term)
  const byScore = new Map<number, SearchHit<Item>[]>()
  for (const { item, words } of items) {
    const { score, matchingTag } = getRelevance(words)
    if (score === 0) continue
    const hits = byScore.get(score)
    if (hits) hits.push({ item, score, matchingTag })
    else byScore.set(score, [{ item, score, matchingTag }])
  }
  return [...byScore].sort(([one], [other]) => other - one).flatMap(([, found]) => found)
}

export function getSnippet(description: string): string {
  const start = description.slice(0, snippetLength * 2)
  return [...start].slice(0, snippetLength).join('')
}

function plainTag(tag: string): string {
  return tag.replace('#', '').toLowerCase()
}
