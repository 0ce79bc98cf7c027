import { expect, test, vi } from 'vitest'
import type { AllergenAnswers } from '../../../domain/allergen-answers.ts'
import { allergens } from '../../../domain/allergen-words.ts'
import { toPayload, toFormValues } from './product-form.ts'
import {
  addWarnings,
  getPublishBlockers,
  isRecipeEdited,
  listLostWarnings,
  listMissedWarnings,
  addMissedWarnings,
  withAddedWarnings,
} from './publishable.ts'
import { type ProductContent, emptyProductContent } from './stored-content.ts'

// The form's values need no connection.
vi.mock(import('../../data/client.ts'), () => ({}))
vi.mock(import('../../features/products/queries.ts'), () => ({}))

const { fish: _, ...withoutFish } = Object.fromEntries(
  allergens.map(({ id }) => [id, 'free' as const]),
)
const onSale: ProductContent = {
  ...emptyProductContent,
  name: 'Hot Gossip',
  category: 'hot-sauce',
  shelf: 'live',
  ingredients: ['chilli'],
  answers: withoutFish,
  allergens: 'May contain: fish.',
}

test('an allergen warning can be published separately when the label’s text warns of another allergen', () => {
  const values = toFormValues(onSale)
  expect(values.answers).toEqual({ ...withoutFish, fish: 'may' })
  const typed = { ...values, answers: { ...values.answers, milk: 'contains' as const } }
  expect(withAddedWarnings(typed, onSale)?.answers).toEqual({
    ...withoutFish,
    fish: 'may',
    milk: 'contains',
  })
})

test('warnings are added to what somebody else has published meanwhile, and removed answers stay removed', () => {
  const { ingredients } = onSale
  const typed = {
    ingredients,
    answers: { ...withoutFish, fish: 'may', milk: 'contains', nuts: 'may' } as const,
  }
  const before = { ...onSale, answers: { ...withoutFish, nuts: 'may' as const } }
  const now = { ...onSale, tagline: 'Theirs.' }
  expect(addWarnings(typed, before, now)).toEqual({
    ...now,
    answers: { ...withoutFish, fish: 'may', milk: 'contains' },
  })
  expect(addWarnings({ ingredients, answers: withoutFish }, before, now)).toBeNull()
  expect(addWarnings(typed, before, { ...now, shelf: 'hidden' })).toBeNull()
})

test('an unedited form shows no changed recipe, whatever the label’s text adds', () => {
  const values = toFormValues(onSale)
  expect(isRecipeEdited(values, onSale)).toBe(false)
  expect(isRecipeEdited({ ...values, ingredients: 'chilli, salt' }, onSale)).toBe(true)
  const answers = { ...values.answers, milk: 'contains' as const }
  expect(isRecipeEdited({ ...values, answers }, onSale)).toBe(true)
})

test('unedited answers are saved unchanged, whatever the label’s text adds', () => {
  expect(toPayload(toFormValues(onSale), onSale).answers).toEqual(withoutFish)
})

test('an answer that becomes not known after “free from” is a warning, which no gap keeps back', () => {
  const { milk: _milk, ...unknownMilk }: AllergenAnswers = { ...withoutFish, fish: 'may' }
  const values = { ...toFormValues(onSale), answers: unknownMilk }
  expect(withAddedWarnings(values, onSale)?.answers).toEqual(unknownMilk)
  expect(getPublishBlockers(values, onSale).map(({ field }) => field)).not.toContain(
    'allergen-milk',
  )
  const weaker = { ...values, answers: { ...unknownMilk, fish: 'free' as const } }
  expect(getPublishBlockers(weaker, onSale).map(({ field }) => field)).toContain('allergen-milk')
})

const almonds: ProductContent = {
  ...onSale,
  ingredients: ['chilli', 'almonds'],
  answers: { ...withoutFish, fish: 'free', nuts: 'contains' },
  allergens: 'Contains: almonds.',
}

test('a further nut within the contained nuts is a warning, with or without one of another group', () => {
  const values = toFormValues(almonds)
  const typed = { ...values, price: 'abc', ingredients: 'chilli, almonds, cashews' }
  expect(withAddedWarnings(values, almonds)).toBeNull()
  expect(withAddedWarnings(typed, almonds)).toEqual({
    ...almonds,
    ingredients: ['chilli', 'almonds', 'cashews'],
  })
  const withWheat = {
    ...typed,
    ingredients: 'chilli, almonds, cashews, wheat flour',
    answers: { ...values.answers, gluten: 'contains' as const },
  }
  expect(withAddedWarnings(withWheat, almonds)).toEqual({
    ...almonds,
    ingredients: ['chilli', 'almonds', 'cashews', 'wheat flour'],
    answers: { ...almonds.answers, gluten: 'contains' },
  })
})

test('a further nut is added by its name alone when the typed ingredients cannot be published yet', () => {
  const values = toFormValues(almonds)
  for (const ingredients of ['chilli, cashews (roasted)', 'chilli, almonds, cashews, butter']) {
    expect(withAddedWarnings({ ...values, ingredients }, almonds)?.ingredients).toEqual([
      'chilli',
      'almonds',
      'cashews',
    ])
  }
})

test('a further nut is added to what somebody else published, also when the answers are older than the questions', () => {
  const old = { ...almonds, answers: null }
  const typed = { ...old, ingredients: ['chilli', 'almonds', 'cashews'] }
  expect(addWarnings(typed, old, { ...old, ingredients: ['chilli', 'almonds', 'salt'] })).toEqual({
    ...old,
    ingredients: ['chilli', 'almonds', 'salt', 'cashews'],
    answers: expect.objectContaining({ nuts: 'contains' }),
  })
})

test('the warnings that another version lacks are named, a single nut by its own name', () => {
  const walnuts = { ...almonds, ingredients: ['chilli', 'almonds', 'walnuts'] }
  expect(listLostWarnings(walnuts, almonds)).toEqual(['walnuts'])
  expect(listLostWarnings(almonds, walnuts)).toEqual([])
  const answers = { ...almonds.answers, nuts: 'free' as const, celery: 'may' as const }
  const withCelery = { ...walnuts, answers: { ...answers, nuts: 'contains' as const } }
  expect(listLostWarnings(withCelery, { ...onSale, answers })).toEqual(['nuts'])
  expect(listLostWarnings(withCelery, almonds)).toEqual(['celery', 'walnuts'])
})

test('a copy misses only the warnings that its original has gained since, and gets them without another change', () => {
  const original = { ...almonds, answers: { ...almonds.answers, celery: 'may' as const } }
  const answers = { ...original.answers, celery: 'free' as const }
  const copy = { ...original, name: 'Copy', shelf: 'hidden' as const, answers }
  const withLupin = { ...original.answers, lupin: 'contains' as const }
  const ingredients = [...original.ingredients, 'walnuts']
  const gained = { ...original, tagline: 'New.', ingredients, answers: withLupin }
  expect(listMissedWarnings(original, original, copy)).toEqual([])
  expect(addMissedWarnings(original, original, copy)).toBeNull()
  expect(listMissedWarnings(original, gained, copy)).toEqual(['lupin', 'walnuts'])
  const warned = { ...copy, ingredients, answers: { ...answers, lupin: 'contains' } }
  expect(addMissedWarnings(original, gained, copy)).toEqual(warned)
})
