import { expect, test } from 'vitest'
import { allergens } from './allergen-words.ts'
import { findMissingProductData, type ProductSaleFields } from './product-gaps.ts'

const whole: ProductSaleFields = {
  name: 'Spice Bag Mix',
  price: 450,
  category: 'seasoning',
  photos: [{ src: '/storage/v1/object/public/products/a/b-1200.webp', alt: 'A purple packet' }],
  net: 80,
  ingredients: 'chilli, salt',
  answers: Object.fromEntries(allergens.map(({ id }) => [id, 'free'])),
  storage: 'Keep cool, dry and shut.',
}
const { celery: _, ...withoutCelery } = whole.answers

test('a complete product has no gaps', () => {
  expect(findMissingProductData(whole)).toEqual([])
})

test.each<[Partial<ProductSaleFields>, string[]]>([
  [{ photos: [] }, ['photos']],
  [{ photos: [{ src: '/storage/v1/object/public/products/a/b-1200.webp', alt: ' ' }] }, ['alt']],
  [{ photos: [{ src: '/generated/stickers/a.svg', alt: '' }] }, []],
  [{ name: ' ' }, ['name']],
  [{ price: null }, ['price']],
  [{ net: null }, ['net']],
  [{ ingredients: '' }, ['ingredients']],
  [{ answers: withoutCelery }, ['allergen-celery']],
  [{ ingredients: 'chilli, mustard' }, ['allergen-mustard']],
  [{ ingredients: 'Chillies\n- Coconut\n- Milk' }, ['allergen-milk']],
  [{ storage: '' }, ['storage']],
  [{ answers: {}, net: null, ingredients: '', storage: '', category: 'merchandise' }, []],
])('a product with %j has gaps in the fields %j', (changes, fields) => {
  expect(findMissingProductData({ ...whole, ...changes }).map(({ field }) => field)).toEqual(fields)
})
