import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CatalogueUnavailable,
  findProduct,
  listBestSellers,
  listDeliveryMethods,
  listProducts,
  logCatalogueUnavailable,
} from '../../app/features/catalogue/queries.server.ts'
import { createTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.stop())

const atOnce = () => Promise.resolve()

/** Returns a client whose first `times` requests fail, and a function that returns the number of its requests. */
function failing(times: number) {
  let requests = 0
  const client: SupabaseClient = createClient(shop.siteUrl.origin, shop.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input, init) => {
        requests += 1
        const error = { code: 'PGRST001', message: 'connect ECONNREFUSED /run/postgresql' }
        return requests <= times
          ? Promise.resolve(Response.json(error, { status: 503 }))
          : shop.backend.fetch(input, init)
      },
    },
  })
  return { client, requests: () => requests }
}

test('the list has all 24 products in their order, each with its first price', async () => {
  const products = await listProducts(shop.anon)
  expect(products.map((product) => product.sortOrder)).toEqual(
    Array.from({ length: 24 }, (_, index) => index + 1),
  )
  const crisp = products[0]
  expect(crisp).toMatchObject({ slug: 'nashville-chilli-crisp', price: 850 })
  expect(crisp?.priceId).toMatch(/^price_/)
  expect(crisp?.prices).toHaveLength(1)
})

test('an inactive product is neither listed nor found', async () => {
  const slug = 'yalright-mug'
  await shop.database.sql`update public.products set active = false where slug = ${slug}`
  const listed = await listProducts(shop.anon)
  const found = await findProduct(shop.anon, slug)
  await shop.database.sql`update public.products set active = true where slug = ${slug}`
  expect(listed.map((product) => product.slug)).not.toContain(slug)
  expect(found).toBeNull()
})

test('a product is found by its slug or id in any case', async () => {
  const bySlug = await findProduct(shop.anon, 'Spice-Bag-Mix')
  expect(bySlug?.name).toBe('Spice Bag Mix')
  const byId = await findProduct(shop.anon, bySlug?.id.toUpperCase() ?? '')
  expect(byId).toEqual(bySlug)
})

test('an unknown product is null', async () => {
  expect(await findProduct(shop.anon, 'unicorn-tears')).toBeNull()
  expect(await findProduct(shop.anon, '00000000-0000-4000-8000-000000000000')).toBeNull()
})

test('a key that can be neither slug nor id causes no request', async () => {
  const source = failing(9)
  for (const key of ['', '..', 'a,b', 'x"y', 'a*', '\u0000', 'é', `${'long-'.repeat(40)}name`])
    expect(await findProduct(source.client, key, atOnce)).toBeNull()
  expect(source.requests()).toBe(0)
})

test('a failed list is retried twice', async () => {
  const source = failing(2)
  expect(await listProducts(source.client, atOnce)).toHaveLength(24)
  expect(source.requests()).toBe(3)
})

test('a failed product is retried once', async () => {
  const source = failing(1)
  expect(await findProduct(source.client, 'spice-bag-mix', atOnce)).not.toBeNull()
  expect(source.requests()).toBe(2)
})

test(
  'a visitor gets an error without database details after the last retry',
  { tags: ['abuse-37'] },
  async () => {
    const source = failing(9)
    const failure = await listProducts(source.client, atOnce).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CatalogueUnavailable)
    expect(String(failure)).toContain('The shop’s shelves could not be read.')
    expect(String(failure)).not.toMatch(/PGRST|ECONNREFUSED|postgresql/)
    expect(source.requests()).toBe(3)
    const logged: unknown[] = []
    logCatalogueUnavailable(failure, {
      logFailure: (message, cause) => logged.push(message, cause),
    })
    expect(logged).toEqual([
      'The shop’s shelves could not be read.',
      expect.objectContaining({
        code: 'PGRST001',
        message: expect.stringContaining('ECONNREFUSED'),
      }),
    ])
  },
)

test('an error of another kind is thrown on instead of being shown as a catalogue failure', () => {
  const fault = new TypeError('a slip')
  expect(() => logCatalogueUnavailable(fault, { logFailure: () => undefined })).toThrow(fault)
})

test('a tag that contradicts the label is not shown on any page', async () => {
  const slug = 'nashville-chilli-crisp'
  const { tags, allergens, allergen_answers } = await writeProduct(slug, {
    tags: ['#spicy', '#gluten-free', '#dairyfree', 'no eggs', '#vegan', '#celery-free'],
    allergens: 'Contains: wheat, milk.',
    allergen_answers: { celery: 'free' },
  })
  const listed = await listProducts(shop.anon)
  const found = await findProduct(shop.anon, slug)
  await writeProduct(slug, { tags, allergens, allergen_answers })
  for (const product of [found, listed.find((each) => each.slug === slug)])
    expect(product?.tags).toEqual(['#spicy', '#celery-free'])
})

/** Updates a product with the secret key. Returns the row as it was before. */
async function writeProduct(slug: string, changes: object) {
  const products = () => shop.secret.from('products')
  const { data } = await products()
    .select('tags, allergens, allergen_answers')
    .eq('slug', slug)
    .single()
    .throwOnError()
  await products().update(changes).eq('slug', slug).throwOnError()
  return data
}

test('the delivery prices are those of the specification', async () => {
  const methods = await listDeliveryMethods(shop.anon)
  expect(methods.map(({ id, price }) => [id, price])).toEqual([
    ['standard', 329],
    ['priority', 394],
    ['xl', 649],
  ])
})

test('best sellers are ordered by sold quantity without refunded and unpaid orders', async () => {
  expect(await listBestSellers(shop.anon)).toEqual([])
  const order = async (status: string, slug: string, quantity: number, refunded = 0) => {
    await shop.database.sql`
      with placed as (
        insert into public.orders (
          email, status, subtotal, delivery_price, total, delivery_method_id, delivery_name, delivery_address, cart_hash, terms_version
        )
        values ('best@example.com', ${status}, 850, 329, 1179, 'standard', 'Standard', '{}', ${slug}, 'v') returning id
      )
      insert into public.order_items (order_id, position, product_id, slug, name, unit_amount, quantity, refunded_quantity, stripe_price_id)
      select placed.id, 0, p.id, p.slug, p.name, 850, ${quantity}, ${refunded}, 'price_1'
      from placed, public.products p where p.slug = ${slug}`
  }
  await order('paid', 'spice-bag-mix', 2)
  await order('fulfilled', 'hot-tomato-ketchup', 3)
  await order('partially_refunded', 'apple-terror-sauce', 9, 8)
  await order('payment_failed', 'nashville-chilli-crisp', 40)
  const slugs = new Map((await listProducts(shop.anon)).map(({ id, slug }) => [id, slug]))
  const sold = await listBestSellers(shop.anon)
  expect(sold.map((id) => slugs.get(id))).toEqual([
    'hot-tomato-ketchup',
    'spice-bag-mix',
    'apple-terror-sauce',
  ])
})

test('lists a thousand products with long descriptions and whole labels', async () => {
  const added = await shop.database.sql<{ id: string }[]>`
    insert into public.products
    select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'slug', p.slug || '-' || n,
      'description', repeat('Smoky, sweet and loud. ', 100), 'Sort_order', 1000 + n))).*
    from public.products p, generate_series(1, 1000) as n where p.slug = 'nashville-chilli-crisp'
    returning id`
  const products = await listProducts(shop.anon)
  await shop.database.sql`delete from public.products where "Sort_order" > 1000`
  expect(products).toHaveLength(24 + added.length)
})
