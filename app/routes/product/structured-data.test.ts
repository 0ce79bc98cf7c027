import { expect, test } from 'vitest'
import { aProduct } from '../../../tests/support/product.ts'
import { scriptJson } from '../../features/seo/json-ld.tsx'
import { breadcrumbData } from '../../features/seo/breadcrumb-data.ts'
import { productData } from './structured-data.ts'

const site = 'https://shop.example'

test('a product is described with its offer', () => {
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

test('sold out is out of stock and coming soon is a pre-order', () => {
  expect(productData(aProduct({ isSoldOut: true }), site)).toMatchObject({
    offers: { availability: 'https://schema.org/OutOfStock' },
  })
  expect(productData(aProduct({ isComingSoon: true }), site)).toMatchObject({
    offers: { availability: 'https://schema.org/PreOrder' },
  })
})

test('hot and limited are named, and so are allergens and ingredients', () => {
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

test('unknown allergens are left out', () => {
  expect(scriptJson(productData(aProduct({ allergens: null }), site))).not.toContain('allergens')
})

test.each([null, 0])('a product whose price is %s is offered to nobody', (price) => {
  expect(productData(aProduct({ price }), site)).not.toHaveProperty('offers')
})

test('the breadcrumb counts from one', () => {
  expect(breadcrumbData([{ name: 'Shop', path: '/shop' }], site)).toMatchObject({
    itemListElement: [{ position: 1, name: 'Shop', item: 'https://shop.example/shop' }],
  })
})
