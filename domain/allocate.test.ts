import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocateSum } from './allocate.ts'

const pence = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const costs = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 200 })
const total = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)

test.each([
  [1179, [850, 329], [850, 329]],
  [765, [850], [765]],
  [1395, [850, 700], [765, 630]],
  [100, [1, 1, 1], [33, 33, 34]],
  [0, [850, 700], [0, 0]],
  [0, [0, 0], [0, 0]],
])('divides %i pence among items that cost %j as %j', (sum, each, shares) => {
  expect(allocateSum(sum, each)).toEqual(shares)
})

test('the shares add up to the amount, and none is negative', () => {
  fc.assert(
    fc.property(pence, costs, (sum, each) => {
      const shares = allocateSum(sum, each)
      expect(shares).toHaveLength(each.length)
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      expect(total(shares)).toBe(total(each) === 0 ? 0 : sum)
    }),
  )
})

test('each share differs from the exact one by at most a penny', () => {
  fc.assert(
    fc.property(pence, costs, (sum, each) => {
      const whole = total(each)
      fc.pre(whole > 0)
      for (const [place, share] of allocateSum(sum, each).entries()) {
        const exact = (sum * (each[place] ?? 0)) / whole
        expect(Math.abs(share - exact)).toBeLessThan(1.000_01)
      }
    }),
  )
})

test('no item costs more with a discount than without it', () => {
  fc.assert(
    fc.property(costs, fc.double({ min: 0, max: 1, noNaN: true }), (each, part) => {
      const paid = Math.floor(total(each) * part)
      for (const [place, share] of allocateSum(paid, each).entries())
        expect(share).toBeLessThanOrEqual(each[place] ?? 0)
    }),
  )
})

test('a free item gets a share of zero', () => {
  fc.assert(
    fc.property(pence, costs, costs, (sum, before, after) => {
      expect(allocateSum(sum, [...before, 0, ...after])[before.length]).toBe(0)
    }),
  )
})
