import { findAddedNames, findAllergens } from '../../../domain/allergen-answers.ts'
import { onlyAddsWarnings } from '../../../domain/added-warnings.ts'
import { allergens } from '../../../domain/allergen-words.ts'
import { plainLabel } from '../../../domain/allergens.ts'
import { type Answer, answerStates, getContainedText } from '../../../domain/avoid.ts'
import { formatIngredients, splitIngredients } from '../../../domain/ingredients.ts'
import { type MissingField, findMissingProductData } from '../../../domain/product-gaps.ts'
import { labelRow, toPayload, toSellable, toFormValues, type Values } from './product-form.ts'
import { isSame } from './same.ts'
import type { Content } from './stored-content.ts'

/**
 * Lists what keeps a product from being published for sale. Gaps that it was on sale with, and answers that are not known any
 * more, are allowed as long as the label is the same or only warns of more; `desk_publish` has the same rule.
 */
export function getPublishBlockers(values: Values, base: Content | null): MissingField[] {
  const gaps = findMissingProductData(toSellable(values))
  if (base === null || !isOnSale(base)) return gaps
  const content = toPayload(values, base)
  if (!isSame(labelOf(content), labelOf(base)) && !addsWarnings(content, base)) return gaps
  const known = findMissingProductData(toSellable(toFormValues(base))).map(keyOf)
  const isUnanswered = ({ field }: MissingField) =>
    allergens.some(({ id }) => field === `allergen-${id}` && values.answers[id] === undefined)
  return gaps.filter((gap) => !known.includes(keyOf(gap)) && !isUnanswered(gap))
}

export const isOnSale = ({ shelf }: Pick<Content, 'shelf'>): boolean =>
  shelf === 'live' || shelf === 'sold-out'

/** Returns true when the recipe or an answer is changed in the form; the text of a label may have filled in answers by itself. */
export const isRecipeTyped = (values: Values, base: Content): boolean =>
  values.ingredients !== formatIngredients(base.ingredients) ||
  (base.answers !== null && !isSame(values.answers, toFormValues(base).answers))

const labelOf = ({ category, ingredients, answers: given }: Content) => [
  category,
  ingredients,
  given,
]
const keyOf = ({ field, title }: MissingField) => `${field} ${title}`

function addsWarnings({ category, ingredients, answers: given }: Content, base: Content): boolean {
  const recipe = plainLabel(ingredients.map((part) => part.trim()).join(', '))
  return category === base.category && onlyAddsWarnings(labelRow(base), { recipe, answers: given })
}

/**
 * Returns the product that is on sale with only the typed warnings added, so that they can be published while the rest of
 * the label waits. Returns null when no warning is added.
 */
export function withAddedWarnings(values: Values, base: Content | null): Content | null {
  if (base === null) return null
  const ingredients = splitIngredients(values.ingredients)
  return addWarnings({ ingredients, answers: values.answers }, base, base)
}

/**
 * Returns `now` with the warnings that `typed` has beyond those of `before`, the version that it was typed over. Returns null
 * when none is added, or nobody can buy it.
 */
export function addWarnings(
  typed: Pick<Content, 'ingredients' | 'answers'>,
  before: Content,
  now: Content,
): Content | null {
  if (!isOnSale(now)) return null
  const [was, present] = [toFormValues(before).answers, toFormValues(now).answers]
  const wanted = typed.answers ?? was
  const given = { ...present }
  for (const { id } of allergens) {
    const answer = wanted[id]
    if (![was[id], present[id]].every((one) => isStronger(answer, one))) continue
    if (answer === undefined) delete given[id]
    else given[id] = answer
  }
  const known = [before, now].map((content) => getContainedText(labelRow(content))).join('. ')
  const names = findAddedNames(formatIngredients(typed.ingredients), known)
    .filter(([, id]) => given[id] === 'contains')
    .map(([name]) => name)
  if (isSame(given, present) && names.length === 0) return null
  const warned = { ...now, answers: given }
  const options = [typed.ingredients, [...now.ingredients, ...names]]
    .slice(names.length === 0 ? 1 : 0)
    .map((ingredients) => ({ ...warned, ingredients }))
  return options.find((one) => addsWarnings(one, now) && !isDenied(one)) ?? null
}

/** Lists the names of the allergens of which the label of `now` warns more strongly than the label of `next`. */
export function listLostWarnings(now: Content, next: Content): string[] {
  const [present, later] = [toFormValues(now).answers, toFormValues(next).answers]
  return allergens
    .filter(({ id }) => isWarning(present[id]) && isStronger(present[id], later[id]))
    .map(({ name }) => name.toLowerCase())
}

const isWarning = (answer: Answer | undefined): boolean => answer === 'contains' || answer === 'may'

/** Returns true when the ingredients name an allergen that the answers deny, which no product is published with. */
const isDenied = ({ ingredients, answers: given }: Content): boolean =>
  [...findAllergens(formatIngredients(ingredients)).keys()].some((id) => given?.[id] !== 'contains')

const isStronger = (answer: Answer = 'unknown', than: Answer = 'unknown'): boolean =>
  answerStates.indexOf(answer) < answerStates.indexOf(than)
