import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AllergenId, allergens } from './allergen-words.ts'
import { getProductLabel, type ProductLabelRow } from './avoid.ts'
import { getSupportedTags, getHiddenTags, parseTagClaims } from './tag-claims.ts'

const ids = allergens.map(({ id }) => id)
const allFree = Object.fromEntries(ids.map((id) => [id, 'free']))
const food = { category: 'hot-sauce', ingredients: ['chilli'], allergen_answers: allFree }

const promises: [string, string][] = [
  ['gluten', 'gluten'],
  ['wheat', 'gluten'],
  ['dairy', 'milk'],
  ['lactose', 'milk'],
  ['milk', 'milk'],
  ['nut', 'nuts'],
  ['peanut', 'peanuts'],
  ['tree-nut', 'nuts'],
  ['egg', 'eggs'],
  ['soy', 'soya'],
  ['soya', 'soya'],
  ['sesame', 'sesame'],
  ['celery', 'celery'],
  ['mustard', 'mustard'],
  ['lupin', 'lupin'],
  ['fish', 'fish'],
  ['shellfish', 'crustaceans'],
  ['sulphite', 'sulphites'],
  ['sulfite', 'sulphites'],
]
const spellings: ((word: string) => string)[] = [
  (word) => `#${word}-free`,
  (word) => `#${word}free`,
  (word) => `${word} free`,
  (word) => `${word.toUpperCase()}_FREE`,
  (word) => `# ${word} - Free `,
  (word) => `#free-from-${word}`,
  (word) => `#freefrom${word}`,
  (word) => `#no-${word}`,
  (word) => `No ${word}`,
  (word) => `without ${word}`,
  (word) => `#non-${word}`,
  (word) => `${word}–free`,
]
const freeFromTag = fc
  .tuple(fc.constantFrom(...promises), fc.constantFrom(...spellings))
  .map(([[word, id], spell]) => ({ tag: spell(word), id }))

test('recognises a free-from tag in every spelling', () => {
  fc.assert(
    fc.property(freeFromTag, ({ tag, id }) => {
      expect(parseTagClaims(tag)).toContain(id)
    }),
  )
})

test('pages show a free-from tag only if the label says that the product is free from it', () => {
  const state = fc.constantFrom('contains', 'may', 'free', undefined)
  fc.assert(
    fc.property(freeFromTag, state, ({ tag, id }, answer) => {
      const row = { ...food, allergen_answers: { ...allFree, [id]: answer }, tags: ['#spicy', tag] }
      expect(getSupportedTags(row)).toEqual(answer === 'free' ? row.tags : ['#spicy'])
      expect(getHiddenTags(row).map((hidden) => hidden.tag)).toEqual(answer === 'free' ? [] : [tag])
    }),
  )
})

const animals: Record<string, readonly AllergenId[]> = {
  vegan: ['crustaceans', 'fish', 'molluscs', 'eggs', 'milk'],
  vegetarian: ['crustaceans', 'fish', 'molluscs'],
}
const diet = fc.constantFrom(
  ['vegan', '#Vegan'],
  ['vegan', 'vegan-friendly'],
  ['vegan', '#plantbased'],
  ['vegan', 'plant based'],
  ['vegan', 'suitable for vegans'],
  ['vegetarian', '#vegetarian'],
  ['vegetarian', 'meat-free'],
  ['vegetarian', 'Veggie'],
)

test('pages show a diet tag only if the label knows that no animal allergen contradicts it', () => {
  fc.assert(
    fc.property(
      diet,
      fc.constantFrom(...ids),
      fc.constantFrom('contains', undefined),
      ([id = '', tag = ''], allergen, answer) => {
        const row = { ...food, allergen_answers: { ...allFree, [allergen]: answer }, tags: [tag] }
        expect(getSupportedTags(row)).toEqual(animals[id]?.includes(allergen) ? [] : [tag])
      },
    ),
  )
})

test('a diet tag fits nobody while an answer about an animal allergen is open', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('vegan', 'vegetarian'),
      fc.subarray(ids, { minLength: 1 }),
      (id, open) => {
        fc.pre(open.some((each) => animals[id]?.includes(each)))
        const known = Object.fromEntries(
          Object.entries(allFree).filter(([each]) => !open.some((one) => one === each)),
        )
        const label = getProductLabel({ ...food, allergen_answers: known, tags: [`#${id}`] })
        expect(label).toMatchObject({ [id]: 'unknown' })
      },
    ),
  )
})

test.each([
  '#spicy',
  '#free-range-eggs',
  '#free-delivery',
  '#sugar-free',
  '#not-vegan',
  '#non-vegan',
  '#not gluten free',
  '#milk',
  '#mustard',
  '#northern',
  '#carefree',
  '#noodles',
  '#nashville',
  '#gluten',
  '#priceless',
  '#',
])('the tag %s claims nothing about allergens', (tag) => {
  expect(parseTagClaims(tag)).toEqual([])
  expect(getSupportedTags({ ...food, allergen_answers: null, tags: [tag] })).toEqual([tag])
})

test.each<[string, string[]]>([
  ['#gluten-and-dairy-free', ['gluten', 'milk']],
  ['#free-from-nuts-&-eggs', ['eggs', 'nuts', 'peanuts']],
  ['#gf', ['gluten']],
  ['#coeliac-friendly', ['gluten']],
  ['#eggless', ['eggs']],
  ['#gluten-free vegan', ['gluten', 'vegan']],
  ['#almond-free', ['nuts']],
  ['#anchovy free', ['fish']],
])('the tag %s claims %j', (tag, claims) => {
  expect(parseTagClaims(tag).toSorted()).toEqual(claims.toSorted())
})

test('a tag of no allergens claims all fourteen', () => {
  for (const tag of ['#allergen-free', '#allergy friendly', '#no-allergens', '#free-from'])
    expect(new Set(parseTagClaims(tag))).toEqual(new Set(ids))
})

test('no box and no product with open answers shows a free-from tag, and merchandise shows all its tags', () => {
  const tags = ['#dairy-free', '#vegan', '#monthly']
  const box: ProductLabelRow = { category: 'subscription-box', allergen_answers: allFree, tags }
  expect(getSupportedTags(box)).toEqual(['#monthly'])
  expect(getSupportedTags({ ...food, allergen_answers: null, tags })).toEqual(['#monthly'])
  expect(getSupportedTags({ category: 'merchandise', tags })).toEqual(tags)
})

test('each hidden tag has the reason why pages hide it', () => {
  const row = { ...food, ingredients: ['wheat flour', 'milk'], allergen_answers: {} }
  expect(
    getHiddenTags({ ...row, tags: ['#gluten-free', '#vegan', '#egg-free', '#spicy'] }),
  ).toEqual([
    { tag: '#gluten-free', reason: 'Contains gluten' },
    { tag: '#vegan', reason: 'Not vegan' },
    { tag: '#egg-free', reason: 'Not known: eggs' },
  ])
})
