import { type AllergenAnswers, formatAllergenLabel, findAllergens } from './allergen-answers.ts'
import { allergens } from './allergen-words.ts'
import {
  getContainedText,
  isBoxRow,
  type ProductLabel,
  getProductLabel,
  type ProductLabelRow,
} from './avoid.ts'

export const notFoodText = 'Not food, so there is no allergen label to read.'

/**
 * Formats a product's allergen label as text; returns null while nothing is known. Uses `getProductLabel`, as the verdicts and the
 * allergen table do, so that a page never contradicts itself. `label_text` in the database stores the same text with orders.
 */
export function labelText(row: ProductLabelRow): string | null {
  const label = getProductLabel(row)
  const words = row.allergens?.trim() || null
  if (label === 'not-food') return words ?? notFoodText
  return isBoxRow(row)
    ? formatBoxLabel(label, words)
    : formatAllergenLabel(getContainedText(row), getKnownAnswers(label))
}

/** Returns the known answers of a product's label. */
export function getLabelAnswers(row: ProductLabelRow): AllergenAnswers {
  const label = getProductLabel(row)
  return label === 'not-food' ? {} : getKnownAnswers(label)
}

function getKnownAnswers(label: Exclude<ProductLabel, 'not-food'>): AllergenAnswers {
  return Object.fromEntries(
    allergens.flatMap(({ id }) => (label[id] === 'unknown' ? [] : [[id, label[id]]])),
  )
}

/**
 * Formats the label of a subscription box. Its contents vary, so it may contain any of the 14 allergens. The label includes the
 * box's own text.
 */
function formatBoxLabel(label: Exclude<ProductLabel, 'not-food'>, words: string | null): string {
  const contained = allergens.filter(({ id }) => label[id] === 'contains')
  const named = findAllergens(getContainedText({ allergens: words }))
  const unnamed = contained.filter(({ id }) => !named.has(id)).map(({ name }) => name.toLowerCase())
  const sentences =
    contained.length === 0
      ? ['May contain any of the 14 named allergens.', words]
      : [
          unnamed.length > 0 && `Contains: ${unnamed.join(', ')}.`,
          words,
          'May contain any other of the 14 named allergens.',
        ]
  return sentences.filter(Boolean).join(' ')
}
