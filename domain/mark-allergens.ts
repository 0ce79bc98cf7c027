import { allergens } from './allergen-words.ts'
import { type LabelPart, splitLabel } from './allergens.ts'

/** The names of the 14 allergens on labels, with what gives them away. */
const names = new RegExp(`(${allergens.map(({ words }) => words).join('|')})`, 'gi')

/**
 * Regulation (EU) 1169/2011, article 21, as kept in UK law. A text that has stars already stays as it is. The shop's pages
 * get texts that are marked, for the words weigh more than a page's script has room for.
 */
export function markAllergens(text: string): string {
  return text.includes('**') ? text : text.replace(names, '**$&**')
}

/** Pieces of a text; the strong ones name an allergen. Together they are the text, stars and all. */
export function markedPieces(text: string): LabelPart[] {
  const pieces = text.split(names).map((piece, index) => ({ text: piece, strong: index % 2 === 1 }))
  return pieces.filter((piece) => piece.text !== '')
}

export function labelParts(text: string): LabelPart[] {
  return splitLabel(markAllergens(text))
}
