import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocateSum } from './allocate.ts'
import { type Discount, calculateDiscount, minimumChargePence } from './discount.ts'

const pence = fc.integer({ min: 30, max: 1_000_000 })
const sums = fc.record({
  goods: pence,
  delivery: fc.integer({ min: 0, max: 2000 }),
})
const discount = fc.oneof(
  fc.record({
    code: fc.constant('X'),
    percent: fc.integer({ min: 1, max: 100 }),
    appliesToDelivery: fc.boolean(),
  }),
  fc.record({
    code: fc.constant('X'),
    pence: fc.integer({ min: 1, max: 99_999 }),
    appliesToDelivery: fc.boolean(),
  }),
)

test.each<[Discount | null, number]>([
  [null, 0],
  [{ code: 'X', percent: 10 }, 170],
  [{ code: 'X', percent: 10, appliesToDelivery: true }, 203],
  [{ code: 'X', percent: 100 }, 1700],
  [{ code: 'X', percent: 100, appliesToDelivery: true }, 1999],
  [{ code: 'X', percent: 99, appliesToDelivery: true }, 1999],
  [{ code: 'X', pence: 500 }, 500],
  [{ code: 'X', pence: 5000 }, 1700],
  [{ code: 'X', pence: 5000, appliesToDelivery: true }, 1999],
  [{ code: 'X', pence: 2028, appliesToDelivery: true }, 1999],
])('the discount %j takes %i pence off £17.00 of goods and £3.29 of delivery', (one, off) => {
  expect(calculateDiscount({ goods: 1700, delivery: 329 }, one)).toBe(off)
})

test('a discount is never negative and leaves at least the provider’s minimum charge', () => {
  fc.assert(
    fc.property(sums, discount, (order, one) => {
      const off = calculateDiscount(order, one)
      const left = order.goods + order.delivery - off
      expect(off).toBeGreaterThanOrEqual(0)
      expect(left).toBeGreaterThanOrEqual(minimumChargePence)
    }),
  )
})

test('a code for goods does not reduce the delivery price', () => {
  fc.assert(
    fc.property(sums, discount, (order, one) => {
      expect(calculateDiscount(order, { ...one, appliesToDelivery: false })).toBeLessThanOrEqual(
        order.goods,
      )
    }),
  )
})

test('the shares of goods and delivery add up to the paid total', () => {
  fc.assert(
    fc.property(sums, discount, ({ goods, delivery }, one) => {
      const total = goods + delivery - calculateDiscount({ goods, delivery }, one)
      const [forGoods = 0, forDelivery = 0] = allocateSum(total, [goods, delivery])
      expect(forGoods + forDelivery).toBe(total)
      expect(forGoods).toBeLessThanOrEqual(goods)
      expect(forDelivery).toBeLessThanOrEqual(delivery)
    }),
  )
})
