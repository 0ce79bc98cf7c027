import type { AllergenAnswers } from '../../../domain/allergen-answers.ts'
import { onlyAddsWarnings } from '../../../domain/added-warnings.ts'
import { allergens } from '../../../domain/allergen-words.ts'
import { plainLabel } from '../../../domain/allergens.ts'
import { type Answer, answerStates } from '../../../domain/avoid.ts'
import { parseIngredients } from '../../../domain/ingredients.ts'
import { type Gap, productGaps } from '../../../domain/product-gaps.ts'
import { labelRow, toPayload, toSellable, toFormValues, type Values } from './product-form.ts'
import { isSame } from './same.ts'
import type { Content } from './stored-content.ts'

/**
 * Lists what keeps a product from being published for sale. Gaps that it was on sale with, and answers that are not known any
 * more, are allowed as long as the label is the same or only warns of more; `desk_publish` has the same rule.
 */
export function getGaps(values: Values, base: Content | null): Gap[] {
  const gaps = productGaps(toSellable(values))
  if (base === null || !isOnSale(base)) return gaps
  const content = toPayload(values, base)
  if (!isSame(labelOf(content), labelOf(base)) && !addsWarnings(content, base)) return gaps
  const known = productGaps(toSellable(toFormValues(base))).map(keyOf)
  const isUnanswered = ({ field }: Gap) =>
    allergens.some(({ id }) => field === `allergen-${id}` && values.answers[id] === undefined)
  return gaps.filter((gap) => !known.includes(keyOf(gap)) && !isUnanswered(gap))
}

export const isOnSale = ({ shelf }: Pick<Content, 'shelf'>): boolean =>
  shelf === 'live' || shelf === 'sold-out'

/** Returns true when the recipe or an answer is changed in the form; the text of a label may have filled in answers by itself. */
export const isRecipeTyped = (values: Values, base: Content): boolean =>
  values.ingredients !== parseIngredients(base.ingredients) ||
  (base.answers !== null && !isSame(values.answers, toFormValues(base).answers))

const labelOf = ({ category, ingredients, answers: given }: Content) => [
  category,
  ingredients,
  given,
]
const keyOf = ({ field, title }: Gap) => `${field} ${title}`

function addsWarnings({ category, ingredients, answers: given }: Content, base: Content): boolean {
  const recipe = plainLabel(ingredients.map((part) => part.trim()).join(', '))
  return category === base.category && onlyAddsWarnings(labelRow(base), { recipe, answers: given })
}

/**
 * Returns the product that is on sale with only the typed warnings added, so that they can be published while the rest of
 * the label waits. Returns null when no warning is added.
 */
export function withWarnings(values: Values, base: Content | null): Content | null {
  return base && addWarnings(values.answers, base, base)
}

/**
 * Returns `now` with the warnings that `typed` has beyond those of `before`, the version that it was typed over. Returns null
 * when none is added, or nobody can buy it.
 */
export function addWarnings(typed: AllergenAnswers, before: Content, now: Content): Content | null {
  if (!isOnSale(now)) return null
  const [was, present] = [toFormValues(before).answers, toFormValues(now).answers]
  const given = { ...present }
  for (const { id } of allergens) {
    const answer = typed[id]
    if (![was[id], present[id]].every((one) => isStronger(answer, one))) continue
    if (answer === undefined) delete given[id]
    else given[id] = answer
  }
  const warned = { ...now, answers: given }
  return isSame(given, present) || !addsWarnings(warned, now) ? null : warned
}

const isStronger = (answer: Answer = 'unknown', than: Answer = 'unknown'): boolean =>
  answerStates.indexOf(answer) < answerStates.indexOf(than)
