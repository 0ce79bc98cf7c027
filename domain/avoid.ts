import { findAllergens } from './allergen-answers.ts'
import { cleanLabelText, normaliseAllergenText } from './allergen-text.ts'
import { type AllergenId, allergens } from './allergen-words.ts'
import { animalPatterns } from './animal-words.ts'
import { removeLabelMarks } from './allergens.ts'
import { getTagSlug } from './tag-slug.ts'

const diets = ['vegan', 'vegetarian'] as const
export type Diet = (typeof diets)[number]
export type AvoidedId = AllergenId | Diet

/** The ids that a shopper can choose to avoid: the 14 allergens, and the two diets. Pages show the id itself. */
export const avoidableIds: readonly AvoidedId[] = [...allergens.map(({ id }) => id), ...diets]

/**
 * The possible answers of a label about an allergen or a diet, the worst first. For a diet, 'free' means that the food suits it.
 */
export const labelAnswers = ['contains', 'may', 'unknown', 'free'] as const
export type LabelAnswer = (typeof labelAnswers)[number]

export type ProductLabel = 'not-food' | Readonly<Record<AvoidedId, LabelAnswer>>

/** The columns of `products` that `getProductLabel` needs, with the product's id, slug and name. */
export const LABEL_COLUMNS =
  'id,slug,name,category,tags,ingredients,allergens,allergen_answers,prices(recurring_interval)'

export interface ProductLabelRow {
  category?: string | null
  tags?: readonly string[] | null
  ingredients?: readonly string[] | null
  allergens?: string | null
  allergen_answers?: unknown
  prices?: readonly { recurring_interval?: string | null }[] | null
}

/** The label of a product whose data cannot be read. */
export const unknownProductLabel: ProductLabel = createLabel(() => 'unknown')

/**
 * Returns the worst answer of the owner, the ingredients and the label's text, for each allergen and diet; or 'not-food' for
 * merchandise without ingredients and allergens. Only an answer of the owner makes a product free of an allergen; a text that does
 * not name the allergen does not. The contents of a subscription box vary, so it may contain any allergen that it is not known to
 * contain.
 */
export function getProductLabel(row: ProductLabelRow): ProductLabel {
  const { category } = row
  const contained = getContainedText(row)
  const listAnswers = createAnswerLister(row)
  const isBox = isBoxRow(row)
  const namesNoAllergen =
    !row.ingredients?.length && allergens.every(({ id }) => isFree(listAnswers(id)))
  if (category === 'merchandise' && !isBox && namesNoAllergen) return 'not-food'
  const getAnswer = (id: AllergenId) =>
    getWorst(isBox ? ['may', ...listAnswers(id)] : listAnswers(id))
  const hasAnswer = (ids: readonly AllergenId[], answer: LabelAnswer) =>
    ids.some((id) => getAnswer(id) === answer)
  return createLabel((id) => {
    if (!isDiet(id)) return getAnswer(id)
    if (hasAnswer(animals[id], 'contains') || animalPatterns[id].test(contained)) return 'contains'
    if (isBox || hasAnswer(animals[id], 'unknown')) return 'unknown'
    return hasDietTag(row.tags ?? [], id) ? 'free' : 'unknown'
  })
}

export const isBoxRow = ({ category, prices }: ProductLabelRow): boolean =>
  category === 'subscription-box' ||
  (prices?.some(({ recurring_interval: interval }) => Boolean(interval)) ?? false)

const isFree = (answers: LabelAnswer[]) => answers.length === 0 || getWorst(answers) === 'free'

/** Returns a function that lists what the owner's answer, the ingredients and the label's text each state about an allergen. */
function createAnswerLister(row: ProductLabelRow): (id: AllergenId) => LabelAnswer[] {
  const contained = findAllergens(getContainedText(row))
  const sentences = splitSentences(row)
  const isUnknown = (sentence: string) => /^\W*not known\b/i.test(normaliseAllergenText(sentence))
  const mentioned = findAllergens(sentences.filter((sentence) => !isUnknown(sentence)).join('. '))
  const ownerAnswers = new Map(Object.entries(row.allergen_answers ?? {}))
  return (id) => {
    const ownerAnswer = ownerAnswers.get(id)
    const answers: LabelAnswer[] =
      ownerAnswer === 'contains' || ownerAnswer === 'may' || ownerAnswer === 'free'
        ? [ownerAnswer]
        : []
    if (contained.has(id)) answers.push('contains')
    else if (mentioned.has(id)) answers.push('may')
    return answers
  }
}

/** Returns the ingredients and the sentences of the label that start with "contains". */
export function getContainedText(row: ProductLabelRow): string {
  const startsWithContains = (sentence: string) =>
    /^\W*contains\b/i.test(normaliseAllergenText(sentence))
  return [
    removeLabelMarks(cleanLabelText((row.ingredients ?? []).join(', '))),
    ...splitSentences(row).filter(startsWithContains),
  ]
    .filter((words) => words !== '')
    .join('. ')
}

const splitSentences = ({ allergens: words }: ProductLabelRow): string[] =>
  removeLabelMarks(cleanLabelText(words ?? '')).split(/[.\n\v\f\r\u0085\u2028\u2029]/)

const meats = ['crustaceans', 'fish', 'molluscs'] as const
const animals: Record<Diet, readonly AllergenId[]> = {
  vegan: [...meats, 'eggs', 'milk'],
  vegetarian: meats,
}

/**
 * Returns true when the owner's tags claim the diet; a vegan food is vegetarian, too. A tag never overrides an animal product on
 * the label or an unknown answer, so `getProductLabel` checks these first.
 */
function hasDietTag(tags: readonly string[], diet: Diet): boolean {
  const filters = tags.map(getTagSlug)
  return filters.includes('vegan') || filters.includes(diet)
}

function getWorst(answers: readonly LabelAnswer[]): LabelAnswer {
  return labelAnswers.find((answer) => answers.includes(answer)) ?? 'unknown'
}

function isDiet(id: AvoidedId): id is Diet {
  return id === 'vegan' || id === 'vegetarian'
}

function createLabel(getAnswer: (id: AvoidedId) => LabelAnswer): ProductLabel {
  return Object.fromEntries(avoidableIds.map((id) => [id, getAnswer(id)])) as Record<
    AvoidedId,
    LabelAnswer
  >
}

export type AvoidanceMatch = 'fits' | 'not-food' | Exclude<LabelAnswer, 'free'>

export interface AvoidanceVerdict {
  fit: AvoidanceMatch
  /** The avoided ids for which the label's answer is not 'free', grouped by answer, the worst first. */
  faults: { answer: Exclude<LabelAnswer, 'free'>; ids: AvoidedId[] }[]
}

export function getAvoidanceVerdict(
  label: ProductLabel,
  avoided: readonly AvoidedId[],
): AvoidanceVerdict {
  if (label === 'not-food') return { fit: 'not-food', faults: [] }
  const faults = (['contains', 'may', 'unknown'] as const).flatMap((answer) => {
    const ids = avoided.filter((id) => label[id] === answer)
    return ids.length === 0 ? [] : [{ answer, ids }]
  })
  return { fit: faults[0]?.answer ?? 'fits', faults }
}

export const hasFaults = ({ faults }: AvoidanceVerdict): boolean => faults.length > 0

/**
 * Formats a verdict: 'Contains milk, soya. Not vegan. Not known: lupin'. With `maxNames`, formats only the worst answer with at
 * most that many names: 'Contains milk +1'.
 */
export function verdictText({ fit, faults }: AvoidanceVerdict, maxNames?: number): string {
  if (fit === 'fits') return 'Fits'
  if (fit === 'not-food') return 'Not food'
  const shown = maxNames === undefined ? faults : faults.slice(0, 1)
  return shown.flatMap(({ answer, ids }) => formatFault(answer, ids, maxNames)).join('. ')
}

const openings = { contains: 'Contains ', may: 'May contain ', unknown: 'Not known: ' }

function formatFault(
  answer: keyof typeof openings,
  ids: AvoidedId[],
  maxNames = ids.length,
): string[] {
  const isDeniedDiet = (id: AvoidedId) => answer === 'contains' && isDiet(id)
  const names = ids.filter((id) => !isDeniedDiet(id))
  const deniedDiets = ids.filter(isDeniedDiet).map((id) => `Not ${id}`)
  const more = names.length > maxNames ? ` +${names.length - maxNames}` : ''
  const texts =
    names.length > 0 ? [openings[answer] + names.slice(0, maxNames).join(', ') + more] : []
  return maxNames < ids.length ? [...texts, ...deniedDiets].slice(0, 1) : [...texts, ...deniedDiets]
}

/** Parses the list in localStorage; drops unknown ids, and returns an empty list for any other value. */
export function parseAvoidedIds(value: unknown): AvoidedId[] {
  return Array.isArray(value) ? avoidableIds.filter((id) => value.includes(id)) : []
}

/**
 * Names of foods by the strictest diet that their labels confirm. `unmarked` foods may suit a diet, but pages call them neither
 * vegan nor vegetarian.
 */
export interface FoodsByDiet {
  vegan: string[]
  vegetarian: string[]
  unmarked: string[]
}

/**
 * Groups foods by diet; leaves out products without ingredients. Trusts the owner's tag unless the label names an animal product or
 * leaves one unknown, because only the owner knows the ingredients of, for example, a Worcester sauce.
 */
export function groupFoodsByDiet(
  products: readonly (ProductLabelRow & { name: string })[],
): FoodsByDiet {
  const namesByDiet: FoodsByDiet = { vegan: [], vegetarian: [], unmarked: [] }
  for (const product of products) {
    const label = getProductLabel(product)
    if (!product.ingredients?.length || label === 'not-food') continue
    const diet = diets.find((each) => label[each] === 'free')
    namesByDiet[diet ?? 'unmarked'].push(product.name)
  }
  return namesByDiet
}
