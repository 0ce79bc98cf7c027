import { findAddedNames, findAllergens } from '../../../domain/allergen-answers.ts'
import { onlyAddsWarnings } from '../../../domain/added-warnings.ts'
import { allergens } from '../../../domain/allergen-words.ts'
import { removeLabelMarks } from '../../../domain/allergens.ts'
import { type LabelAnswer, labelAnswers, getContainedText } from '../../../domain/avoid.ts'
import { formatIngredients, splitIngredients } from '../../../domain/ingredients.ts'
import { type MissingField, findMissingProductData } from '../../../domain/product-gaps.ts'
import {
  toLabelRow,
  toPayload,
  toSellable,
  toFormValues,
  type ProductFormValues,
} from './product-form.ts'
import { isJsonEqual } from './json-equal.ts'
import type { ProductContent } from './stored-content.ts'

/**
 * Lists the missing data that prevents a product from being published for sale. A product that is on sale already may lack the data
 * that it lacked in `base`, and may have lost answers to allergen questions, as long as its label is the same or only warns of more
 * allergens. `desk_publish` has the same rule.
 */
export function getPublishBlockers(
  values: ProductFormValues,
  base: ProductContent | null,
): MissingField[] {
  const gaps = findMissingProductData(toSellable(values))
  if (base === null || !isOnSale(base)) return gaps
  const content = toPayload(values, base)
  if (!isJsonEqual(labelOf(content), labelOf(base)) && !addsWarnings(content, base)) return gaps
  const known = findMissingProductData(toSellable(toFormValues(base))).map(keyOf)
  const isUnanswered = ({ field }: MissingField) =>
    allergens.some(({ id }) => field === `allergen-${id}` && values.answers[id] === undefined)
  return gaps.filter((gap) => !known.includes(keyOf(gap)) && !isUnanswered(gap))
}

export const isOnSale = ({ shelf }: Pick<ProductContent, 'shelf'>): boolean =>
  shelf === 'live' || shelf === 'sold-out'

/**
 * Returns true when the ingredients or an allergen answer were edited in the form. Compares with the form values of `base`, because
 * the form itself fills in answers from the text of the label.
 */
export const isRecipeEdited = (values: ProductFormValues, base: ProductContent): boolean =>
  values.ingredients !== formatIngredients(base.ingredients) ||
  (base.answers !== null && !isJsonEqual(values.answers, toFormValues(base).answers))

const labelOf = ({ category, ingredients, answers: given }: ProductContent) => [
  category,
  ingredients,
  given,
]
const keyOf = ({ field, title }: MissingField) => `${field} ${title}`

function addsWarnings(
  { category, ingredients, answers: given }: ProductContent,
  base: ProductContent,
): boolean {
  const recipe = removeLabelMarks(ingredients.map((part) => part.trim()).join(', '))
  return (
    category === base.category && onlyAddsWarnings(toLabelRow(base), { recipe, answers: given })
  )
}

/**
 * Returns the product as it is on sale, with only the allergen warnings that were added in the form, so that these can be published
 * before the rest of the label is complete. Returns null when no warning is added.
 */
export function withAddedWarnings(
  values: ProductFormValues,
  base: ProductContent | null,
): ProductContent | null {
  if (base === null) return null
  const ingredients = splitIngredients(values.ingredients)
  return addWarnings({ ingredients, answers: values.answers }, base, base)
}

/**
 * Merges only the added allergen warnings of an edit into the published version of a product.
 * @param typed the edited content
 * @param before the version that the editor had loaded when the edit began
 * @param now the version that is published now, which somebody else may have changed since
 * @returns `now` with the warnings that `typed` has and `before` lacks; null when there is none, or `now` is not on sale
 */
export function addWarnings(
  typed: Pick<ProductContent, 'ingredients' | 'answers'>,
  before: ProductContent,
  now: ProductContent,
): ProductContent | null {
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
  const known = [before, now].map((content) => getContainedText(toLabelRow(content))).join('. ')
  const names = findAddedNames(formatIngredients(typed.ingredients), known)
    .filter(([, id]) => given[id] === 'contains')
    .map(([name]) => name)
  if (isJsonEqual(given, present) && names.length === 0) return null
  const warned = { ...now, answers: given }
  const options = [typed.ingredients, [...now.ingredients, ...names]]
    .slice(names.length === 0 ? 1 : 0)
    .map((ingredients) => ({ ...warned, ingredients }))
  return options.find((one) => addsWarnings(one, now) && !isDenied(one)) ?? null
}

/**
 * Lists in lower case the allergens of which the label of `now` warns more strongly than the label of `next`, and the nuts and
 * cereals that only `now` names.
 */
export function listLostWarnings(now: ProductContent, next: ProductContent): string[] {
  const [present, later] = [toFormValues(now).answers, toFormValues(next).answers]
  const weaker = allergens.filter(
    ({ id }) => isWarning(present[id]) && isStronger(present[id], later[id]),
  )
  const names = findAddedNames(
    getContainedText(toLabelRow(now)),
    getContainedText(toLabelRow(next)),
  ).filter(([, id]) => !weaker.some((allergen) => allergen.id === id))
  return [...weaker.map(({ name }) => name.toLowerCase()), ...names.map(([name]) => name)]
}

/**
 * Lists as `listLostWarnings` does the warnings that `next` lacks and that `now` has only since `seen`: its author has not left them
 * out on purpose.
 */
export function listMissedWarnings(
  seen: ProductContent,
  now: ProductContent,
  next: ProductContent,
): string[] {
  const gained = listLostWarnings(now, seen)
  return listLostWarnings(now, next).filter((name) => gained.includes(name))
}

/** Returns `next` with the warnings that `now` has gained since `seen`; null when they do not fit its ingredients. */
export function addMissedWarnings(
  seen: ProductContent,
  now: ProductContent,
  next: ProductContent,
): ProductContent | null {
  const warned = addWarnings(now, seen, { ...next, shelf: 'live' })
  return warned && { ...warned, shelf: next.shelf }
}

const isWarning = (answer: LabelAnswer | undefined): boolean =>
  answer === 'contains' || answer === 'may'

/** Returns true when the ingredients name an allergen that the answers deny, which no product is published with. */
const isDenied = ({ ingredients, answers: given }: ProductContent): boolean =>
  [...findAllergens(formatIngredients(ingredients)).keys()].some((id) => given?.[id] !== 'contains')

const isStronger = (answer: LabelAnswer = 'unknown', than: LabelAnswer = 'unknown'): boolean =>
  labelAnswers.indexOf(answer) < labelAnswers.indexOf(than)
