import { findAllergens } from './allergen-answers.ts'
import { cleanLabel } from './allergen-text.ts'
import { type AllergenId, allergens } from './allergen-words.ts'
import { animalWords } from './animal-words.ts'
import { plainLabel } from './allergens.ts'
import { tagFilter } from './tag-filter.ts'

const diets = ['vegan', 'vegetarian'] as const
export type Diet = (typeof diets)[number]
export type Avoided = AllergenId | Diet

/** The ids that a shopper can avoid: the fourteen allergens and the two diets. An id is also the word that is shown. */
export const avoidable: readonly Avoided[] = [...allergens.map(({ id }) => id), ...diets]

/** The answers of a label about an allergen or a diet, the worst first. For a diet, 'free' means that the food suits it. */
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
 * Returns the worst answer that any part of the label gives. Only the owner's own answer makes a product free of an allergen;
 * words that do not name it do not. The contents of a box change each time, so a box may contain every allergen that it is not
 * known to contain.
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

/** Returns a function that lists what the answers, the words of the label and the ingredients each say of an allergen. */
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

/** Returns the ingredients, and the sentences of the label that say what it contains. */
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

/** Judges a diet by the owner's tags. A tag makes nothing known that the label leaves open, and ingredients can only deny it. */
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
  /** The avoided ids that the label does not clear, the worst answer first. */
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
 * Returns the verdict as text: 'Contains milk, soya. Not vegan. Not known: lupin'. With `most`, only the worst answer and at most
 * that many of its names.
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

/** Parses a list from the device's storage; unknown ids are dropped. */
export function parseAvoided(kept: unknown): Avoided[] {
  return Array.isArray(kept) ? avoidable.filter((id) => kept.includes(id)) : []
}

/** Names of foods by the diet that they suit. `unmarked` foods may suit one, but are not called vegan or vegetarian. */
export interface Diets {
  vegan: string[]
  vegetarian: string[]
  unmarked: string[]
}

/**
 * Trusts the owner's tag unless the label names an animal product or leaves one open: only the owner knows the ingredients of a
 * Worcester sauce.
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
