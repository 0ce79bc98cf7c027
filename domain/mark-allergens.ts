import { cleanLabelText } from './allergen-text.ts'
import { allergens } from './allergen-words.ts'
import { type LabelPart, splitMarkedLabel } from './allergens.ts'

/** Matches the name of any of the 14 allergens. */
const names = new RegExp(`(${allergens.map(({ words }) => words).join('|')})`, 'gi')

/**
 * Encloses the names of allergens in asterisks for bold type, which Regulation (EU) 1169/2011, article 21, as kept in UK law,
 * requires. Returns a text that already has such asterisks unchanged. The server marks the texts of the shop's pages, because the
 * list of words is too large for the JavaScript of a page.
 */
export function markAllergens(text: string): string {
  return text.includes('**') ? text : cleanLabelText(text).replace(names, '**$&**')
}

/** Splits a text at the names of allergens, which are `strong`. The joined parts are the text itself, including any asterisks. */
export function splitAtAllergens(text: string): LabelPart[] {
  const parts = text.split(names).map((part, index) => ({ text: part, strong: index % 2 === 1 }))
  return parts.filter((part) => part.text !== '')
}

export function getLabelParts(text: string): LabelPart[] {
  return splitMarkedLabel(markAllergens(text))
}
