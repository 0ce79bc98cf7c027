import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAllergenLabel } from './allergen-answers.ts'
import { type AllergenId, allergens } from './allergen-words.ts'
import {
  type AvoidedId,
  avoidableIds,
  groupFoodsByDiet,
  hasFaults,
  getProductLabel,
  type ProductLabelRow,
  unknownProductLabel,
  parseAvoidedIds,
  getAvoidanceVerdict,
  verdictText,
} from './avoid.ts'
import { getSupportedTags } from './tag-claims.ts'

const ids = allergens.map(({ id }) => id)
const words: Record<AllergenId, string> = {
  ...(Object.fromEntries(ids.map((id) => [id, id])) as Record<AllergenId, string>),
  gluten: 'wheat',
}
const oneId = fc.constantFrom(...ids)
const answer = fc.constantFrom('contains', 'may', 'free')
const answered = fc.record(Object.fromEntries(ids.map((id) => [id, answer])))
const gaps = fc.dictionary(fc.constantFrom(...ids, 'other'), fc.oneof(answer, fc.string()))
const ownerAnswers = fc.oneof(answered, gaps, fc.constant(null))
const category = fc.constantFrom('hot-sauce', 'merchandise', 'subscription-box', '')
const tags = fc.subarray(['#vegan', '#vegetarian', '#spicy'])
const names = fc.subarray(ids)
const asText = (opening: string) => (some: AllergenId[]) =>
  some.length === 0 ? '' : `${opening}${some.map((id) => words[id]).join(', ')}.`
const sentence = fc.oneof(
  names.map(asText('Contains: ')),
  names.map(asText('Contains ')),
  names.map(asText('May contain: ')),
  names.map(asText('Made in a kitchen that handles ')),
  fc.constant('None of the 14 named allergens is an ingredient.'),
)
const label = fc.oneof(
  fc.constant(null),
  fc.array(sentence, { maxLength: 3 }).map((parts) => parts.join(' ')),
)
const ingredients = fc.array(fc.oneof(fc.constantFrom('chilli', 'salt'), oneId), { maxLength: 4 })
const labelRow: fc.Arbitrary<ProductLabelRow> = fc.record({
  category,
  tags,
  ingredients,
  allergens: label,
  allergen_answers: ownerAnswers,
})
const some = fc.subarray([...avoidableIds], { minLength: 1 })

const fit = (row: ProductLabelRow, ...avoided: AvoidedId[]) =>
  getAvoidanceVerdict(getProductLabel(row), avoided).fit
const food = { category: 'hot-sauce', ingredients: ['chilli'] }
const allFree: Partial<Record<AllergenId, string>> = Object.fromEntries(
  ids.map((id) => [id, 'free']),
)

test('an allergen that the label or the ingredients name never fits', () => {
  fc.assert(
    fc.property(labelRow, oneId, (row, id) => {
      const text = `${row.allergens} ${row.ingredients?.join(', ')}`
      const isNamed = new RegExp(`\\b${words[id]}\\b`).test(text)
      const given = new Map(Object.entries(row.allergen_answers ?? {})).get(id)
      fc.pre(isNamed || given === 'contains' || given === 'may')
      expect(['contains', 'may']).toContain(fit(row, id))
    }),
  )
})

test('only the owner’s answer makes a product free from an allergen, and a box is never free from one', () => {
  fc.assert(
    fc.property(labelRow, oneId, (row, id) => {
      fc.pre(fit(row, id) === 'fits')
      expect(new Map(Object.entries(row.allergen_answers ?? {})).get(id)).toBe('free')
      expect(row.category).not.toBe('subscription-box')
    }),
  )
})

test('avoiding more never turns a misfit into a fit, and the verdict is the worst single result', () => {
  fc.assert(
    fc.property(labelRow, some, (row, avoided) => {
      const order = ['contains', 'may', 'unknown', 'fits', 'not-food']
      const each = avoided.map((id) => order.indexOf(fit(row, id)))
      expect(order.indexOf(fit(row, ...avoided))).toBe(Math.min(...each))
    }),
  )
})

test('a box is at least as bad as any product that may be inside', () => {
  fc.assert(
    fc.property(labelRow, labelRow, oneId, (inside, row, id) => {
      fc.pre(hasFaults(getAvoidanceVerdict(getProductLabel(inside), [id])))
      expect(['contains', 'may']).toContain(fit({ ...row, category: 'subscription-box' }, id))
    }),
  )
  const byPrice = { ...food, prices: [{ recurring_interval: 'month' }], allergen_answers: allFree }
  expect(fit(byPrice, 'lupin')).toBe('may')
  expect(fit({ ...byPrice, tags: ['#vegan'] }, 'vegan')).toBe('unknown')
})

test('a label that was generated from fourteen answers gives the same answers again', () => {
  fc.assert(
    fc.property(answered, (given) => {
      const row = { ...food, allergen_answers: given, allergens: formatAllergenLabel('', given) }
      for (const id of ids)
        expect(fit(row, id)).toBe(given[id] === 'free' ? 'fits' : String(given[id]))
    }),
  )
})

test('an allergen without a valid answer is unknown', () => {
  expect(fit(food, 'peanuts')).toBe('unknown')
  expect(fit({ ...food, allergen_answers: { peanuts: 'no idea' } }, 'peanuts')).toBe('unknown')
  expect(fit({ ...food, allergen_answers: 'free' }, 'peanuts')).toBe('unknown')
  for (const id of avoidableIds)
    expect(getAvoidanceVerdict(unknownProductLabel, [id]).fit).toBe('unknown')
})

test('merchandise is not food, unless something on it can be eaten', () => {
  const mug = { category: 'merchandise', ingredients: [], allergens: 'Not food.' }
  expect(fit(mug, ...avoidableIds)).toBe('not-food')
  expect(fit({ ...mug, ingredients: ['sugar'] }, 'milk')).toBe('unknown')
  expect(fit({ ...mug, allergens: 'May contain milk.' }, 'milk')).toBe('may')
})

test('a product fits a diet when a tag says so and the label does not contradict it', () => {
  const crisp = { ...food, allergen_answers: allFree }
  expect(fit({ ...crisp, tags: ['#vegan'] }, 'vegan', 'vegetarian')).toBe('fits')
  expect(fit({ ...crisp, tags: ['#vegetarian'] }, 'vegetarian')).toBe('fits')
  expect(fit({ ...crisp, tags: ['#vegetarian'] }, 'vegan')).toBe('unknown')
  expect(fit(crisp, 'vegetarian')).toBe('unknown')
  expect(fit({ ...food, tags: ['#vegan'], ingredients: ['honey', 'butter'] }, 'vegan')).toBe(
    'contains',
  )
  expect(fit({ ...food, tags: ['#vegetarian'], ingredients: ['anchovies'] }, 'vegetarian')).toBe(
    'contains',
  )
})

test.each([
  ['Kentish honey (66%)', 'vegan'],
  ['beeswax', 'vegan'],
  ['smoked honey salt', 'vegan'],
  ['glazing agent: shellac', 'vegan'],
  ['chicken stock (water, chicken)', 'vegan vegetarian'],
  ['beef gelatine', 'vegan vegetarian'],
  ['gelatin', 'vegan vegetarian'],
  ['lard', 'vegan vegetarian'],
  ['colour: E120', 'vegan vegetarian'],
  ['parmesan', 'vegan vegetarian'],
  ['smoked bacon', 'vegan vegetarian'],
  ['duck eggs', 'vegan'],
  ['vegetable suet, vegan honey, plant-based chicken, soya mince', ''],
  ['beef tomato, lamb’s lettuce, chicken seasoning, ham-free, honeydew melon', ''],
])('the ingredients %j contradict a tag of %j', (ingredients, denied) => {
  const row = { ...food, ingredients: [ingredients], tags: ['#vegan'], allergen_answers: allFree }
  const label = getProductLabel(row)
  const diets = ['vegan', 'vegetarian'] as const
  expect(diets.filter((diet) => label !== 'not-food' && label[diet] === 'contains').join(' ')).toBe(
    denied,
  )
  expect(getSupportedTags(row)).toEqual(denied === '' ? ['#vegan'] : [])
})

test('a label that says that it contains meat contradicts a vegan tag as meat among the ingredients does', () => {
  const row = { ...food, allergens: 'Contains: pork.', tags: ['#vegan'], allergen_answers: allFree }
  expect(fit(row, 'vegetarian')).toBe('contains')
})

test('the text of a verdict names what does not fit, the worst first, in full or shortened', () => {
  const row = {
    ...food,
    ingredients: ['milk', 'soya', 'wheat'],
    allergens: 'May contain: sesame.',
    allergen_answers: { celery: 'free' },
  }
  const verdict = getAvoidanceVerdict(getProductLabel(row), [
    'celery',
    'gluten',
    'lupin',
    'milk',
    'sesame',
    'soya',
    'vegan',
  ])
  expect(verdictText(verdict)).toBe(
    'Contains gluten, milk, soya. Not vegan. May contain sesame. Not known: lupin',
  )
  expect(verdictText(verdict, 1)).toBe('Contains gluten +2')
  expect(verdictText(getAvoidanceVerdict(getProductLabel(row), ['vegan']), 1)).toBe('Not vegan')
  expect(verdictText(getAvoidanceVerdict(getProductLabel(row), ['celery']), 1)).toBe('Fits')
  expect(verdictText(getAvoidanceVerdict('not-food', ['celery']))).toBe('Not food')
})

test('drops unknown values from the stored list of avoided things', () => {
  expect(parseAvoidedIds(['vegan', 'milk', 'water', 3])).toEqual(['milk', 'vegan'])
  expect(parseAvoidedIds('milk')).toEqual([])
  expect(parseAvoidedIds(null)).toEqual([])
})

test('diet tags are read in any case, and a product with both tags counts as vegan', () => {
  expect(
    groupFoodsByDiet([
      { ...food, name: 'Salt', tags: ['#VEGAN', '#vegetarian'], allergen_answers: allFree },
      { ...food, name: 'Honey', tags: ['vegetarian'], allergen_answers: allFree },
    ]),
  ).toEqual({ vegan: ['Salt'], vegetarian: ['Honey'], unmarked: [] })
})

test('a product is listed under no diet while its answers about animal allergens are unknown', () => {
  const { eggs: _, ...withoutEggs } = allFree
  const row = { ...food, tags: ['#vegan'], allergen_answers: withoutEggs }
  expect(fit(row, 'vegan')).toBe('unknown')
  expect(fit(row, 'vegetarian')).toBe('fits')
  expect(groupFoodsByDiet([{ ...row, name: 'Mayo', allergen_answers: null }]).unmarked).toEqual([
    'Mayo',
  ])
})

test('a product without a diet tag is listed under no diet, even when a tag sounds like one', () => {
  const tags = ['#not-vegan', '#vegan-ish', '#sauces']
  expect(groupFoodsByDiet([{ ...food, name: 'Broth', tags }]).unmarked).toEqual(['Broth'])
})

test('a product whose label names an animal ingredient is not listed as vegan despite its tag', () => {
  const tags = ['#vegan']
  const ghee = {
    name: 'Ghee crisp',
    tags,
    ingredients: ['**milk**', 'chilli'],
    allergen_answers: allFree,
  }
  const worcester = { name: 'Worcester', tags, ingredients: ['**fish**'] }
  expect(groupFoodsByDiet([ghee, worcester])).toEqual({
    vegan: [],
    vegetarian: ['Ghee crisp'],
    unmarked: ['Worcester'],
  })
})

test('a product without ingredients is not listed as food', () => {
  const mug = { name: 'Mug', tags: ['#vegan'], ingredients: [] }
  expect(groupFoodsByDiet([mug])).toEqual({ vegan: [], vegetarian: [], unmarked: [] })
})
