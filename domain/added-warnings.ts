import type { AllergenAnswers } from './allergen-answers.ts'
import { type AllergenId, allergens } from './allergen-words.ts'
import { plainLabel } from './allergens.ts'
import { answerStates, getLabel, type LabelRow } from './avoid.ts'

/**
 * Returns true when a changed recipe and its answers only add warnings to the present label: the answer for each of the 14
 * allergens is the same or worse, and the recipe still contains every word of the present ingredients. `only_adds_warnings` in the
 * database applies the same rule.
 */
export function onlyAddsWarnings(
  row: LabelRow,
  change: { recipe: string; answers: AllergenAnswers | null },
): boolean {
  const { recipe, answers: given } = change
  const now = new Set(wordsOf(recipe))
  const before = stateOf(row)
  const after = stateOf({
    ingredients: [recipe],
    allergens: given === null ? (row.allergens ?? null) : null,
    allergen_answers: given,
  })
  return (
    wordsOf(plainLabel((row.ingredients ?? []).join(', '))).every((word) => now.has(word)) &&
    allergens.every(({ id }) => answerStates.indexOf(after(id)) <= answerStates.indexOf(before(id)))
  )
}

/** Returns a function that looks up the label's answer for an allergen. */
function stateOf({ ingredients, allergens: words, allergen_answers: given }: LabelRow) {
  const label = getLabel({ ingredients, allergens: words, allergen_answers: given })
  return (id: AllergenId) => (label === 'not-food' ? 'unknown' : label[id])
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
