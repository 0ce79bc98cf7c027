import { expect, test } from 'vitest'
import { aProduct } from '../../../tests/support/product.ts'
import { findBuyAgainLines } from './again.ts'

const line = {
  position: 0,
  size: null,
  quantity: 3,
  refundedQuantity: 0,
  unitAmount: 850,
  packed: [],
}

/** Returns how many of three pieces can be bought again when the product has these changes, and the missing items. */
function tryAgain(changes: Parameters<typeof aProduct>[0] | null) {
  const product = changes === null ? [] : [aProduct({ id: 'a', name: 'Crisp', ...changes })]
  const lines = [{ ...line, productId: 'a', name: 'Crisp' }]
  const { add, missing } = findBuyAgainLines(lines, new Map(product.map((one) => [one.id, one])))
  return [add.map(({ quantity }) => quantity), missing]
}

test('buying again adds the available products in their former quantity at the current price', () => {
  expect(tryAgain({ price: 900 })).toEqual([[3], []])
  expect(tryAgain({ stock: 3 })).toEqual([[3], []])
})

test('buying again adds as many pieces as are left and reports the shortage', () => {
  expect(tryAgain({ stock: 2 })).toEqual([[2], ['Only 2 left of Crisp.']])
})

test.each([
  [{ isSoldOut: true }, 'Crisp is sold out.'],
  [{ stock: 0 }, 'Crisp is sold out.'],
  [{ isComingSoon: true }, 'Crisp is not out yet.'],
  [{ price: null }, 'Crisp has no price at the moment.'],
  [
    { interval: { unit: 'month' as const, count: 1 } },
    'Crisp is a subscription: start another on its own page.',
  ],
  [null, 'We no longer sell Crisp.'],
])('buying again leaves out %j and says why: %s', (changes, words) => {
  expect(tryAgain(changes)).toEqual([[], [words]])
})

test('buying again leaves out a deleted product', () => {
  const lines = [{ ...line, productId: null, name: 'Old Sauce' }]
  expect(findBuyAgainLines(lines, new Map()).missing).toEqual(['We no longer sell Old Sauce.'])
})
