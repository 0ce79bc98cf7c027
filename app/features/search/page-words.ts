import { about, arms, years } from '../../content/about.ts'
import { boxPairs } from '../../content/boxes.ts'
import { blurbs, cateringWords, dishes, reasons } from '../../content/catering.ts'
import { consultancyWords, services } from '../../content/consultancy.ts'
import { desks } from '../../content/contact.ts'
import { flags, flagWords } from '../../content/flags.ts'
import { heat, heatNotes } from '../../content/heat.ts'
import type { PageName } from '../../content/pages.ts'
import { wholesale } from '../../content/where-to-find-us.ts'

const bodies: Record<string, unknown> = {
  about: [about, arms, years],
  subscriptions: boxPairs,
  catering: [cateringWords, dishes, blurbs, reasons],
  consultancy: [consultancyWords, services],
  contact: desks,
  heat: [heat, heatNotes],
  flags: [flags, flagWords],
  wholesale,
} satisfies Partial<Record<PageName, unknown>>

/** Returns the distinct words of a page's body, in lower case. */
export function getBodyWords(name: string): readonly string[] {
  const texts = collectTexts(bodies[name])
  return [...new Set(splitWords(texts.join(' ')))]
}

/**
 * Returns true when each word of the term begins a word of the page. Words of up to three letters are ignored: every
 * page is full of them.
 */
export function isInBody(term: string, words: readonly string[]): boolean {
  const wanted = splitWords(term).filter((word) => word.length > 3)
  return wanted.length > 0 && wanted.every((part) => words.some((word) => word.startsWith(part)))
}

/** Returns the texts in a content object. A text of a single word is omitted: it names a colour, a drawing or a path. */
function collectTexts(content: unknown): string[] {
  if (typeof content === 'string') return content.includes(' ') ? [content] : []
  if (typeof content !== 'object' || content === null) return []
  return Object.values(content).flatMap(collectTexts)
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
