import { expect, test, vi } from 'vitest'
import type { AllergenAnswers } from '../../../domain/allergen-answers.ts'
import { allergens } from '../../../domain/allergen-words.ts'
import { toPayload, toFormValues } from './product-form.ts'
import { addWarnings, getGaps, isRecipeTyped, withWarnings } from './publishable.ts'
import { type Content, emptyContent } from './stored-content.ts'

// The form's values need no connection.
vi.mock(import('../../data/client.ts'), () => ({}))
vi.mock(import('../../features/products/queries.ts'), () => ({}))

const { fish: _, ...withoutFish } = Object.fromEntries(
  allergens.map(({ id }) => [id, 'free' as const]),
)
const onSale: Content = {
  ...emptyContent,
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
  expect(withWarnings(typed, onSale)?.answers).toEqual({
    ...withoutFish,
    fish: 'may',
    milk: 'contains',
  })
})

test('warnings are added to what somebody else has published meanwhile, and removed answers stay removed', () => {
  const typed = { ...withoutFish, fish: 'may', milk: 'contains', nuts: 'may' } as const
  const before = { ...onSale, answers: { ...withoutFish, nuts: 'may' as const } }
  const now = { ...onSale, tagline: 'Theirs.' }
  expect(addWarnings(typed, before, now)).toEqual({
    ...now,
    answers: { ...withoutFish, fish: 'may', milk: 'contains' },
  })
  expect(addWarnings(withoutFish, before, now)).toBeNull()
  expect(addWarnings(typed, before, { ...now, shelf: 'hidden' })).toBeNull()
})

test('an unedited form shows no changed recipe, whatever the label’s text adds', () => {
  const values = toFormValues(onSale)
  expect(isRecipeTyped(values, onSale)).toBe(false)
  expect(isRecipeTyped({ ...values, ingredients: 'chilli, salt' }, onSale)).toBe(true)
  const answers = { ...values.answers, milk: 'contains' as const }
  expect(isRecipeTyped({ ...values, answers }, onSale)).toBe(true)
})

test('unedited answers are saved unchanged, whatever the label’s text adds', () => {
  expect(toPayload(toFormValues(onSale), onSale).answers).toEqual(withoutFish)
})

test('an answer that becomes not known after “free from” is a warning, which no gap keeps back', () => {
  const { milk: _milk, ...unknownMilk }: AllergenAnswers = { ...withoutFish, fish: 'may' }
  const values = { ...toFormValues(onSale), answers: unknownMilk }
  expect(withWarnings(values, onSale)?.answers).toEqual(unknownMilk)
  expect(getGaps(values, onSale).map(({ field }) => field)).not.toContain('allergen-milk')
  const weaker = { ...values, answers: { ...unknownMilk, fish: 'free' as const } }
  expect(getGaps(weaker, onSale).map(({ field }) => field)).toContain('allergen-milk')
})
