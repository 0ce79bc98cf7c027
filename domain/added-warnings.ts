import type { AllergenAnswers } from './allergen-answers.ts'
import { type AllergenId, allergens } from './allergen-words.ts'
import { removeLabelMarks } from './allergens.ts'
import { labelAnswers, getProductLabel, type ProductLabelRow } from './avoid.ts'

/**
 * Returns true when a changed recipe and its answers only add warnings to the present label: the answer for each of the 14
 * allergens is the same or worse, and the recipe still contains every word of the present ingredients. `only_adds_warnings` in the
 * database applies the same rule.
 */
export function onlyAddsWarnings(
  row: ProductLabelRow,
  change: { recipe: string; answers: AllergenAnswers | null },
): boolean {
  const { recipe, answers } = change
  const recipeWords = new Set(splitWords(recipe))
  const getPresentAnswer = createAnswerLookup(row)
  const getNewAnswer = createAnswerLookup({
    ingredients: [recipe],
    allergens: answers === null ? (row.allergens ?? null) : null,
    allergen_answers: answers,
  })
  return (
    splitWords(removeLabelMarks((row.ingredients ?? []).join(', '))).every((word) =>
      recipeWords.has(word),
    ) &&
    allergens.every(
      ({ id }) =>
        labelAnswers.indexOf(getNewAnswer(id)) <= labelAnswers.indexOf(getPresentAnswer(id)),
    )
  )
}

/** Returns a function that looks up the label's answer for an allergen. */
function createAnswerLookup({ ingredients, allergens: text, allergen_answers }: ProductLabelRow) {
  const label = getProductLabel({ ingredients, allergens: text, allergen_answers })
  return (id: AllergenId) => (label === 'not-food' ? 'unknown' : label[id])
}

const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
