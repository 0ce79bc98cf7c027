import { toAllergenText } from './allergen-text.ts'
import { type Allergen, type AllergenId, allergens } from './allergen-words.ts'

export type AllergenAnswer = 'contains' | 'may' | 'free'
/** A missing allergen is unknown, which is never "free". */
export type AllergenAnswers = Partial<Record<AllergenId, AllergenAnswer>>

/** The allergens that the kitchen handles, in the words of its labels; cereals with gluten have their own names. */
export const kitchenAllergens = [
  'wheat',
  'barley',
  'milk',
  'mustard',
  'celery',
  'soya',
  'sesame',
  'fish',
  'sulphites',
  'peanuts',
] as const
export type KitchenAllergen = (typeof kitchenAllergens)[number]

const patterns = allergens.map(({ id, words }) => [id, new RegExp(words, 'gi')] as const)

/** Returns the allergens that a text names, each with the words that name it, in lower case and in their order. */
export function findAllergens(text: string): Map<AllergenId, string[]> {
  const found = new Map<AllergenId, string[]>()
  const searched = toAllergenText(text)
  for (const [id, pattern] of patterns) {
    const words = distinct(searched.matchAll(pattern))
    if (words.length > 0) found.set(id, words)
  }
  return found
}

/**
 * Returns the cereals and nuts that a text names and another does not: a label names each of them in place of its group. They are
 * in lower case, each with the allergen that it belongs to.
 */
export function findAddedNames(text: string, before: string): [string, AllergenId][] {
  return allergens.flatMap((allergen) => {
    if (!('names' in allergen)) return []
    const find = (words: string) =>
      distinct(toAllergenText(words).matchAll(new RegExp(allergen.names, 'gi')))
    const former = find(before).map(singular)
    const added = find(text).filter((word) => !former.includes(singular(word)))
    return added.map((word): [string, AllergenId] => [word, allergen.id])
  })
}

const singular = (word: string): string => word.replace(/s$/, '')

/**
 * Returns the answers after a change of the ingredients: allergens that they name now are contained, and those that they no longer
 * name become unknown.
 */
export function updateAnswers(
  before: string,
  after: string,
  answers: AllergenAnswers,
): AllergenAnswers {
  const [had, has] = [findAllergens(before), findAllergens(after)]
  const next = { ...answers }
  for (const { id } of allergens) {
    if (has.has(id) && !had.has(id)) next[id] = 'contains'
    if (had.has(id) && !has.has(id) && next[id] === 'contains') delete next[id]
  }
  return next
}

/** Answers "may contain" for the allergens that the kitchen handles and that have no answer yet. */
export function fillFromKitchen(answers: AllergenAnswers): AllergenAnswers {
  const handled = findAllergens(kitchenAllergens.join(', ')).keys()
  return { ...Object.fromEntries([...handled].map((id) => [id, 'may' as const])), ...answers }
}

export const getUnansweredAllergens = (answers: AllergenAnswers): (typeof allergens)[number][] =>
  allergens.filter(({ id }) => answers[id] === undefined)

/**
 * Returns the sentence of the label, which also names the unknown allergens; null while all are unknown. `allergen_label` in the
 * database returns the same.
 * @param recipe the ingredients, in which cereals and nuts have their own names
 */
export function allergenLabel(recipe: string, answers: AllergenAnswers): string | null {
  const open = getUnansweredAllergens(answers)
  if (open.length === allergens.length) return null
  const those = (answer: AllergenAnswer) => allergens.filter(({ id }) => answers[id] === answer)
  const contained = those('contains').map((allergen) => namesOf(allergen, recipe))
  const isClear = contained.length === 0 && open.length === 0
  const sentences = [
    isClear ? 'None of the 14 named allergens is an ingredient.' : listed('Contains', contained),
    listed('May contain', those('may').map(nameOf)),
    listed('Not known', open.map(nameOf)),
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

const nameOf = ({ name }: Pick<Allergen, 'name'>) => name.toLowerCase()

const listed = (opening: string, names: string[]): string =>
  names.length === 0 ? '' : `${opening}: ${names.join(', ')}.`

function namesOf({ name, names }: Allergen, ingredients: string): string {
  const own =
    names === undefined
      ? []
      : distinct(toAllergenText(ingredients).matchAll(new RegExp(names, 'gi')))
  return own.length === 0 ? name.toLowerCase() : own.join(', ')
}

function distinct(matches: Iterable<RegExpExecArray>): string[] {
  return [...new Set([...matches].map(([word]) => word.toLowerCase()))]
}
