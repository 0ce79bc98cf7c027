import { type AllergenAnswers, allergenLabel, allergensIn } from './allergen-answers.ts'
import { allergens } from './allergen-words.ts'
import { containedWords, isBoxRow, type Label, labelOf, type LabelRow } from './avoid.ts'

export const notFoodWords = 'Not food, so there is no allergen label to read.'

/**
 * What a product's label says in words: the sentence form of `labelOf`, which verdicts and the allergen table use, so that no
 * two places of a page disagree. Null while nothing is known. `label_words` in the database writes the same onto orders.
 */
export function labelText(row: LabelRow): string | null {
  const label = labelOf(row)
  const words = row.allergens?.trim() || null
  if (label === 'not-food') return words ?? notFoodWords
  return isBoxRow(row) ? boxText(label, words) : allergenLabel(containedWords(row), knownOf(label))
}

/** The answers that a label gives, whichever of its parts gives them; what is not known is left out. */
export function answersOf(row: LabelRow): AllergenAnswers {
  const label = labelOf(row)
  return label === 'not-food' ? {} : knownOf(label)
}

function knownOf(label: Exclude<Label, 'not-food'>): AllergenAnswers {
  return Object.fromEntries(
    allergens.flatMap(({ id }) => (label[id] === 'unknown' ? [] : [[id, label[id]]])),
  )
}

/** The contents change, so that a box may contain all of the fourteen; its own words say the rest. */
function boxText(label: Exclude<Label, 'not-food'>, words: string | null): string {
  const contained = allergens.filter(({ id }) => label[id] === 'contains')
  const named = allergensIn(containedWords({ allergens: words }))
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
