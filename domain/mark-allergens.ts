import { cleanLabel } from './allergen-text.ts'
import { allergens } from './allergen-words.ts'
import { type LabelPart, splitLabel } from './allergens.ts'

/** Matches the words that name any of the 14 allergens. */
const names = new RegExp(`(${allergens.map(({ words }) => words).join('|')})`, 'gi')

/**
 * Marks the names of allergens in bold, as Regulation (EU) 1169/2011, article 21, kept in UK law, requires. A text that already
 * has asterisks stays as it is. The shop's pages get texts that are already marked, because the list of words is too large for
 * their JavaScript.
 */
export function markAllergens(text: string): string {
  return text.includes('**') ? text : cleanLabel(text).replace(names, '**$&**')
}

/** Splits a text into pieces; the strong ones name an allergen. Joined, they are the text, asterisks included. */
export function splitMarkedText(text: string): LabelPart[] {
  const pieces = text.split(names).map((piece, index) => ({ text: piece, strong: index % 2 === 1 }))
  return pieces.filter((piece) => piece.text !== '')
}

export function labelParts(text: string): LabelPart[] {
  return splitLabel(markAllergens(text))
}
