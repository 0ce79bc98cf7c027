import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  deliveryFor,
  deliverySentence,
  isDeliveryInPrice,
  parseDeliveryChoice,
  toDeliveryOption,
} from './delivery.ts'

test('up to five pieces travel as chosen', () => {
  expect(deliveryFor(5, 'priority')).toEqual({ id: 'priority', forced: false })
  expect(deliveryFor(5, null)).toEqual({ id: null, forced: false })
})

test('six pieces are forced to XL, whatever was chosen', () => {
  expect(deliveryFor(6, 'standard')).toEqual({ id: 'xl', forced: true })
  expect(deliveryFor(6, null)).toEqual({ id: 'xl', forced: true })
})

test('dropping back to five gives the old choice again', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5 }),
      fc.constantFrom('standard', 'priority', null),
      (count, chosen) => {
        expect(deliveryFor(count, chosen)).toEqual({ id: chosen, forced: false })
      },
    ),
  )
})

test('the delivery of a later box is in its price, that of a first one is paid', () => {
  expect(isDeliveryInPrice({ deliveryPrice: 0, isSubscription: true })).toBe(true)
  expect(isDeliveryInPrice({ deliveryPrice: 329, isSubscription: true })).toBe(false)
  expect(isDeliveryInPrice({ deliveryPrice: 0, isSubscription: false })).toBe(false)
})

test('XL is never read back as a choice', () => {
  expect(parseDeliveryChoice('standard')).toBe('standard')
  for (const value of ['xl', 'drone', '', null, {}]) expect(parseDeliveryChoice(value)).toBeNull()
})

test('a row becomes an option, an unknown method none', () => {
  const row = { id: 'xl', name: 'XL', description: '', price: 649, stripe_id: 'shr_sandbox_xl' }
  expect(toDeliveryOption(row)).toEqual({
    id: 'xl',
    name: 'XL',
    description: '',
    price: 649,
    stripeId: 'shr_sandbox_xl',
  })
  expect(toDeliveryOption({ ...row, id: 'drone' })).toBeNull()
})

test('what the owner says of a way of delivery becomes one sentence, or none', () => {
  const sentences = ['One to two working days', ' Next day! ', 'Soon.', '  '].map((description) =>
    deliverySentence({ description }),
  )
  expect(sentences).toEqual(['One to two working days.', 'Next day!', 'Soon.', ''])
})
