import { afterAll, beforeAll, expect, test } from 'vitest'
import { listProducts } from '../../app/features/catalogue/queries.server.ts'
import { availability, canBuy, hasPrice } from '../../domain/availability.ts'
import { anyChoice, chooseProducts, filters, readFilter } from '../../domain/filters.ts'
import type { Product } from '../../domain/product.ts'
import { createTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
let album: Product[]
beforeAll(async () => {
  shop = await createTestShop()
  album = await listProducts(shop.anon)
})
afterAll(() => shop.stop())

test('each filter shows as many stickers as the album was made with', () => {
  const counts = filters.map(({ slug }) => {
    const left = chooseProducts(album, { ...anyChoice, filter: slug })
    return [slug, left.length]
  })
  expect(Object.fromEntries(counts)).toEqual({
    '': 24,
    'best-seller': 5,
    nashville: 2,
    spicy: 8,
    sauces: 8,
    merchandise: 3,
    'subscription-box': 4,
    bbq: 3,
    'limited-edition': 3,
    'cooking-ingredient': 8,
  })
})

test('the way back from each product leads to a shelf that it stands on', () => {
  for (const product of album) {
    const filter = readFilter(product.category)
    const shelf = chooseProducts(album, { ...anyChoice, filter })
    expect(shelf).toContain(product)
  }
})

test('the album has every state: sold out, coming soon, without a price, and for sale', () => {
  const slugsOf = (wanted: (product: Product) => boolean) =>
    album.filter(wanted).map((product) => product.slug)
  expect(slugsOf((product) => availability(product) === 'sold-out')).toHaveLength(2)
  expect(slugsOf((product) => availability(product) === 'coming-soon')).toHaveLength(2)
  expect(slugsOf((product) => !hasPrice(product))).toEqual(['black-garlic-ranch-dust'])
  expect(album.filter(canBuy)).toHaveLength(19)
})

test('what was counted and is gone is sold out to every visitor', async () => {
  const slug = 'hot-tomato-ketchup'
  await shop.database.sql`update public.products set stock = 0 where slug = ${slug}`
  const now = await listProducts(shop.anon)
  await shop.database.sql`update public.products set stock = null where slug = ${slug}`
  const ketchup = now.find((product) => product.slug === slug)
  expect(ketchup && availability(ketchup)).toBe('sold-out')
})
