/** Something that can be found, with what is looked at. */
export interface Findable {
  title: string
  description: string
  tags: readonly string[]
}

export interface Relevance {
  /** The specification's scale: 100 exact title, 90 prefix, 80 substring, 70 exact tag, 60 tag substring, 50 description, 40 any word, 0 nothing. */
  score: number
  /** The tag that decided it, or null. */
  matchingTag: string | null
}

const longestTerm = 100
const snippetLength = 100
const mostWords = 6

/**
 * What was typed, as it is searched for: no control characters or half characters, single spaces, at most 100
 * characters.
 */
export function readTerm(typed: string | null): string {
  const clean = (typed ?? '').slice(0, longestTerm * 2).replaceAll(/[\s\p{Cc}]+/gu, ' ')
  return withoutHalves(clean.trim().slice(0, longestTerm)).trim()
}

/** A cut may leave half of a character, which no address can hold. */
function withoutHalves(text: string): string {
  return text.replaceAll(/\p{Cs}/gu, '')
}

/** The words of a term that are worth looking for by themselves. */
export function wordsOf(term: string): string[] {
  const words = term.toLowerCase().split(' ')
  return [...new Set(words.filter((word) => word.length > 1))].slice(0, mostWords)
}

/** How well something answers a term; letters' case and a tag's hash make no difference. */
export function relevanceOf(term: string, { title, description, tags }: Findable): Relevance {
  const wanted = term.toLowerCase()
  const name = title.toLowerCase()
  if (wanted === '') return { score: 0, matchingTag: null }
  if (name === wanted) return { score: 100, matchingTag: null }
  if (name.startsWith(wanted)) return { score: 90, matchingTag: null }
  if (name.includes(wanted)) return { score: 80, matchingTag: null }
  const exact = tags.find((tag) => plainTag(tag) === wanted || tag.toLowerCase() === wanted)
  if (exact !== undefined) return { score: 70, matchingTag: exact }
  const partly = tags.find((tag) => tag.toLowerCase().includes(wanted))
  if (partly !== undefined) return { score: 60, matchingTag: partly }
  const text = description.toLowerCase()
  if (text.includes(wanted)) return { score: 50, matchingTag: null }
  const all = [name, text, ...tags.map(plainTag)]
  const any = wordsOf(term).some((word) => all.some((part) => part.includes(word)))
  return { score: any ? 40 : 0, matchingTag: null }
}

/** What answers the term, best first; what scores 0 is dropped, equals keep their order. */
export function rank<Item extends Findable>(
  term: string,
  items: readonly Item[],
): (Item & Relevance)[] {
  return items
    .map((item) => ({ ...item, ...relevanceOf(term, item) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
}

/** The first 100 characters of a description. */
export function snippet(description: string): string {
  return [...description].slice(0, snippetLength).join('')
}

function plainTag(tag: string): string {
  return tag.replace('#', '').toLowerCase()
}
