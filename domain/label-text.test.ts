import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAllergenLabel, findAllergens } from './allergen-answers.ts'
import { type AllergenId, allergens } from './allergen-words.ts'
import {
  getContainedText,
  getProductLabel,
  type ProductLabelRow,
  getAvoidanceVerdict,
  verdictText,
} from './avoid.ts'
import { getLabelAnswers, labelText, notFoodText } from './label-text.ts'

const ids = allergens.map(({ id }) => id)
const named = new Map<AllergenId, string>(ids.map((id) => [id, id]))
named.set('gluten', 'wheat')
const food = { category: 'hot-sauce', ingredients: ['chilli'] }

const answer = fc.constantFrom('contains', 'may', 'free')
const someAnswers = fc.record(Object.fromEntries(ids.map((id) => [id, answer])), {
  requiredKeys: [],
})
const openings = ['Contains: ', 'Contains ', 'May contain: ', 'Free from ', 'Made near ']
const sentence = fc
  .tuple(fc.constantFrom(...openings), fc.subarray(ids, { minLength: 1 }))
  .map(([opening, some]) => `${opening}${some.map((id) => named.get(id)).join(', ')}.`)
const words = fc.oneof(
  fc.constant(null),
  fc.constant('None of the 14 named allergens is an ingredient.'),
  fc.array(sentence, { maxLength: 3 }).map((parts) => parts.join(' ')),
)
const aRow: fc.Arbitrary<ProductLabelRow> = fc.record({
  category: fc.constantFrom('hot-sauce', 'seasoning', 'merchandise', 'subscription-box'),
  ingredients: fc.array(fc.constantFrom('chilli', 'salt', ...named.values()), { maxLength: 4 }),
  allergens: words,
  allergen_answers: fc.oneof(someAnswers, fc.constant(null)),
  prices: fc.constantFrom([], [{ recurring_interval: 'month' }]),
})

/** Returns the allergens that one sentence of a label names. */
function idsAfter(opening: string, text: string): AllergenId[] {
  const list = new RegExp(`(?:^|\\. )${opening}: ([^.]*)\\.`).exec(text)?.[1]?.split(', ') ?? []
  return allergens
    .filter(
      ({ id, name }) => list.includes(name.toLowerCase()) || list.includes(named.get(id) ?? ''),
    )
    .map(({ id }) => id)
}

const isBox = (row: ProductLabelRow) =>
  row.category === 'subscription-box' || row.prices?.length !== 0
const fitting = (row: ProductLabelRow, fit: string) =>
  ids.filter((id) => getAvoidanceVerdict(getProductLabel(row), [id]).fit === fit)

test(
  'the label text of any food agrees with the verdict on each of the fourteen allergens',
  { tags: ['abuse-allergens'] },
  () => {
    fc.assert(
      fc.property(aRow, (row) => {
        fc.pre(!isBox(row) && getProductLabel(row) !== 'not-food')
        const text = labelText(row) ?? ''
        const open = fitting(row, 'unknown')
        expect(idsAfter('Contains', text)).toEqual(fitting(row, 'contains'))
        expect(idsAfter('May contain', text)).toEqual(fitting(row, 'may'))
        expect(idsAfter('Not known', text)).toEqual(open.length < ids.length ? open : [])
        expect(text === '').toBe(open.length === ids.length)
        expect(text.startsWith('None of the 14 named allergens is an ingredient.')).toBe(
          fitting(row, 'contains').length + open.length === 0,
        )
      }),
    )
  },
)

test('the label text of a box agrees with the verdict that it may contain each of the fourteen allergens', () => {
  fc.assert(
    fc.property(aRow.filter(isBox), (row) => {
      const text = labelText(row) ?? ''
      expect(text).toMatch(/May contain any (?:other )?of the 14 named allergens/)
      const contained = findAllergens(
        getContainedText({ allergens: text, ingredients: row.ingredients }),
      )
      expect(ids.filter((id) => contained.has(id))).toEqual(fitting(row, 'contains'))
      expect(fitting(row, 'unknown')).toEqual([])
    }),
  )
})

test('reading a generated label text as a label gives the same label', () => {
  fc.assert(
    fc.property(aRow, (row) => {
      fc.pre(row.category !== 'subscription-box' && row.prices?.length === 0)
      const reread = { ...row, allergens: labelText(row) }
      expect(getProductLabel(reread)).toEqual(getProductLabel(row))
      expect(labelText(reread)).toBe(labelText(row))
    }),
  )
})

test('a handwritten label gives its answers, and allergens that it leaves out are unknown', () => {
  const row = {
    ...food,
    ingredients: ['wheat flour', 'celery'],
    allergens: 'Contains: wheat, celery. Made in a kitchen that handles barley, milk and peanuts.',
  }
  expect(getLabelAnswers(row)).toEqual({
    celery: 'contains',
    gluten: 'contains',
    milk: 'may',
    peanuts: 'may',
  })
  expect(labelText(row)).toBe(
    'Contains: celery, wheat. May contain: milk, peanuts. Not known: crustaceans, eggs, fish, lupin, molluscs, mustard, nuts, sesame, soya, sulphites.',
  )
  expect(getLabelAnswers(food)).toEqual({})
  expect(labelText(food)).toBeNull()
})

test('a label that was generated from fourteen answers gives the same answers again', () => {
  const all = fc.record(Object.fromEntries(ids.map((id) => [id, answer])))
  fc.assert(
    fc.property(all, (given) => {
      const row = { ...food, allergens: formatAllergenLabel('', given) }
      const free = Object.fromEntries(ids.map((id) => [id, 'free']))
      expect({ ...free, ...getLabelAnswers(row) }).toEqual(given)
    }),
  )
})

test('an old label that says none of the 14 is an ingredient leaves nuts unknown in the text and in the verdict', () => {
  const row = {
    ...food,
    allergens:
      'None of the 14 named allergens is an ingredient. Made in a kitchen that handles milk.',
  }
  expect(verdictText(getAvoidanceVerdict(getProductLabel(row), ['nuts']))).toBe('Not known: nuts')
  expect(labelText(row)).toMatch(/^May contain: milk\. Not known: .*nuts/)
})

test('a box may contain any of the fourteen allergens, and its own label text is appended', () => {
  const box = { category: 'subscription-box', allergens: 'Ask us what is inside.' }
  expect(labelText(box)).toBe('May contain any of the 14 named allergens. Ask us what is inside.')
  expect(labelText({ ...box, allergen_answers: { milk: 'contains' } })).toBe(
    'Contains: milk. Ask us what is inside. May contain any other of the 14 named allergens.',
  )
})

test('the label of merchandise says that it is not food, or its own text if it has one', () => {
  expect(labelText({ category: 'merchandise' })).toBe(notFoodText)
  expect(labelText({ category: 'merchandise', allergens: 'A mug.' })).toBe('A mug.')
})
