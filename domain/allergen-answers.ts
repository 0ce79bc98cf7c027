import { type Allergen, type AllergenId, allergens } from './allergen-words.ts'

export type AllergenAnswer = 'contains' | 'may' | 'free'
/** What is not in it is not known, which is never "free". */
export type AllergenAnswers = Partial<Record<AllergenId, AllergenAnswer>>

/** What the kitchen handles, in the words of its labels; cereals with gluten by their own names. */
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

/** The allergens that a text names, each with the words that give it away, in small letters and in their order. */
export function allergensIn(text: string): Map<AllergenId, string[]> {
  const found = new Map<AllergenId, string[]>()
  for (const [id, pattern] of patterns) {
    const words = distinct(text.matchAll(pattern))
    if (words.length > 0) found.set(id, words)
  }
  return found
}

/** The answers after a change of the ingredients: what they name now is contained, what they named no longer is not known. */
export function answersAfter(
  before: string,
  after: string,
  answers: AllergenAnswers,
): AllergenAnswers {
  const [had, has] = [allergensIn(before), allergensIn(after)]
  const next = { ...answers }
  for (const { id } of allergens) {
    if (has.has(id) && !had.has(id)) next[id] = 'contains'
    if (had.has(id) && !has.has(id) && next[id] === 'contains') delete next[id]
  }
  return next
}

/** Says "may contain" of what the kitchen handles and nobody has answered yet, and nothing else. */
export function fillFromKitchen(answers: AllergenAnswers): AllergenAnswers {
  const handled = allergensIn(kitchenAllergens.join(', ')).keys()
  return { ...Object.fromEntries([...handled].map((id) => [id, 'may' as const])), ...answers }
}

/** What the words of a label say by themselves: what it contains, and what the kitchen handles besides. */
export function answersOf(label: string | null): AllergenAnswers {
  const [, contained = ''] = /^Contains: ([^.]*)\./.exec(label ?? '') ?? []
  const [, besides = ''] = /(?:May contain:|handles) ([^.]*)\./.exec(label ?? '') ?? []
  return { ...said(besides, 'may'), ...said(contained, 'contains') }
}

function said(words: string, answer: AllergenAnswer): AllergenAnswers {
  return Object.fromEntries([...allergensIn(words).keys()].map((id) => [id, answer]))
}

export const openAllergens = (answers: AllergenAnswers): (typeof allergens)[number][] =>
  allergens.filter(({ id }) => answers[id] === undefined)

/** The sentence of the label; null while one of the fourteen is not known. As `allergen_label` in the database has it. */
export function allergenLabel(ingredients: string, answers: AllergenAnswers): string | null {
  if (openAllergens(answers).length > 0) return null
  const those = (answer: AllergenAnswer) => allergens.filter(({ id }) => answers[id] === answer)
  const contained = those('contains').map((allergen) => namesOf(allergen, ingredients))
  const may = those('may').map(({ name }) => name.toLowerCase())
  const first =
    contained.length === 0
      ? 'None of the 14 named allergens is an ingredient.'
      : `Contains: ${contained.join(', ')}.`
  return may.length === 0 ? first : `${first} May contain: ${may.join(', ')}.`
}

function namesOf({ name, names }: Allergen, ingredients: string): string {
  const own = names === undefined ? [] : distinct(ingredients.matchAll(new RegExp(names, 'gi')))
  return own.length === 0 ? name.toLowerCase() : own.join(', ')
}

function distinct(matches: Iterable<RegExpExecArray>): string[] {
  return [...new Set([...matches].map(([word]) => word.toLowerCase()))]
}
