import { expect, test, vi } from 'vitest'
import { type ProductContent, emptyProductContent } from './stored-content.ts'
import { getAnswerConflicts, getConflictingGroups, mergeProduct } from './merge.ts'
import { toFormValues } from './product-form.ts'

// The form's values need no connection.
vi.mock(import('../../data/client.ts'), () => ({}) as never)

const base: ProductContent = {
  ...emptyProductContent,
  name: 'Hot Gossip',
  tagline: 'Pass it on.',
  description: '',
  category: 'hot-sauce',
  price: 650,
  images: ['front.webp', 'back.webp'],
  alts: ['The front', 'The back'],
  net: 150,
  unit: 'ml',
  pack: null,
  sizes: [],
  ingredients: ['chillies', 'vinegar'],
  answers: { mustard: 'free', celery: 'free' },
  allergens: 'None.',
  storage: null,
  heat: 3,
  tags: [],
  isHot: true,
  isLimited: false,
  isBestSeller: false,
  onSaleFrom: null,
  shelf: 'live',
}
const none = new Set<never>()
const withoutText = (content: ProductContent) => ({ ...content, allergens: null })

test('merging keeps the fields that only one side changed, without a conflict', () => {
  const versions = {
    base,
    mine: { ...base, tagline: 'Mine.', heat: 4 },
    theirs: { ...base, price: 700, allergens: 'Contains: mustard.' },
  }
  expect(getConflictingGroups(versions)).toEqual([])
  expect(mergeProduct(versions, none)).toEqual({
    ...base,
    tagline: 'Mine.',
    heat: 4,
    price: 700,
    answers: { mustard: 'contains', celery: 'free' },
    allergens: null,
  })
})

test('a field that both sides changed takes their value unless mine is selected', () => {
  const versions = {
    base,
    mine: { ...base, tagline: 'Mine.', price: 600, description: 'Only mine.' },
    theirs: { ...base, tagline: 'Theirs.', price: 700, isHot: false },
  }
  expect(getConflictingGroups(versions)).toEqual(['Line under the name', 'Price'])
  expect(mergeProduct(versions, none)).toEqual(
    withoutText({ ...versions.theirs, description: 'Only mine.' }),
  )
  expect(mergeProduct(versions, new Set(['Price'] as const))).toEqual(
    withoutText({ ...versions.theirs, description: 'Only mine.', price: 600 }),
  )
})

test('a field that both sides changed to the same value is not a conflict', () => {
  const both = { ...base, price: 700, answers: { celery: 'may', mustard: 'free' } } as const
  const theirs = { ...both, answers: { mustard: 'free', celery: 'may' } } as const
  expect(getConflictingGroups({ base, mine: both, theirs })).toEqual([])
  expect(mergeProduct({ base, mine: both, theirs }, none)).toEqual(withoutText(both))
})

test('allergen answers are merged one by one and conflict only when both sides changed the same one', () => {
  const mine = { ...base, answers: { mustard: 'contains', celery: 'may', milk: 'free' } } as const
  const theirs = { ...base, answers: { mustard: 'free', celery: 'contains', fish: 'may' } } as const
  const versions = { base, mine, theirs }
  expect(getConflictingGroups(versions)).toEqual(['Allergens'])
  const each = { mustard: 'contains', milk: 'free', fish: 'may' }
  expect(mergeProduct(versions, none).answers).toEqual({ ...each, celery: 'contains' })
  expect(mergeProduct(versions, new Set(['Allergens'] as const)).answers).toEqual({
    ...each,
    celery: 'may',
  })
  const apart = { ...theirs, answers: { mustard: 'free', celery: 'free', fish: 'may' } } as const
  expect(getConflictingGroups({ base, mine, theirs: apart })).toEqual([])
  const old = { ...base, answers: null }
  expect(mergeProduct({ base: old, mine, theirs: old }, none).answers).toEqual(mine.answers)
  expect(mergeProduct({ base: old, mine: old, theirs }, none).answers).toEqual(theirs.answers)
})

test('an answer that is weaker than the text of either label is merged like any other, and other warnings of a text stay', () => {
  const labelled = (answers: ProductContent['answers'], allergens: string | null) => ({
    ...base,
    answers,
    allergens,
  })
  const former = labelled({ lupin: 'may', fish: 'contains' }, 'Contains: fish. May contain: lupin.')
  const mine = labelled({ lupin: 'free', fish: 'may' }, null)
  const theirs = labelled(
    { lupin: 'contains', fish: 'contains' },
    'Contains: fish, lupin. May contain: milk.',
  )
  const versions = { base: former, mine, theirs }
  expect(getAnswerConflicts(versions)).toEqual(['lupin'])
  const answersOf = (kept: Parameters<typeof mergeProduct>[1]) =>
    toFormValues(mergeProduct(versions, kept)).answers
  expect(answersOf(none)).toEqual({ lupin: 'contains', fish: 'may', milk: 'may' })
  expect(answersOf(new Set(['Allergens'] as const))).toEqual({
    lupin: 'free',
    fish: 'may',
    milk: 'may',
  })
})

test('descriptions of photos stay with their photos when somebody else reorders them', () => {
  const mine = { ...base, alts: ['A red front', 'The back'] }
  const theirs = {
    ...base,
    images: ['back.webp', 'front.webp'],
    alts: ['The back', 'The front'],
  }
  expect(getConflictingGroups({ base, mine, theirs })).toEqual(['Photos'])
  expect(mergeProduct({ base, mine, theirs }, none)).toEqual(withoutText(theirs))
  expect(mergeProduct({ base, mine, theirs }, new Set(['Photos'] as const))).toEqual(
    withoutText(mine),
  )
})

test('the net quantity merges with its unit, and the shelf with its date', () => {
  const mine = { ...base, net: 200, shelf: 'coming-soon', onSaleFrom: '2027-01-01' } as const
  const theirs = { ...base, unit: 'g', shelf: 'hidden' } as const
  const versions = { base, mine, theirs }
  expect(getConflictingGroups(versions)).toEqual(['Net quantity', 'On the shelf'])
  expect(mergeProduct(versions, new Set(['Net quantity', 'On the shelf'] as const))).toEqual(
    withoutText(mine),
  )
  expect(mergeProduct(versions, none)).toEqual(withoutText(theirs))
})

test('every difference between two new products is a conflict', () => {
  const versions = { base: null, mine: { ...base, name: 'Mine' }, theirs: base }
  expect(getConflictingGroups(versions)).toEqual(['Name'])
  expect(mergeProduct(versions, none)).toEqual(withoutText(base))
  expect(mergeProduct(versions, new Set(['Name'] as const))).toEqual(withoutText(versions.mine))
})
