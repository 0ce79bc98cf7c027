import { type AllergenAnswers, allergenLabel, findAllergens } from './allergen-answers.ts'
import { allergens } from './allergen-words.ts'
import { containedWords, isBoxRow, type Label, getLabel, type LabelRow } from './avoid.ts'

export const notFoodWords = 'Not food, so there is no allergen label to read.'

/**
 * Returns a product's label as text: the sentence form of `getLabel`, which verdicts and the allergen table use, so that no two
 * places of a page disagree. Returns null while nothing is known. `label_text` in the database writes the same onto orders.
 */
export function labelText(row: LabelRow): string | null {
  const label = getLabel(row)
  const words = row.allergens?.trim() || null
  if (label === 'not-food') return words ?? notFoodWords
  return isBoxRow(row) ? boxText(label, words) : allergenLabel(containedWords(row), knownOf(label))
}

/** Returns the answers that any part of a label gives, without those that are not known. */
export function getLabelAnswers(row: LabelRow): AllergenAnswers {
  const label = getLabel(row)
  return label === 'not-food' ? {} : knownOf(label)
}

function knownOf(label: Exclude<Label, 'not-food'>): AllergenAnswers {
  return Object.fromEntries(
    allergens.flatMap(({ id }) => (label[id] === 'unknown' ? [] : [[id, label[id]]])),
  )
}

/** Returns the label of a box. Its contents change, so that it may contain all of the fourteen; the box's own text follows. */
function boxText(label: Exclude<Label, 'not-food'>, words: string | null): string {
  const contained = allergens.filter(({ id }) => label[id] === 'contains')
  const named = findAllergens(containedWords({ allergens: words }))
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
