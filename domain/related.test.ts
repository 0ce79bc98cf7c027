import { expect, test } from 'vitest'
import { aProduct } from '../tests/support/product.ts'
import { relatedProducts } from './related.ts'

const chilli = aProduct({ id: 'chilli', tags: ['#spicy', '#nashville'], category: 'chilli-crisp' })
const dust = aProduct({ id: 'dust', tags: ['#spicy', '#nashville'], category: 'seasoning' })
const sauce = aProduct({ id: 'sauce', tags: ['#spicy'], category: 'hot-sauce' })
const mug = aProduct({ id: 'mug', tags: ['#homeware'], category: 'merchandise' })

const idsOf = (products: { id: string }[]) => products.map((product) => product.id)

test('what has more tags in common stands nearer, and a product is not its own neighbour', () => {
  expect(idsOf(relatedProducts(chilli, [mug, sauce, chilli, dust], 5))).toEqual([
    'dust',
    'sauce',
    'mug',
  ])
})

test('what cannot be bought comes after all that can', () => {
  const gone = { ...dust, isSoldOut: true }
  expect(idsOf(relatedProducts(chilli, [gone, mug], 5))).toEqual(['mug', 'dust'])
})

test('no more than asked for', () => {
  expect(relatedProducts(chilli, [dust, sauce, mug], 2)).toHaveLength(2)
})
