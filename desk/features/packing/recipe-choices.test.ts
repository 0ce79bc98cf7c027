import { expect, test } from 'vitest'
import {
  formatChosenJars,
  listJarAnswers,
  getJarLabel,
  listOpenLabelQuestions,
  getRecipeQuestionText,
  type RecipeOption,
} from './recipe-choices.ts'

const anOption = (
  version: number,
  isAsOrdered = false,
  isLatest = version === 3,
): RecipeOption => ({
  version,
  since: '2026-11-26T12:00:00Z',
  isAsOrdered,
  isLatest,
  ingredients: 'chillies',
  allergens: null,
})
const labelsOf = (options: RecipeOption[]) => options.map((option) => getJarLabel(option, options))

test('jars are called old and new, and a jar of a recipe between them by its date', () => {
  const options = [anOption(1, true), anOption(2), anOption(3)]
  expect(labelsOf(options)).toEqual(['Old jar', 'Jar of 26 Nov', 'New jar'])
})

test('jars of recipes that began on the same day are told apart by their times', () => {
  const since = (version: number, time: string) => ({
    ...anOption(version),
    since: `2026-11-26T${time}`,
  })
  const options = [
    anOption(1, true),
    since(2, '09:00:00'),
    since(3, '12:30:09'),
    since(4, '12:30:10'),
    anOption(5, false, true),
  ].map((option) => ({ ...option, isLatest: option.version === 5 }))
  const labels = [
    'Old jar',
    'Jar of 26 Nov, 09:00',
    'Jar of 26 Nov, 12:30:09',
    'Jar of 26 Nov, 12:30:10',
    'New jar',
  ]
  expect(labelsOf(options)).toEqual(labels)
  expect(listJarAnswers(options, 1).map(({ label }) => label)).toEqual(labels)
  const question = { item: 'a', latest: 5, options, chosen: [2, 4] }
  const jars = 'jar of 26 Nov, 09:00 and jar of 26 Nov, 12:30:10'
  expect(formatChosenJars(question)).toBe(jars)
  expect(getRecipeQuestionText(question)).toBe(`J${jars.slice(1)} go in`)
})

test('a jar whose recipe was restored is not called the new one', () => {
  expect(labelsOf([anOption(1, true, true), anOption(2)])).toEqual([
    'Jar as sold today',
    'Jar of 26 Nov',
  ])
})

test('offers each of three jars and every mixture that the number of pieces allows', () => {
  const options = [anOption(1, true), anOption(2), anOption(3)]
  const labels = (pieces: number) => listJarAnswers(options, pieces).map(({ label }) => label)
  expect(labels(1)).toEqual(['Old jar', 'Jar of 26 Nov', 'New jar'])
  expect(labels(2)).toEqual([
    ...labels(1),
    'Old jar and jar of 26 Nov',
    'Old jar and new jar',
    'Jar of 26 Nov and new jar',
  ])
  expect(labels(3)).toEqual([...labels(2), 'Some of each'])
  const question = { item: 'a', latest: 3, options, chosen: [1, 2] }
  expect(getRecipeQuestionText(question)).toBe('Old jar and jar of 26 Nov go in')
})

test('an order line asks for its jar until one is chosen, and then names it', () => {
  const question = { item: 'a', latest: 2, options: [anOption(1, true), anOption(2, false, true)] }
  const words = (chosen: number[]) => getRecipeQuestionText({ ...question, chosen })
  expect(words([])).toBe('Recipe changed since this order: old jar or new?')
  expect(words([1])).toBe('Old jar goes in')
  expect(words([2])).toBe('New jar goes in')
  expect(words([1, 2])).toBe('Some of each jar goes in')
})

test('a jar is asked for once it is known whether the labels after the ordered one are corrections', () => {
  const question = {
    product: 'p',
    version: 2,
    since: '2026-11-26T12:00:00Z',
    added: ['peanuts'],
    mayBeCorrection: true,
    isCorrection: null,
  }
  const line = { product: 'p', options: [anOption(1, true), anOption(2, false, true)] }
  expect(listOpenLabelQuestions(line, [question])).toEqual([question])
  const others = [
    { ...question, isCorrection: false },
    { ...question, product: 'q' },
    { ...question, version: 1 },
  ]
  expect(listOpenLabelQuestions(line, others)).toEqual([])
  const back = { product: 'p', options: [anOption(1, true, true), anOption(2)] }
  expect(listOpenLabelQuestions(back, [question])).toEqual([])
})
