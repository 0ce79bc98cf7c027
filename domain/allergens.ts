import { allergens } from './allergen-words.ts'

export interface LabelPart {
  text: string
  strong: boolean
}

/** The names of the 14 allergens on labels, with what gives them away. */
const names = new RegExp(allergens.map(({ words }) => words).join('|'), 'gi')

/** Regulation (EU) 1169/2011, article 21, as kept in UK law. A text that has stars already stays as it is. */
export function markAllergens(text: string): string {
  return text.includes('**') ? text : text.replace(names, '**$&**')
}

export function splitLabel(marked: string): LabelPart[] {
  return marked
    .split('**')
    .map((piece, index) => ({ text: piece, strong: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

export function labelParts(text: string): LabelPart[] {
  return splitLabel(markAllergens(text))
}

export function plainLabel(text: string): string {
  return text.replaceAll('**', '')
}
