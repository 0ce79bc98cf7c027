import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateIncludedVat } from './vat.ts'

test('the VAT included in £24.00 at the standard rate is £4.00', () => {
  expect([
    calculateIncludedVat(2400),
    calculateIncludedVat(-2400),
    calculateIncludedVat(0),
    calculateIncludedVat(1),
  ]).toEqual([400, -400, 0, 0])
})

test('the included VAT is exact within half a penny, and a refund takes the same VAT back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (pence) => {
      const vat = calculateIncludedVat(pence)
      expect(Math.abs(vat - pence / 6)).toBeLessThanOrEqual(0.5)
      expect(calculateIncludedVat(-pence) + vat).toBe(0)
    }),
  )
})
