import { afterAll, beforeAll, expect, test } from 'vitest'
import { listProducts } from '../../app/features/catalogue/queries.server.ts'
import { getAvailability, canBuy, hasPrice } from '../../domain/availability.ts'
import {
  defaultListingChoice,
  filterAndSortProducts,
  filters,
  createFilterMatcher,
  parseFilter,
} from '../../domain/filters.ts'
import type { Product } from '../../domain/product.ts'
import { seedProducts } from '../../supabase/seed/products.ts'
import { createTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
let album: Product[]
beforeAll(async () => {
  shop = await createTestShop()
  album = await listProducts(shop.anon)
})
afterAll(() => shop.stop())

test('each filter shows the same products as in the seed', () => {
  for (const { slug } of filters) {
    const left = filterAndSortProducts(album, { ...defaultListingChoice, filter: slug })
    const made = seedProducts.filter(createFilterMatcher(slug))
    expect(left.map((product) => product.slug)).toEqual(made.map((product) => product.slug))
  }
})

test('the shelf that a product page leads back to contains the product', () => {
  for (const product of album) {
    const filter = parseFilter(product.category)
    const shelf = filterAndSortProducts(album, { ...defaultListingChoice, filter })
    expect(shelf).toContain(product)
  }
})

test('the seeded products include sold out, coming soon, unpriced and available ones', () => {
  const slugsOf = (wanted: (product: Product) => boolean) =>
    album.filter(wanted).map((product) => product.slug)
  expect(slugsOf((product) => getAvailability(product) === 'sold-out')).toHaveLength(2)
  expect(slugsOf((product) => getAvailability(product) === 'coming-soon')).toHaveLength(2)
  expect(slugsOf((product) => !hasPrice(product))).toEqual(['black-garlic-ranch-dust'])
  expect(album.filter(canBuy)).toHaveLength(19)
})

test('a product with a counted stock of zero is sold out for every visitor', async () => {
  const slug = 'hot-tomato-ketchup'
  await shop.database.sql`update public.products set stock = 0 where slug = ${slug}`
  const now = await listProducts(shop.anon)
  await shop.database.sql`update public.products set stock = null where slug = ${slug}`
  const ketchup = now.find((product) => product.slug === slug)
  expect(ketchup && getAvailability(ketchup)).toBe('sold-out')
})
