import { afterAll, expect, test } from 'vitest'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())

test('REST returns active products in their order with nested prices', async () => {
  await shop.database
    .sql`update public.products set active = false where slug = 'apple-terror-sauce'`
  const { data, error } = await shop.anon
    .from('products')
    .select('*, prices (id, stripe_price_id, unit_amount, currency)')
    .eq('active', true)
    .order('Sort_order', { ascending: true })
  expect(error).toBeNull()
  const rows = data ?? []
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.map((row) => row.slug)).not.toContain('apple-terror-sauce')
  const orders = rows.map((row) => row.Sort_order)
  expect(orders).toEqual(orders.toSorted((a, b) => a - b))
  const priced = rows.find((row) => row.price !== null)
  expect(priced?.prices[0]).toEqual({
    id: expect.any(String),
    stripe_price_id: expect.any(String),
    unit_amount: priced?.price,
    currency: 'gbp',
  })
})

test('REST finds a product by its slug, and an unknown slug is null', async () => {
  const products = shop.anon.from('products')
  const found = await products.select('name').eq('slug', 'nashville-chilli-crisp').maybeSingle()
  expect(found.data).toEqual({ name: expect.any(String) })
  const none = await products.select('name').eq('slug', 'no-such-thing').maybeSingle()
  expect(none).toMatchObject({ data: null, error: null })
})
