import { allergens } from './allergen-words.ts'

/** A piece of a label; the strong ones are allergens. */
export interface LabelPart {
  text: string
  strong: boolean
}

/** The names of the 14 allergens on labels, with what gives them away. */
const names = new RegExp(allergens.map(({ words }) => words).join('|'), 'gi')

/**
 * The words of a label with its allergens **between stars**, so that they can be emphasised (Regulation (EU)
 * 1169/2011, article 21, as kept in UK law). A text that has stars stays as it is; in one that has none the
 * names of the 14 are marked.
 */
export function markAllergens(text: string): string {
  return text.includes('**') ? text : text.replace(names, '**$&**')
}

/** The words of a label in pieces; what stands between stars is strong. */
export function splitLabel(marked: string): LabelPart[] {
  return marked
    .split('**')
    .map((piece, index) => ({ text: piece, strong: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** The words of a label in pieces, with its allergens strong. */
export function labelParts(text: string): LabelPart[] {
  return splitLabel(markAllergens(text))
}

/** The words of a label without the stars. */
export function plainLabel(text: string): string {
  return text.replaceAll('**', '')
}
