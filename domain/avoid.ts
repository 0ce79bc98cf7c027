import { findAllergens } from './allergen-answers.ts'
import { cleanLabel } from './allergen-text.ts'
import { type AllergenId, allergens } from './allergen-words.ts'
import { animalWords } from './animal-words.ts'
import { plainLabel } from './allergens.ts'
import { tagFilter } from './tag-filter.ts'

const diets = ['vegan', 'vegetarian'] as const
export type Diet = (typeof diets)[number]
export type Avoided = AllergenId | Diet

/** The ids that a shopper can choose to avoid: the 14 allergens, and the two diets. Pages show the id itself. */
export const avoidable: readonly Avoided[] = [...allergens.map(({ id }) => id), ...diets]

/**
 * The possible answers of a label about an allergen or a diet, the worst first. For a diet, 'free' means that the food suits it.
 */
export const answerStates = ['contains', 'may', 'unknown', 'free'] as const
export type Answer = (typeof answerStates)[number]

export type Label = 'not-food' | Readonly<Record<Avoided, Answer>>

/** The columns that `getLabel` needs. */
export const LABEL_COLUMNS =
  'id,slug,name,category,tags,ingredients,allergens,allergen_answers,prices(recurring_interval)'

export interface LabelRow {
  category?: string | null
  tags?: readonly string[] | null
  ingredients?: readonly string[] | null
  allergens?: string | null
  allergen_answers?: unknown
  prices?: readonly { recurring_interval?: string | null }[] | null
}

/** The label of a product whose data cannot be read. */
export const unknownLabel: Label = recordOf(() => 'unknown')

/**
 * Returns, for each allergen and diet, the worst of the owner's answer, the ingredients and the label's text; or 'not-food' for
 * merchandise without ingredients and allergens. Only an answer of the owner makes a product free of an allergen; a text that does
 * not name the allergen does not. The contents of a subscription box vary, so it may contain any allergen that it is not known to
 * contain.
 */
export function getLabel(row: LabelRow): Label {
  const { category } = row
  const contained = containedWords(row)
  const sayings = sayingsOf(row)
  const isBox = isBoxRow(row)
  const isSilent = !row.ingredients?.length && allergens.every(({ id }) => isHarmless(sayings(id)))
  if (category === 'merchandise' && !isBox && isSilent) return 'not-food'
  const answerOf = (id: AllergenId) => worst(isBox ? ['may', ...sayings(id)] : sayings(id))
  const isAny = (ids: readonly AllergenId[], answer: Answer) =>
    ids.some((id) => answerOf(id) === answer)
  return recordOf((id) => {
    if (!isDiet(id)) return answerOf(id)
    if (isAny(animals[id], 'contains') || animalWords[id].test(contained)) return 'contains'
    if (isBox || isAny(animals[id], 'unknown')) return 'unknown'
    return keepsTo(row.tags ?? [], id) ? 'free' : 'unknown'
  })
}

export const isBoxRow = ({ category, prices }: LabelRow): boolean =>
  category === 'subscription-box' ||
  (prices?.some(({ recurring_interval: interval }) => Boolean(interval)) ?? false)

const isHarmless = (said: Answer[]) => said.length === 0 || worst(said) === 'free'

/** Returns a function that lists what the owner's answer, the ingredients and the label's text each state about an allergen. */
function sayingsOf(row: LabelRow): (id: AllergenId) => Answer[] {
  const contained = findAllergens(containedWords(row))
  const sentences = sentencesOf(row)
  const isOpen = (sentence: string) => /^\s*not known\b/i.test(sentence)
  const named = findAllergens(sentences.filter((sentence) => !isOpen(sentence)).join('. '))
  const given = new Map(Object.entries(row.allergen_answers ?? {}))
  return (id) => {
    const own = given.get(id)
    const said: Answer[] = own === 'contains' || own === 'may' || own === 'free' ? [own] : []
    if (contained.has(id)) said.push('contains')
    else if (named.has(id)) said.push('may')
    return said
  }
}

/** Returns the ingredients and the sentences of the label that start with "contains". */
export function containedWords(row: LabelRow): string {
  const isContained = (sentence: string) => /^\s*contains\b/i.test(sentence)
  return [
    plainLabel(cleanLabel((row.ingredients ?? []).join(', '))),
    ...sentencesOf(row).filter(isContained),
  ]
    .filter((words) => words !== '')
    .join('. ')
}

const sentencesOf = ({ allergens: words }: LabelRow): string[] =>
  plainLabel(cleanLabel(words ?? '')).split(/[.\n]/)

const meats = ['crustaceans', 'fish', 'molluscs'] as const
const animals: Record<Diet, readonly AllergenId[]> = {
  vegan: [...meats, 'eggs', 'milk'],
  vegetarian: meats,
}

/**
 * Returns true when the owner's tags claim the diet; a vegan food is vegetarian, too. A tag never overrides an animal product on
 * the label or an unknown answer, so `getLabel` checks these first.
 */
function keepsTo(tags: readonly string[], diet: Diet): boolean {
  const marks = tags.map(tagFilter)
  return marks.includes('vegan') || marks.includes(diet)
}

function worst(said: readonly Answer[]): Answer {
  return answerStates.find((answer) => said.includes(answer)) ?? 'unknown'
}

function isDiet(id: Avoided): id is Diet {
  return id === 'vegan' || id === 'vegetarian'
}

function recordOf(answer: (id: Avoided) => Answer): Label {
  return Object.fromEntries(avoidable.map((id) => [id, answer(id)])) as Record<Avoided, Answer>
}

export type Fit = 'fits' | 'not-food' | Exclude<Answer, 'free'>

export interface Verdict {
  fit: Fit
  /** The avoided ids for which the label's answer is not 'free', grouped by answer, the worst first. */
  faults: { answer: Exclude<Answer, 'free'>; of: Avoided[] }[]
}

export function getVerdict(label: Label, avoided: readonly Avoided[]): Verdict {
  if (label === 'not-food') return { fit: 'not-food', faults: [] }
  const faults = (['contains', 'may', 'unknown'] as const).flatMap((answer) => {
    const of = avoided.filter((id) => label[id] === answer)
    return of.length === 0 ? [] : [{ answer, of }]
  })
  return { fit: faults[0]?.answer ?? 'fits', faults }
}

export const isUnfit = ({ faults }: Verdict): boolean => faults.length > 0

/**
 * Formats a verdict: 'Contains milk, soya. Not vegan. Not known: lupin'. With `most`, formats only the worst answer with at most
 * that many names: 'Contains milk +1'.
 */
export function verdictText({ fit, faults }: Verdict, most?: number): string {
  if (fit === 'fits') return 'Fits'
  if (fit === 'not-food') return 'Not food'
  const said = most === undefined ? faults : faults.slice(0, 1)
  return said.flatMap(({ answer, of }) => faultTexts(answer, of, most)).join('. ')
}

const openings = { contains: 'Contains ', may: 'May contain ', unknown: 'Not known: ' }

function faultTexts(answer: keyof typeof openings, of: Avoided[], most = of.length): string[] {
  const isNot = (id: Avoided) => answer === 'contains' && isDiet(id)
  const named = of.filter((id) => !isNot(id))
  const nots = of.filter(isNot).map((id) => `Not ${id}`)
  const more = named.length > most ? ` +${named.length - most}` : ''
  const texts = named.length > 0 ? [openings[answer] + named.slice(0, most).join(', ') + more] : []
  return most < of.length ? [...texts, ...nots].slice(0, 1) : [...texts, ...nots]
}

/** Parses the list in localStorage; drops unknown ids, and returns an empty list for any other value. */
export function parseAvoided(kept: unknown): Avoided[] {
  return Array.isArray(kept) ? avoidable.filter((id) => kept.includes(id)) : []
}

/**
 * Names of foods by the strictest diet that their labels confirm. `unmarked` foods may suit a diet, but pages call them neither
 * vegan nor vegetarian.
 */
export interface Diets {
  vegan: string[]
  vegetarian: string[]
  unmarked: string[]
}

/**
 * Groups foods by diet; leaves out products without ingredients. Trusts the owner's tag unless the label names an animal product or
 * leaves one unknown, because only the owner knows the ingredients of, for example, a Worcester sauce.
 */
export function getDiets(products: readonly (LabelRow & { name: string })[]): Diets {
  const named: Diets = { vegan: [], vegetarian: [], unmarked: [] }
  for (const product of products) {
    const label = getLabel(product)
    if (!product.ingredients?.length || label === 'not-food') continue
    const diet = diets.find((each) => label[each] === 'free')
    named[diet ?? 'unmarked'].push(product.name)
  }
  return named
}
