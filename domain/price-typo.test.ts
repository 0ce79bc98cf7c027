import { expect, test } from 'vitest'
import { isLikelyPriceTypo } from './price-typo.ts'

test.each([
  [850, 8500, true],
  [850, 8499, false],
  [850, 85, true],
  [850, 86, false],
  [850, 9, true],
  [850, 900, false],
  [850, 0, true],
  [0, 850, false],
  [null, 85_000, false],
])('a price change from %s to %i pence looks like a typing error: %s', (former, next, slip) => {
  expect(isLikelyPriceTypo(former, next)).toBe(slip)
})
