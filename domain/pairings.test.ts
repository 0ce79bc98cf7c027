import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aProduct } from '../tests/support/product.ts'
import { sortByBestSeller, filterQuickAdd } from './pairings.ts'

const idsOf = (products: { id: string }[]) => products.map((product) => product.id)

test('one tap adds what can be bought, and no box: that is a subscription', () => {
  const all = [
    aProduct({ id: 'sauce' }),
    aProduct({ id: 'box', interval: { unit: 'month', count: 1 } }),
    aProduct({ id: 'gone', isSoldOut: true }),
    aProduct({ id: 'soon', isComingSoon: true }),
    aProduct({ id: 'none left', stock: 0 }),
    aProduct({ id: 'no price', price: null }),
  ]
  expect(idsOf(filterQuickAdd(all))).toEqual(['sauce'])
})

test('what sold most comes first, then the album', () => {
  const album = ['a', 'b', 'c', 'd'].map((id) => aProduct({ id }))
  expect(idsOf(sortByBestSeller(album, ['d', 'b']))).toEqual(['d', 'b', 'a', 'c'])
})

test('where nothing was sold, or only what has left the album, the album stays as it is', () => {
  const id = fc.uuid()
  fc.assert(
    fc.property(fc.uniqueArray(id), fc.array(id), (ids, gone) => {
      const album = ids.map((one) => aProduct({ id: one }))
      const sold = gone.filter((one) => !ids.includes(one))
      expect(idsOf(sortByBestSeller(album, sold))).toEqual(ids)
    }),
  )
})
