import { afterAll, beforeAll, expect, test } from 'vitest'
import { toProduct, type ProductRow } from '../../domain/product.ts'
import { albumSql, sandboxPriceId, sandboxRateId } from '../../supabase/seed/seed-sql.ts'
import { seedDeliveryMethods } from '../../supabase/seed/delivery-methods.ts'
import { seedProducts, type SeedProduct } from '../../supabase/seed/products.ts'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'

let seeded: TestDatabase
beforeAll(async () => {
  seeded = await startTestDatabase()
})
afterAll(async () => {
  await seeded.stop()
})

function asProduct(seed: SeedProduct): object {
  const { number, imageUrl, netLabel: _label, answers: _answers, priceId, ...rest } = seed
  const price = {
    id: priceId,
    stripePriceId: sandboxPriceId(seed.slug),
    unitAmount: seed.price,
    currency: 'gbp',
  }
  return {
    ...rest,
    image: imageUrl[0],
    images: imageUrl,
    active: true,
    sortOrder: number,
    prices: priceId === null ? [] : [price],
    priceId: priceId === null ? null : price.stripePriceId,
  }
}

test('the seeded catalogue reads back as it was written', async () => {
  const rows = await seeded.sql<ProductRow[]>`
    select p.*, coalesce((select jsonb_agg(to_jsonb(c)) from prices c where c.product_id = p.id), '[]') as prices
    from products p order by "Sort_order"`
  expect(rows.map(toProduct)).toEqual(seedProducts.map(asProduct))
})

test('the seeded delivery methods carry the rates of the sandbox', async () => {
  const rows = await seeded.sql`
    select id, name, description, price, stripe_id, is_default, is_priority, automatic_above
    from delivery_methods order by "Sort_order"`
  expect([...rows]).toEqual(
    seedDeliveryMethods.map((method) => ({ ...method, stripe_id: sandboxRateId(method.id) })),
  )
})

test('switching payment accounts and back restores the ids of the sandbox account', async () => {
  const ids = async () => [
    ...(await seeded.sql`select id::text, stripe_price_id as at from prices
      union all select id, stripe_id from delivery_methods order by id`),
  ]
  const before = await ids()
  expect(before).toHaveLength(26)
  await seeded.sql`select use_payment_account('live')`
  expect((await ids()).filter(({ at }) => at !== null)).toEqual([])
  await seeded.sql`select use_payment_account('sandbox')`
  expect(await ids()).toEqual(before)
})

test('seeding again keeps the owner’s changes and restores no removed product or price', async () => {
  const owned = await startTestDatabase()
  await owned.sql`update products set name = 'Salt Bag Mix', stock = 3 where slug = 'spice-bag-mix'`
  await owned.sql`update prices set unit_amount = 495 where stripe_price_id = 'price_sandbox_spice_bag_mix'`
  await owned.sql`delete from prices where stripe_price_id = 'price_sandbox_hot_tomato_ketchup'`
  await owned.sql`delete from products where slug = 'yalright-mug'`
  await owned.sql`update delivery_methods set price = 400 where id = 'standard'`

  await owned.sql.unsafe(albumSql())

  const [changed] = await owned.sql`
    select name, stock, next_amount from products join prices on product_id = products.id where slug = 'spice-bag-mix'`
  const [unpriced] = await owned.sql`select price from products where slug = 'hot-tomato-ketchup'`
  const [counts] = await owned.sql`
    select (select count(*)::int from products) as products, (select count(*)::int from prices) as prices,
      (select next_price from delivery_methods where id = 'standard') as standard`
  expect(changed).toEqual({ name: 'Salt Bag Mix', stock: 3, next_amount: 495 })
  expect(unpriced).toEqual({ price: null })
  expect(counts).toEqual({ products: 23, prices: 21, standard: 400 })
  await owned.stop()
})
