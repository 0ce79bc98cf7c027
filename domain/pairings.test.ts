import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aProduct } from '../tests/support/product.ts'
import { sortByBestSeller, filterQuickAddProducts } from './pairings.ts'

const getIds = (products: { id: string }[]) => products.map((product) => product.id)

test('quick add offers only products that can be bought, and no subscription boxes', () => {
  const all = [
    aProduct({ id: 'sauce' }),
    aProduct({ id: 'box', interval: { unit: 'month', count: 1 } }),
    aProduct({ id: 'gone', isSoldOut: true }),
    aProduct({ id: 'soon', isComingSoon: true }),
    aProduct({ id: 'none left', stock: 0 }),
    aProduct({ id: 'no price', price: null }),
  ]
  expect(getIds(filterQuickAddProducts(all))).toEqual(['sauce'])
})

test('best sellers come first, then the others in the order of the album', () => {
  const album = ['a', 'b', 'c', 'd'].map((id) => aProduct({ id }))
  expect(getIds(sortByBestSeller(album, ['d', 'b']))).toEqual(['d', 'b', 'a', 'c'])
})

test('the album keeps its order when none of its products was sold', () => {
  const id = fc.uuid()
  fc.assert(
    fc.property(fc.uniqueArray(id), fc.array(id), (ids, gone) => {
      const album = ids.map((one) => aProduct({ id: one }))
      const sold = gone.filter((one) => !ids.includes(one))
      expect(getIds(sortByBestSeller(album, sold))).toEqual(ids)
    }),
  )
})
