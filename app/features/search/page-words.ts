import { aboutTexts, businessArms, milestones } from '../../content/about.ts'
import { boxPairs } from '../../content/boxes.ts'
import { cateringBlurbs, cateringTexts, dishes, reasonsToBook } from '../../content/catering.ts'
import { consultancyTexts, consultancyServices } from '../../content/consultancy.ts'
import { contactEmails } from '../../content/contact.ts'
import { flagDescriptions, flagsTexts } from '../../content/flags.ts'
import { heatGuideTexts, heatLevelNotes } from '../../content/heat.ts'
import type { PageName } from '../../content/pages.ts'
import { wholesaleTexts } from '../../content/where-to-find-us.ts'

const bodies: Record<string, unknown> = {
  about: [aboutTexts, businessArms, milestones],
  subscriptions: boxPairs,
  catering: [cateringTexts, dishes, cateringBlurbs, reasonsToBook],
  consultancy: [consultancyTexts, consultancyServices],
  contact: contactEmails,
  heat: [heatGuideTexts, heatLevelNotes],
  flags: [flagDescriptions, flagsTexts],
  wholesale: wholesaleTexts,
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
export function isTermInBody(term: string, words: readonly string[]): boolean {
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
