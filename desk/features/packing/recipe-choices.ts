import * as v from 'valibot'
import { labelQuestion, type LabelQuestion } from './label-question.ts'

const text = v.nullable(v.string())

const option = v.object({
  version: v.number(),
  since: v.string(),
  isAsOrdered: v.boolean(),
  /** True when the label of this recipe is the product's present label. */
  isLatest: v.boolean(),
  ingredients: v.string(),
  allergens: text,
})
export type RecipeOption = v.InferOutput<typeof option>

/**
 * An order line whose label has changed since the order, with the versions of the product's recipe to choose from. `chosen` is
 * empty until a recipe is chosen.
 */
export const changedRecipeLine = v.object({
  item: v.string(),
  /** The newest version among `options`. */
  latest: v.number(),
  options: v.array(option),
  chosen: v.array(v.number()),
  /** Optional, because a list that an older version stored on the device lacks this field. */
  product: v.optional(v.string()),
})
export type ChangedRecipeLine = v.InferOutput<typeof changedRecipeLine>

/** A line whose label was wrong when it was ordered, with the right one. */
const correctedLine = v.object({
  number: v.number(),
  position: v.number(),
  name: v.string(),
  allergens: text,
})
export type CorrectedLine = v.InferOutput<typeof correctedLine>

const choice = v.object({
  ...changedRecipeLine.entries,
  number: v.number(),
  position: v.number(),
  name: v.string(),
  size: text,
  pieces: v.number(),
})
export type RecipeChoice = v.InferOutput<typeof choice>

const packed = v.object({
  position: v.number(),
  part: text,
  isAsOrdered: v.boolean(),
  /** True when the label of this recipe was the product's current label at the time of the choice. */
  isLatest: v.boolean(),
  since: v.string(),
  allergens: text,
})
export type PackedRecipe = v.InferOutput<typeof packed>

export const recipeChoices = v.object({
  choices: v.array(choice),
  packed: v.array(packed),
  questions: v.optional(v.array(labelQuestion), []),
  corrected: v.optional(v.array(correctedLine), []),
})

/** The choice that is sent to the database. `was` is the previous choice, by which the database detects a conflict. */
export const recipeChoiceInput = v.object({
  item: v.string(),
  versions: v.array(v.number()),
  latest: v.number(),
  was: v.array(v.number()),
})
export type RecipeChoiceInput = v.InferOutput<typeof recipeChoiceInput>

export function toRecipeChoiceInput(
  { item, latest, chosen }: ChangedRecipeLine,
  versions: readonly number[],
): RecipeChoiceInput {
  return { item, latest, was: chosen, versions: [...versions] }
}

export const needsRecipeChoice = ({ chosen }: Pick<ChangedRecipeLine, 'chosen'>): boolean =>
  chosen.length === 0

/** Returns the questions that have to be answered before a jar is chosen for a line: those of labels after the ordered one. */
export function listOpenLabelQuestions(
  { product, options }: Pick<ChangedRecipeLine, 'product' | 'options'>,
  questions: readonly LabelQuestion[],
): LabelQuestion[] {
  const ordered = options.find(({ isAsOrdered }) => isAsOrdered)
  if (ordered === undefined || ordered.isLatest) return []
  return questions.filter(
    (one) => one.product === product && one.isCorrection === null && one.version > ordered.version,
  )
}

export const getChosenOptions = ({ options, chosen }: ChangedRecipeLine): RecipeOption[] =>
  options.filter(({ version }) => chosen.includes(version))

const day = { day: 'numeric', month: 'short' } as const
const minute = { ...day, hour: '2-digit', minute: '2-digit' } as const
/** The formats of a recipe's start, the shortest first. */
const startFormats = [day, minute, { ...minute, second: '2-digit' } as const].map(
  (options) => new Intl.DateTimeFormat('en-GB', options),
)

type Jar = Pick<RecipeOption, 'isAsOrdered' | 'isLatest' | 'since'>

/**
 * Returns 'Old jar' for the recipe of the order, 'New jar' for today's, 'Jar as sold today' for a recipe that is both, or else 'Jar
 * of 26 Nov'.
 * @param jars all jars among which this one has to be told apart
 */
export function getJarLabel({ isAsOrdered, isLatest, since }: Jar, jars: readonly Jar[]): string {
  if (isAsOrdered) return isLatest ? 'Jar as sold today' : 'Old jar'
  if (isLatest) return 'New jar'
  const others = jars.filter((jar) => !jar.isAsOrdered && !jar.isLatest && jar.since !== since)
  return `Jar of ${formatRecipeStart(since, others)}`
}

/** Formats the first day of a recipe, '26 Nov'; with the time, '26 Nov, 14:05', if one of the others began on the same day. */
export function formatRecipeStart(
  since: string,
  others: readonly Pick<Jar, 'since'>[] = [],
): string {
  const texts = startFormats.map((format) => format.format(new Date(since)))
  const isUnique = (text: string, at: number) =>
    others.every((jar) => startFormats[at]?.format(new Date(jar.since)) !== text)
  return texts.find(isUnique) ?? texts.at(-1) ?? since
}

/** Returns the text of `getJarLabel` with a small first letter, for use inside a sentence: 'old jar'. */
export function formatJarInSentence(jar: Jar, jars: readonly Jar[]): string {
  const text = getJarLabel(jar, jars)
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** Returns the heading of a recipe's label: 'Old recipe', 'New recipe' or 'Recipe of 26 Nov'. */
export const getRecipeHeading = (jar: Jar, jars: readonly Jar[]): string =>
  getJarLabel(jar, jars)
    .replace(/^(Old|New) jar/, '$1 recipe')
    .replace(/^Jar/, 'Recipe')

const listed = new Intl.ListFormat('en-GB')

/** Returns the chosen jars for use inside a sentence: 'old jar and new jar'; '' while nothing is chosen. */
export const formatChosenJars = (line: ChangedRecipeLine): string =>
  listed.format(getChosenOptions(line).map((jar) => formatJarInSentence(jar, line.options)))

/** Returns the value of the radio button for these recipe versions; '' while nothing is chosen. */
export const getJarAnswerValue = (versions: readonly number[]): string => versions.join()

interface JarAnswer {
  value: string
  label: string
  versions: number[]
}

/** Returns the possible answers: each recipe alone, and each mixture of recipes that is possible with this number of pieces. */
export function listJarAnswers(options: readonly RecipeOption[], pieces: number): JarAnswer[] {
  const mixtures = options
    .reduce<RecipeOption[][]>(
      (some, option) => [...some, ...some.map((one) => [...one, option])],
      [[]],
    )
    .filter(({ length }) => length > 0 && length <= Math.max(pieces, 1))
    .sort((one, other) => one.length - other.length)
  return mixtures.map((jars) => {
    const versions = jars.map(({ version }) => version)
    return { value: getJarAnswerValue(versions), label: mixtureText(jars, options), versions }
  })
}

function mixtureText(jars: readonly RecipeOption[], options: readonly RecipeOption[]): string {
  const [first] = jars
  if (first !== undefined && jars.length === 1) return getJarLabel(first, options)
  if (jars.length === options.length) return 'Some of each'
  const text = listed.format(jars.map((jar) => formatJarInSentence(jar, options)))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns 'Recipe changed since this order: old jar or new?', or names the jar that goes in. */
export function getRecipeQuestionText(question: ChangedRecipeLine): string {
  if (needsRecipeChoice(question)) return 'Recipe changed since this order: old jar or new?'
  const jars = getChosenOptions(question)
  const text = jars.length === 0 ? 'Old jar' : mixtureText(jars, question.options)
  if (jars.length < 2) return `${text} goes in`
  return jars.length === question.options.length ? `${text} jar goes in` : `${text} go in`
}

/** Returns '1 jar to choose first'. */
export const formatJarsToChoose = (count: number): string => `${jarsText(count)} to choose first`

/** Returns '1 jar not saved yet'. */
export const formatUnsavedJars = (count: number): string => `${jarsText(count)} not saved yet`

const jarsText = (count: number): string => (count === 1 ? '1 jar' : `${count} jars`)
