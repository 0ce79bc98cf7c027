import { normaliseAllergenText } from './allergen-text.ts'
import { type Allergen, type AllergenId, allergens } from './allergen-words.ts'

export type AllergenAnswer = 'contains' | 'may' | 'free'
/** An allergen without an entry is unknown, which never means 'free'. */
export type AllergenAnswers = Partial<Record<AllergenId, AllergenAnswer>>

/** The allergens that the kitchen handles, as its labels name them: wheat and barley instead of the group "cereals with gluten". */
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

/** Finds the allergens that a text names. Each has its distinct matches in lower case, in the order of the text. */
export function findAllergens(text: string): Map<AllergenId, string[]> {
  const found = new Map<AllergenId, string[]>()
  const searched = normaliseAllergenText(text)
  for (const [id, pattern] of patterns) {
    const words = distinct(searched.matchAll(pattern))
    if (words.length > 0) found.set(id, words)
  }
  return found
}

/**
 * Returns the cereals and nuts that `text` names and `before` does not, in lower case, each with the id of its allergen. A label
 * must name each of them instead of the group.
 */
export function findAddedNames(text: string, before: string): [string, AllergenId][] {
  return allergens.flatMap((allergen) => {
    if (!('names' in allergen)) return []
    const findNames = (words: string) =>
      distinct(normaliseAllergenText(words).matchAll(new RegExp(allergen.names, 'gi')))
    const namesBefore = findNames(before).map(singular)
    const added = findNames(text).filter((word) => !namesBefore.includes(singular(word)))
    return added.map((word): [string, AllergenId] => [word, allergen.id])
  })
}

const singular = (word: string): string => word.replace(/s$/, '')

/**
 * Returns the answers after a change of the ingredients. An allergen that only the new text names becomes 'contains'. An allergen
 * that only the old text names loses the answer 'contains', which makes it unknown.
 */
export function updateAllergenAnswers(
  before: string,
  after: string,
  answers: AllergenAnswers,
): AllergenAnswers {
  const [foundBefore, foundAfter] = [findAllergens(before), findAllergens(after)]
  const next = { ...answers }
  for (const { id } of allergens) {
    if (foundAfter.has(id) && !foundBefore.has(id)) next[id] = 'contains'
    if (foundBefore.has(id) && !foundAfter.has(id) && next[id] === 'contains') delete next[id]
  }
  return next
}

/** Returns the answers with 'may' for each allergen that the kitchen handles and that has no answer yet. */
export function fillAnswersFromKitchen(answers: AllergenAnswers): AllergenAnswers {
  const handled = findAllergens(kitchenAllergens.join(', ')).keys()
  return { ...Object.fromEntries([...handled].map((id) => [id, 'may' as const])), ...answers }
}

export const getUnansweredAllergens = (answers: AllergenAnswers): (typeof allergens)[number][] =>
  allergens.filter(({ id }) => answers[id] === undefined)

/**
 * Returns the sentences of a label, such as 'Contains: wheat. May contain: milk. Not known: nuts.'; null while all allergens are
 * unknown. `allergen_label` in the database returns the same.
 * @param recipe the ingredients; a cereal or a nut in them replaces the name of its group
 */
export function formatAllergenLabel(recipe: string, answers: AllergenAnswers): string | null {
  const unanswered = getUnansweredAllergens(answers)
  if (unanswered.length === allergens.length) return null
  const withAnswer = (answer: AllergenAnswer) =>
    allergens.filter(({ id }) => answers[id] === answer)
  const contained = withAnswer('contains').map((allergen) => getLabelNames(allergen, recipe))
  const isClear = contained.length === 0 && unanswered.length === 0
  const sentences = [
    isClear
      ? 'None of the 14 named allergens is an ingredient.'
      : formatSentence('Contains', contained),
    formatSentence('May contain', withAnswer('may').map(getLowerCaseName)),
    formatSentence('Not known', unanswered.map(getLowerCaseName)),
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

const getLowerCaseName = ({ name }: Pick<Allergen, 'name'>) => name.toLowerCase()

const formatSentence = (opening: string, names: string[]): string =>
  names.length === 0 ? '' : `${opening}: ${names.join(', ')}.`

function getLabelNames({ name, names }: Allergen, ingredients: string): string {
  const own =
    names === undefined
      ? []
      : distinct(normaliseAllergenText(ingredients).matchAll(new RegExp(names, 'gi')))
  return own.length === 0 ? name.toLowerCase() : own.join(', ')
}

function distinct(matches: Iterable<RegExpExecArray>): string[] {
  return [...new Set([...matches].map(([word]) => word.toLowerCase()))]
}
