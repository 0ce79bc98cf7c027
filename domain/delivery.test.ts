import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  deliverySentence,
  getAutomaticMethod,
  getCartDeliveryMethod,
  isDeliveryInPrice,
} from './delivery.ts'
import { priorityDelivery, standardDelivery, xlDelivery } from './delivery.fixtures.ts'

const methods = [standardDelivery, priorityDelivery, xlDelivery]

test('a cart of up to five pieces uses the chosen delivery method', () => {
  expect(getCartDeliveryMethod(methods, 5, 'priority')).toEqual({
    method: priorityDelivery,
    isForced: false,
  })
  expect(getCartDeliveryMethod(methods, 5, null)).toEqual({ method: null, isForced: false })
})

test('a cart of six pieces must use XL whatever was chosen', () => {
  expect(getCartDeliveryMethod(methods, 6, 'standard')).toEqual({
    method: xlDelivery,
    isForced: true,
  })
  expect(getCartDeliveryMethod(methods, 6, null)).toEqual({ method: xlDelivery, isForced: true })
})

test('reducing a cart to five pieces restores the chosen delivery method', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5 }),
      fc.constantFrom(standardDelivery, priorityDelivery, null),
      (count, chosen) => {
        const cart = getCartDeliveryMethod(methods, count, chosen?.id ?? null)
        expect(cart).toEqual({ method: chosen, isForced: false })
      },
    ),
  )
})

test('ignores a stored choice that is automatic or unknown', () => {
  for (const id of ['xl', 'drone', ''])
    expect(getCartDeliveryMethod(methods, 1, id)).toEqual({ method: null, isForced: false })
})

test('delivery methods are chosen or forced by the columns of their rows, whatever their ids', () => {
  const courier = { ...standardDelivery, id: 'courier', isDefault: false }
  const pallet = { ...xlDelivery, id: 'pallet', automaticAbove: 40 }
  const more = [pallet, ...methods, courier]
  expect(getCartDeliveryMethod(more, 5, 'courier')).toEqual({ method: courier, isForced: false })
  expect(getCartDeliveryMethod(more, 40, 'courier')).toEqual({ method: xlDelivery, isForced: true })
  expect(getCartDeliveryMethod(more, 41, 'courier')).toEqual({ method: pallet, isForced: true })
  expect(getAutomaticMethod([], 99)).toBeNull()
})

test('the price of a later subscription box includes delivery, and the first box pays for it', () => {
  expect(isDeliveryInPrice({ deliveryPrice: 0, isSubscription: true })).toBe(true)
  expect(isDeliveryInPrice({ deliveryPrice: 329, isSubscription: true })).toBe(false)
  expect(isDeliveryInPrice({ deliveryPrice: 0, isSubscription: false })).toBe(false)
})

test('turns the description of a delivery method into one sentence or an empty text', () => {
  const sentences = ['One to two working days', ' Next day! ', 'Soon.', '  '].map((description) =>
    deliverySentence({ description }),
  )
  expect(sentences).toEqual(['One to two working days.', 'Next day!', 'Soon.', ''])
})
