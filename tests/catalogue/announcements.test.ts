import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CardProduct, toCard } from '../../app/features/catalogue/card-product.ts'
import { toShownProduct } from '../../app/features/catalogue/shown-product.server.ts'
import type { ProductRow } from '../../domain/product.ts'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'

const slug = 'spice-bag-mix'
const end = 'that was all'

let database: TestDatabase
let id: string
let received: string[] = []

beforeAll(async () => {
  database = await startTestDatabase()
  const rows = await database.sql`select id from public.products where slug = ${slug}`
  id = String(rows[0]?.id)
  await database.sql.listen('catalogue_changed', (payload) => received.push(payload))
})
afterAll(() => database.stop())

beforeEach(async () => {
  await database.sql`update public.products set stock = 50 where slug = ${slug}`
  await database.sql`delete from public.announcements`
})

/**
 * Runs the statements in one transaction and returns the resulting announcements, after checking that clients that use
 * LISTEN and clients that poll get the same ones.
 */
async function announcedBy(...statements: string[]): Promise<string[]> {
  await readAnnouncements()
  const { seen } = await askSince(null)
  await database.sql.begin(async (tx) => {
    for (const statement of statements) await tx.unsafe(statement)
  })
  const all = await readAnnouncements()
  expect((await askSince(seen)).announced).toEqual(all)
  return all
}

/** Polls for announcements, like a process that cannot use LISTEN. */
async function askSince(seen: string | null): Promise<{ seen: string; announced: string[] }> {
  const [row] = await database.sql`select public.announcements_since(${seen}) as news`
  const announced = row?.news.announcements.map(
    (each: { announcement: string }) => each.announcement,
  )
  return { seen: row?.news.seen, announced }
}

/**
 * Returns the announcements received so far. They arrive in the order of their transactions, so all are there once this
 * function's own end mark has arrived.
 */
async function readAnnouncements(): Promise<string[]> {
  await database.sql`select pg_notify('catalogue_changed', ${end})`
  await expect.poll(() => received).toContain(end)
  const all = received.filter((payload) => payload !== end)
  received = []
  return all
}

const change = (changes: string) =>
  announcedBy(`update public.products set ${changes} where slug = '${slug}'`)

test('a statement that changes no row announces nothing', { tags: ['abuse-pages'] }, async () => {
  expect(
    await announcedBy(
      `update public.products set stock = stock - 1 where false`,
      `update public.prices set unit_amount = 1 where false`,
      `update public.delivery_methods set price = 1 where false`,
      `select public.reserve_stock(gen_random_uuid())`,
      `select public.use_payment_account('sandbox')`,
    ),
  ).toEqual([])
})

test('an update that changes no value announces nothing', async () => {
  expect(await change('name = name, price = price, stock = stock')).toEqual([])
  expect(
    await announcedBy(
      'update public.prices set unit_amount = unit_amount',
      'update public.delivery_methods set name = name',
    ),
  ).toEqual([])
})

test.each([
  ['500', '498'],
  ['99', 'null'],
  ['null', '200'],
])(
  'a change of the stock from %s to %s is not announced, since no page shows it',
  { tags: ['abuse-pages'] },
  async (from, to) => {
    await change(`stock = ${from}`)
    expect(await change(`stock = ${to}`)).toEqual([])
  },
)

test('a change among the last pieces is announced for the page of the product', async () => {
  expect(await change('stock = 49')).toEqual([`product:${slug} product:${id}`])
})

test.each([
  ['1', '0'],
  ['0', '3'],
  ['0', 'null'],
  ['null', '0'],
])('a change of the stock from %s to %s is announced for all lists', async (from, to) => {
  await change(`stock = ${from}`)
  expect(await change(`stock = ${to}`)).toEqual(['all'])
})

test.each([
  `name = 'Salt Bag Mix'`,
  `description = 'Shake it.'`,
  '"Sort_order" = 99',
  '"isBestSeller" = not "isBestSeller"',
  `allergens = 'Contains celery.'`,
  'net_quantity = net_quantity + 1',
  'active = false',
  'active = true',
])('a change of %s is announced for all lists', async (changes) => {
  expect(await change(changes)).toEqual(['all'])
})

test.each([`stats = '[]'`, `storage = 'A shelf.'`, `recipeideas = '{"Chips": "Shake it on."}'`])(
  'a change of %s is announced for the page of the product',
  async (changes) => {
    expect(await change(changes)).toEqual([`product:${slug} product:${id}`])
  },
)

const own = [
  'id',
  'slug',
  'price',
  'active',
  'stock',
  'shelf_version',
  'weight_grams',
  'created_at',
  'updated_at',
]
const others: Record<string, string | undefined> = {
  tint: `'sky'`,
  allergens: `'May contain lupin.'`,
  net_unit: `'ml'`,
  allergen_answers: `'{"celery": "may"}'`,
  on_sale_from: 'current_date',
  recipe_changed_at: 'now()',
}
const otherOf: Record<string, (column: string) => string> = {
  text: (column) => `coalesce(${column}, '') || 'x'`,
  boolean: (column) => `not ${column}`,
  smallint: (column) => `${column} + 1`,
  integer: (column) => `${column} + 1`,
  numeric: (column) => `${column} + 1`,
  ARRAY: (column) => `array_append(${column}, 'x')`,
  jsonb: (column) =>
    `${column} || case jsonb_typeof(${column}) when 'array' then '[{"name": "Salt", "score": 1}]' else '{"A": "B"}' end::jsonb`,
}

async function cardOfIt(): Promise<CardProduct> {
  const [row] = await database.sql<ProductRow[]>`
    select p.*, (select jsonb_agg(to_jsonb(c)) from public.prices c where c.product_id = p.id) as prices
    from public.products p where slug = ${slug}`
  if (row === undefined) throw new Error(`no product ${slug}`)
  return toCard(toShownProduct(row))
}

test('a change of a column is announced for all lists exactly when a card shows it', async () => {
  const columns = await database.sql`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = 'products' and column_name <> all (${own})`
  expect(columns.length).toBeGreaterThan(20)
  for (const { name, type } of columns) {
    const before = await cardOfIt()
    const announced = await change(`"${name}" = ${others[name] ?? otherOf[type]?.(`"${name}"`)}`)
    const isShown = !isDeepStrictEqual(await cardOfIt(), before)
    const wanted = isShown ? 'all' : `product:${slug} product:${id}`
    expect({ name, announced }).toEqual({ name, announced: [wanted] })
  }
})

test('a price change is announced once, although it changes two tables', async () => {
  expect(
    await announcedBy(`update public.prices set unit_amount = 475 where product_id = '${id}'`),
  ).toEqual(['all'])
})

test('a new product, a deleted product and a new delivery price are announced for all lists', async () => {
  const insert = `insert into public.products (slug, name, category) values ('new-one', 'New', 'merchandise')`
  expect(await announcedBy(insert)).toEqual(['all'])
  expect(await announcedBy(`delete from public.products where slug = 'new-one'`)).toEqual(['all'])
  expect(await announcedBy('update public.delivery_methods set price = price + 1')).toEqual(['all'])
})

test('a change of an inactive product is not announced', async () => {
  await change('active = false')
  expect(await change(`name = 'Nobody sees this'`)).toEqual([])
  await change('active = true')
})

test('each change is returned once, even when its transaction commits after a later one', async () => {
  const { seen } = await askSince(null)
  const slow = await database.sql.reserve()
  await slow`begin`
  await slow`update public.delivery_methods set description = description || ' '`
  await change('stock = 48')
  const early = await askSince(seen)
  expect(early.announced).toEqual([`product:${slug} product:${id}`])
  await slow`commit`
  slow.release()
  const late = await askSince(early.seen)
  expect(late.announced).toEqual(['all'])
  expect((await askSince(late.seen)).announced).toEqual([])
})

test('an announcement has its age', async () => {
  const { seen } = await askSince(null)
  await change('stock = 47')
  await database.sql`update public.announcements set announced_at = announced_at - interval '5 seconds'`
  const [row] = await database.sql`
    select (public.announcements_since(${seen}) -> 'announcements' -> 0 ->> 'age')::integer as age`
  expect(row?.age).toBeGreaterThanOrEqual(5_000)
})

test('restored announcements with later transaction ids are returned for ten minutes at most', async () => {
  const { seen } = await askSince(null)
  await database.sql`
    insert into public.announcements (transaction, announcement, announced_at)
    values ('9000000000000000000', 'product:lately', now() - interval '9 minutes'),
      ('9000000000000000001', 'product:long-ago', now() - interval '11 minutes')`
  expect((await askSince(seen)).announced).toEqual(['product:lately'])
})

test('a reader with the position of a server that was ahead gets an announcement for all lists', async () => {
  const ahead = '9000000000000000000:9000000000000000000:'
  expect((await askSince(ahead)).announced).toEqual(['all'])
})

test('announcements are deleted after an hour', async () => {
  await database.sql`
    insert into public.announcements (transaction, announcement, announced_at)
    values ('1', 'old', now() - interval '61 minutes'), ('2', 'young', now() - interval '59 minutes')`
  const [row] = await database.sql`select public.delete_outdated_data() as gone`
  expect(row?.gone.announcements).toBe(1)
  expect(await database.sql`select announcement from public.announcements`).toEqual([
    { announcement: 'young' },
  ])
})
