import { expect, test } from 'vitest'
import { aProduct } from '../../../tests/support/product.ts'
import { toScriptJson } from '../../features/seo/json-ld.tsx'
import { breadcrumbData } from '../../features/seo/breadcrumb-data.ts'
import { productData } from './structured-data.ts'

const site = 'https://shop.example'

test('the structured data of a product contains its offer', () => {
  expect(productData(aProduct(), site)).toMatchObject({
    '@type': 'Product',
    name: 'Nashville Chilli Crisp',
    image: ['https://shop.example/generated/stickers/nashville-chilli-crisp.svg'],
    brand: { name: 'Y’alright' },
    sku: 'nashville-chilli-crisp',
    keywords: 'nashville, spicy, chilli-crisp',
    award: 'Best Seller',
    offers: {
      url: 'https://shop.example/shop/chilli-crisp/nashville-chilli-crisp',
      priceCurrency: 'GBP',
      price: '8.50',
      availability: 'https://schema.org/InStock',
    },
  })
})

test('the structured data calls sold-out products out of stock and coming-soon products pre-order', () => {
  expect(productData(aProduct({ isSoldOut: true }), site)).toMatchObject({
    offers: { availability: 'https://schema.org/OutOfStock' },
  })
  expect(productData(aProduct({ isComingSoon: true }), site)).toMatchObject({
    offers: { availability: 'https://schema.org/PreOrder' },
  })
})

test('the structured data names hot and limited products, allergens and ingredients', () => {
  const product = aProduct({ isHot: true, isSeasonalLimited: true, isBestSeller: false })
  const data = productData(product, site)
  expect(data).not.toHaveProperty('award')
  expect(data).toMatchObject({
    additionalProperty: [
      { name: 'allergens', value: 'Contains soya.' },
      { name: 'ingredients', value: 'rapeseed oil, crispy shallots (28%), soya sauce' },
      { name: 'spice level', value: 'Hot' },
      { name: 'edition', value: 'Limited Edition' },
    ],
  })
})

test('the structured data leaves unknown allergens out', () => {
  expect(toScriptJson(productData(aProduct({ allergens: null }), site))).not.toContain('allergens')
})

test.each([null, 0])('a product whose price is %s has no offer in its structured data', (price) => {
  expect(productData(aProduct({ price }), site)).not.toHaveProperty('offers')
})

test('the positions of a breadcrumb start at one', () => {
  expect(breadcrumbData([{ name: 'Shop', path: '/shop' }], site)).toMatchObject({
    itemListElement: [{ position: 1, name: 'Shop', item: 'https://shop.example/shop' }],
  })
})
