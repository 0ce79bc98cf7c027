import { onlyAddsWarnings } from '../../../domain/added-warnings.ts'
import { allergens } from '../../../domain/allergen-words.ts'
import { plainLabel } from '../../../domain/allergens.ts'
import { answers } from '../../../domain/avoid.ts'
import { ingredientsTyped } from '../../../domain/ingredients.ts'
import { type Gap, productGaps } from '../../../domain/product-gaps.ts'
import { labelRow, toContent, toSellable, toValues, type Values } from './product-form.ts'
import { isSame } from './same.ts'
import type { Content } from './stored-content.ts'

/**
 * Lists what keeps a product from being published for sale. Gaps that it was on sale with are allowed as long as the label is
 * the same or only warns of more; `desk_publish` has the same rule.
 */
export function gapsOf(values: Values, base: Content | null): Gap[] {
  const gaps = productGaps(toSellable(values))
  if (base === null || !isOnSale(base)) return gaps
  const content = toContent(values, base)
  if (!isSame(labelOf(content), labelOf(base)) && !addsWarnings(content, base)) return gaps
  const known = productGaps(toSellable(toValues(base))).map(keyOf)
  return gaps.filter((gap) => !known.includes(keyOf(gap)))
}

export const isOnSale = ({ shelf }: Pick<Content, 'shelf'>): boolean =>
  shelf === 'live' || shelf === 'sold-out'

/** Returns true when the recipe or an answer is changed in the form; the text of a label may have filled in answers by itself. */
export const isRecipeTyped = (values: Values, base: Content): boolean =>
  values.ingredients !== ingredientsTyped(base.ingredients) ||
  (base.answers !== null && !isSame(values.answers, toValues(base).answers))

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
  if (base === null || !isOnSale(base)) return null
  const before = toValues(base).answers
  const given = { ...before }
  for (const { id } of allergens) {
    const [now, was] = [values.answers[id], before[id]]
    if (now !== undefined && answers.indexOf(now) < answers.indexOf(was ?? 'unknown'))
      given[id] = now
  }
  const warned = { ...base, answers: given }
  return isSame(given, before) || !addsWarnings(warned, base) ? null : warned
}
