import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateRefundShare } from './refund-share.ts'

test('one of three that cost £10.00 is a third of it, down to the penny', () => {
  const line = { quantity: 3, paid: 1000, gone: 0 }
  expect(calculateRefundShare(line, 1)).toBe(333)
  expect(calculateRefundShare({ ...line, gone: 1 }, 1)).toBe(333)
  expect(calculateRefundShare({ ...line, gone: 2 }, 1)).toBe(334)
})

test('however the pieces go back, together they are what was paid', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 10 }),
      (paid, steps) => {
        const quantity = steps.reduce((sum, step) => sum + step, 0)
        let gone = 0
        let back = 0
        for (const step of steps) {
          back += calculateRefundShare({ quantity, paid, gone }, step)
          gone += step
        }
        expect(back).toBe(paid)
      },
    ),
  )
})
