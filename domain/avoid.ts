import { allergensIn } from './allergen-answers.ts'
import { type AllergenId, allergens } from './allergen-words.ts'
import { animalWords } from './animal-words.ts'
import { plainLabel } from './allergens.ts'
import { tagFilter } from './tag-filter.ts'

const diets = ['vegan', 'vegetarian'] as const
export type Diet = (typeof diets)[number]
export type Avoided = AllergenId | Diet

/** What somebody can avoid: the fourteen, then whatever is not vegan or not vegetarian. Ids are their words. */
export const avoidable: readonly Avoided[] = [...allergens.map(({ id }) => id), ...diets]

/** What a label says of one of them, the worst first. 'free' of a diet is: it keeps to it. */
export const answers = ['contains', 'may', 'unknown', 'free'] as const
export type Answer = (typeof answers)[number]

export type Label = 'not-food' | Readonly<Record<Avoided, Answer>>

/** What a row must have for its label to be read. */
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

/** Of a product that nobody could read anything of. */
export const nothingKnown: Label = recordOf(() => 'unknown')

/**
 * The worst that anything on the label says. Only the owner's own answer makes something free: words that leave it out do
 * not. What is in a box is another thing each time, so a box may contain whatever it is not known to contain.
 */
export function labelOf(row: LabelRow): Label {
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

/** What the answers, the words of the label and the ingredients each say of an allergen. */
function sayingsOf(row: LabelRow): (id: AllergenId) => Answer[] {
  const contained = allergensIn(containedWords(row))
  const sentences = sentencesOf(row)
  const isOpen = (sentence: string) => /^\s*not known\b/i.test(sentence)
  const named = allergensIn(sentences.filter((sentence) => !isOpen(sentence)).join('. '))
  const given = new Map(Object.entries(row.allergen_answers ?? {}))
  return (id) => {
    const own = given.get(id)
    const said: Answer[] = own === 'contains' || own === 'may' || own === 'free' ? [own] : []
    if (contained.has(id)) said.push('contains')
    else if (named.has(id)) said.push('may')
    return said
  }
}

/** Returns its ingredients, and what the text of its label says that it contains. */
export function containedWords(row: LabelRow): string {
  const isContained = (sentence: string) => /^\s*contains\b/i.test(sentence)
  return [plainLabel((row.ingredients ?? []).join(', ')), ...sentencesOf(row).filter(isContained)]
    .filter((words) => words !== '')
    .join('. ')
}

const sentencesOf = ({ allergens: words }: LabelRow): string[] =>
  plainLabel(words ?? '').split(/[.\n]/)

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
  return answers.find((answer) => said.includes(answer)) ?? 'unknown'
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
  /** What is avoided and does not fit, the worst first. */
  faults: { answer: Exclude<Answer, 'free'>; of: Avoided[] }[]
}

export function verdictOf(label: Label, avoided: readonly Avoided[]): Verdict {
  if (label === 'not-food') return { fit: 'not-food', faults: [] }
  const faults = (['contains', 'may', 'unknown'] as const).flatMap((answer) => {
    const of = avoided.filter((id) => label[id] === answer)
    return of.length === 0 ? [] : [{ answer, of }]
  })
  return { fit: faults[0]?.answer ?? 'fits', faults }
}

export const isUnfit = ({ faults }: Verdict): boolean => faults.length > 0

/** 'Contains milk, soya. Not vegan. Not known: lupin'. With `most`: the worst alone, and that many names of it. */
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

/** What is kept on a device; what it does not know is left out. */
export function parseAvoided(kept: unknown): Avoided[] {
  return Array.isArray(kept) ? avoidable.filter((id) => kept.includes(id)) : []
}

/** Names of foods by what may be said of them. What is `unmarked` may be anything: it is not called vegan. */
export interface Diets {
  vegan: string[]
  vegetarian: string[]
  unmarked: string[]
}

/** Trusts the owner's tag unless the label names an animal product or leaves one open: only the owner knows what is in a Worcester sauce. */
export function dietsOf(products: readonly (LabelRow & { name: string })[]): Diets {
  const named: Diets = { vegan: [], vegetarian: [], unmarked: [] }
  for (const product of products) {
    const label = labelOf(product)
    if (!product.ingredients?.length || label === 'not-food') continue
    const diet = diets.find((each) => label[each] === 'free')
    named[diet ?? 'unmarked'].push(product.name)
  }
  return named
}
