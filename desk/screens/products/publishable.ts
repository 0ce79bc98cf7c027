import { findAddedNames, findAllergens } from '../../../domain/allergen-answers.ts'
import { onlyAddsWarnings } from '../../../domain/added-warnings.ts'
import { allergens } from '../../../domain/allergen-words.ts'
import { removeLabelMarks } from '../../../domain/allergens.ts'
import { type LabelAnswer, labelAnswers, getContainedText } from '../../../domain/avoid.ts'
import { formatIngredients, splitIngredients } from '../../../domain/ingredients.ts'
import { type MissingField, findMissingProductData } from '../../../domain/product-gaps.ts'
import { labelRow, toPayload, toSellable, toFormValues, type Values } from './product-form.ts'
import { isSame } from './same.ts'
import type { Content } from './stored-content.ts'

/**
 * Lists the missing data that prevents a product from being published for sale. A product that is on sale already may lack the data
 * that it lacked in `base`, and may have lost answers to allergen questions, as long as its label is the same or only warns of more
 * allergens. `desk_publish` has the same rule.
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

/**
 * Returns true when the ingredients or an allergen answer were edited in the form. Compares with the form values of `base`, because
 * the form itself fills in answers from the text of the label.
 */
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
  const recipe = removeLabelMarks(ingredients.map((part) => part.trim()).join(', '))
  return category === base.category && onlyAddsWarnings(labelRow(base), { recipe, answers: given })
}

/**
 * Returns the product as it is on sale, with only the allergen warnings that were added in the form, so that these can be published
 * before the rest of the label is complete. Returns null when no warning is added.
 */
export function withAddedWarnings(values: Values, base: Content | null): Content | null {
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

/**
 * Lists in lower case the allergens of which the label of `now` warns more strongly than the label of `next`, and the nuts and
 * cereals that only `now` names.
 */
export function listLostWarnings(now: Content, next: Content): string[] {
  const [present, later] = [toFormValues(now).answers, toFormValues(next).answers]
  const weaker = allergens.filter(
    ({ id }) => isWarning(present[id]) && isStronger(present[id], later[id]),
  )
  const names = findAddedNames(
    getContainedText(labelRow(now)),
    getContainedText(labelRow(next)),
  ).filter(([, id]) => !weaker.some((allergen) => allergen.id === id))
  return [...weaker.map(({ name }) => name.toLowerCase()), ...names.map(([name]) => name)]
}

/**
 * Lists as `listLostWarnings` does the warnings that `next` lacks and that `now` has only since `seen`: its author has not left them
 * out on purpose.
 */
export function listMissedWarnings(seen: Content, now: Content, next: Content): string[] {
  const gained = listLostWarnings(now, seen)
  return listLostWarnings(now, next).filter((name) => gained.includes(name))
}

/** Returns `next` with the warnings that `now` has gained since `seen`; null when they do not fit its ingredients. */
export function addMissedWarnings(seen: Content, now: Content, next: Content): Content | null {
  const warned = addWarnings(now, seen, { ...next, shelf: 'live' })
  return warned && { ...warned, shelf: next.shelf }
}

const isWarning = (answer: LabelAnswer | undefined): boolean =>
  answer === 'contains' || answer === 'may'

/** Returns true when the ingredients name an allergen that the answers deny, which no product is published with. */
const isDenied = ({ ingredients, answers: given }: Content): boolean =>
  [...findAllergens(formatIngredients(ingredients)).keys()].some((id) => given?.[id] !== 'contains')

const isStronger = (answer: LabelAnswer = 'unknown', than: LabelAnswer = 'unknown'): boolean =>
  labelAnswers.indexOf(answer) < labelAnswers.indexOf(than)
