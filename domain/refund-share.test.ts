import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateRefundShare } from './refund-share.ts'

test('refunds a third of £10.00 to the penny for one of three pieces', () => {
  const line = { quantity: 3, paid: 1000, gone: 0 }
  expect(calculateRefundShare(line, 1)).toBe(333)
  expect(calculateRefundShare({ ...line, gone: 1 }, 1)).toBe(333)
  expect(calculateRefundShare({ ...line, gone: 2 }, 1)).toBe(334)
})

test('the refunds of all pieces add up to the amount paid, in any steps', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 10 }),
      (paid, steps) => {
        const quantity = steps.reduce((sum, step) => sum + step, 0)
        let gone = 0
        let refunded = 0
        for (const step of steps) {
          refunded += calculateRefundShare({ quantity, paid, gone }, step)
          gone += step
        }
        expect(refunded).toBe(paid)
      },
    ),
  )
})
