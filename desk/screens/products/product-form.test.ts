import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { toFormValues, productFormSchema, applyFormChanges } from './product-form.ts'
import { emptyProductContent } from './stored-content.ts'

// The form's values need no connection.
vi.mock(import('../../data/client.ts'), () => ({}) as never)

const form = (change: Partial<typeof emptyProductContent>) =>
  toFormValues({ ...emptyProductContent, ...change })

test('an answer that somebody else has published stays beside the answers that were typed', () => {
  const before = form({
    tagline: 'Old.',
    answers: { celery: 'free', peanuts: 'free', eggs: 'may' },
  })
  const now = {
    ...before,
    price: '£9.00',
    answers: { celery: 'contains', peanuts: 'free' } as const,
  }
  const published = form({
    tagline: 'Theirs.',
    answers: { celery: 'free', peanuts: 'may', eggs: 'may' },
  })
  expect(applyFormChanges(published, before, now)).toEqual({
    ...published,
    price: '£9.00',
    answers: { celery: 'contains', peanuts: 'may' },
  })
})

test('the form has only the values that a draft stores, so that a restored draft equals it', () => {
  const values = form({ allergens: 'Contains: milk.' })
  expect(v.parse(productFormSchema, values)).toEqual(values)
})
