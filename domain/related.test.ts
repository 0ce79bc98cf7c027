import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aProduct } from '../tests/support/product.ts'
import { canBuy } from './availability.ts'
import { findRelatedProducts } from './related.ts'

const chilli = aProduct({ id: 'chilli', tags: ['#spicy', '#nashville'], category: 'chilli-crisp' })
const dust = aProduct({ id: 'dust', tags: ['#spicy', '#nashville'], category: 'seasoning' })
const sauce = aProduct({ id: 'sauce', tags: ['#spicy'], category: 'hot-sauce' })
const mug = aProduct({ id: 'mug', tags: ['#homeware'], category: 'merchandise' })

const getIds = (products: { id: string }[]) => products.map((product) => product.id)

test('products with more common tags come first, and a product is not related to itself', () => {
  expect(getIds(findRelatedProducts([mug, sauce, chilli, dust])(chilli, 5))).toEqual([
    'dust',
    'sauce',
    'mug',
  ])
})

test('related products that cannot be bought come last', () => {
  const gone = { ...dust, isSoldOut: true }
  expect(getIds(findRelatedProducts([gone, mug])(chilli, 5))).toEqual(['mug', 'dust'])
})

test('returns no more related products than requested', () => {
  expect(findRelatedProducts([dust, sauce, mug])(chilli, 2)).toHaveLength(2)
})

test('sorts the related products of any album by closeness, then by their order in the album', () => {
  const some = fc.record({
    tags: fc.uniqueArray(fc.constantFrom('#spicy', '#honey', '#vegan', '#tee')),
    category: fc.constantFrom('hot-sauce', 'merchandise'),
    isSoldOut: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 30 }), (album) => {
      const all = album.map((one, at) => aProduct({ ...one, id: String(at) }))
      const [first, ...others] = all
      if (first === undefined) return
      const score = (other: typeof first) =>
        (canBuy(other) ? 100 : 0) +
        2 * other.tags.filter((tag) => first.tags.includes(tag)).length +
        (other.category === first.category ? 1 : 0)
      const expected = others.toSorted((one, other) => score(other) - score(one)).slice(0, 5)
      expect(findRelatedProducts(all)(first, 5)).toEqual(expected)
    }),
  )
})
