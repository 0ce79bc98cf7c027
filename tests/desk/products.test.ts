import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop } from '../support/shop.ts'
import { createStaffMember, createClientsByRole, type StaffMember } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
let owner: StaffMember
beforeAll(async () => {
  owner = await createStaffMember(shop, 'owner')
})

async function idOf(slug: string): Promise<string> {
  const [row] = await sql`select id from public.products where slug = ${slug}`
  return String(row?.id)
}
const stockOf = async (id: string) =>
  (await sql`select stock from public.products where id = ${id}`)[0]?.stock
const logOf = (id: string) =>
  sql`select action, before, after from public.desk_log where subject = ${`product:${id}`} order by id`

test('the product list returns each product’s state and the counts of all states', async () => {
  const { data, error } = await owner.client.rpc('desk_products', {})
  expect(error).toBeNull()
  expect(data).toMatchObject({ counts: { all: 24 }, rows: { length: 24 } })
  const first = { number: 1, name: 'Nashville Chilli Crisp', state: 'live', price: 850 }
  expect(data).toHaveProperty('rows.0', expect.objectContaining(first))
})

test('each product has one state, and a search counts like the whole list', async () => {
  const wanted = await sql<{ id: string }[]>`
    select id from public.products where active and not "isSoldOut" and not "isComingSoon" and coalesce(stock, 9) > 5
    order by "Sort_order" limit 6`
  const [hidden, off, gone, soon, soonGone, low] = wanted.map(({ id }) => id)
  const before = await sql<
    object[]
  >`select id, active, stock, "isSoldOut", "isComingSoon" from public.products`
  const list = async (args: object) => {
    const { data, error } = await owner.client.rpc('desk_products', args)
    expect(error).toBeNull()
    return data as { counts: Record<string, number>; rows: { id: string; state: string }[] }
  }
  const { counts: former } = await list({})
  await sql`
    update public.products set active = id <> ${hidden ?? ''}, "isSoldOut" = id = ${off ?? ''},
      stock = case when id in (${gone ?? ''}, ${soonGone ?? ''}) then 0 when id = ${low ?? ''} then 5 end,
      "isComingSoon" = id in (${soon ?? ''}, ${soonGone ?? ''}) where id = any (${wanted.map(({ id }) => id)})`
  const { counts } = await list({})
  const grown = Object.entries(counts).map(([name, count]) => [name, count - (former[name] ?? 0)])
  expect(Object.fromEntries(grown)).toMatchObject({
    all: 0,
    live: -5,
    hidden: 1,
    'sold-out': 3,
    'coming-soon': 1,
    low: 2,
  })
  for (const state of ['live', 'hidden', 'sold-out', 'coming-soon']) {
    const { rows } = await list({ p_state: state })
    expect(rows.map((row) => row.state)).toEqual(rows.map(() => state))
    expect(rows).toHaveLength(counts[state] ?? 0)
  }
  const searched = await list({ p_search: 'a', p_state: 'sold-out' })
  const all = await sql<{ id: string }[]>`
    select id from public.products where name ilike '%a%' or array_to_string(tags, ' ') ilike '%a%'`
  expect(searched.counts.all).toBe(all.length)
  const ids = new Set(all.map(({ id }) => id))
  const { rows: soldOut } = await list({ p_state: 'sold-out' })
  expect(searched.rows).toEqual(soldOut.filter(({ id }) => ids.has(id)))
  await sql`
    update public.products p set active = b.active, stock = b.stock, "isSoldOut" = b."isSoldOut", "isComingSoon" = b."isComingSoon"
    from jsonb_to_recordset(${sql.json(before as never)}) as b (id uuid, active boolean, stock integer, "isSoldOut" boolean, "isComingSoon" boolean)
    where p.id = b.id`
})

test.each([
  ['spice bag', ['Spice Bag Mix']],
  ['04', ['Spice Bag Mix']],
  ["y'alright", ['Y’alright? Mug']],
  ['%', []],
])('a product search for %j finds %j', async (p_search, names) => {
  const { data } = await owner.client.rpc('desk_products', { p_search })
  expect((data as { rows: { name: string }[] }).rows.map(({ name }) => name)).toEqual(names)
})

test('stock changes once for each request and never falls below zero', async () => {
  const id = await idOf('spice-bag-mix')
  await sql`update public.products set stock = 2 where id = ${id}`
  const press = { p_product: id, p_by: -1, p_request: randomUUID() }
  expect((await owner.client.rpc('desk_move_stock', press)).data).toBe(1)
  expect((await owner.client.rpc('desk_move_stock', press)).data).toBe(1)
  const two = await owner.client.rpc('desk_move_stock', {
    ...press,
    p_by: -2,
    p_request: randomUUID(),
  })
  expect(two.error?.message).toBe('Stock can’t go below zero: 1 left of Spice Bag Mix.')
  expect(await stockOf(id)).toBe(1)
})

test('stock counting can start and stop, and a change based on an outdated number is refused', async () => {
  const id = await idOf('nashville-hot-dust')
  await sql`update public.products set stock = null where id = ${id}`
  const set = (p_stock: number | null, p_before: number | null) =>
    owner.client.rpc('desk_set_stock', { p_product: id, p_stock, p_before })
  expect((await set(12, null)).error).toBeNull()
  expect((await set(12, null)).error).toBeNull()
  const late = await set(5, null)
  expect(late.error).toMatchObject({ code: 'PT409', details: '{"stock": 12}' })
  expect((await set(-1, 12)).error?.code).toBe('PT400')
  expect((await set(null, 12)).error).toBeNull()
  expect(await stockOf(id)).toBeNull()
  expect(await logOf(id)).toHaveLength(2)
})

/**
 * Returns the version of the first product that the search finds, as the product list sends it for changes of stock or
 * availability.
 */
async function shelfOf(p_search: string): Promise<number> {
  const { data } = await owner.client.rpc('desk_products', { p_search })
  return (data as { rows: { shelfVersion: number }[] }).rows[0]?.shelfVersion ?? 0
}

test('a switch to sold out is saved once and logged', async () => {
  const id = await idOf('apple-terror-sauce')
  const set = (p_is_sold_out: boolean, p_version: number) =>
    owner.client.rpc('desk_set_sold_out', { p_product: id, p_is_sold_out, p_version })
  const shown = await shelfOf('apple terror')
  expect(await set(true, shown)).toMatchObject({ error: null, data: shown + 1 })
  expect(await set(true, shown)).toMatchObject({ error: null, data: shown + 1 })
  await sql`update public.products set stock = 40 where id = ${id}`
  expect(await shelfOf('apple terror')).toBe(shown + 1)
  expect(await set(false, shown + 1)).toMatchObject({ error: null, data: shown + 2 })
  expect((await logOf(id)).map(({ before, after }) => [before, after])).toEqual([
    [{ isSoldOut: false }, { isSoldOut: true }],
    [{ isSoldOut: true }, { isSoldOut: false }],
  ])
})

test('a switch to sold out is refused when the product was switched or hidden meanwhile', async () => {
  const id = await idOf('nashville-hot-dust')
  const set = (p_version: number) =>
    owner.client.rpc('desk_set_sold_out', { p_product: id, p_is_sold_out: true, p_version })
  const shown = await shelfOf('nashville hot dust')
  await sql`update public.products set "isSoldOut" = true where id = ${id}`
  await sql`update public.products set "isSoldOut" = false where id = ${id}`
  const before = await logOf(id)
  expect((await set(shown)).error).toMatchObject({
    code: 'PT409',
    details: `{"state": "live", "version": ${shown + 2}}`,
  })
  await sql`update public.products set active = false where id = ${id}`
  expect((await set(shown + 2)).error).toMatchObject({
    code: 'PT409',
    details: `{"state": "hidden", "version": ${shown + 3}}`,
  })
  expect(await logOf(id)).toEqual(before)
  expect((await set(shown + 3)).data).toBe(shown + 4)
  await sql`update public.products set active = true, "isSoldOut" = false where id = ${id}`
})

test('a packer reads each product’s stock without its price, and outsiders read nothing', async () => {
  const { visitor, customer, packer } = await createClientsByRole(shop)
  const id = await idOf('spice-bag-mix')
  await sql`update public.products set stock = 3 where id = ${id}`
  const asked = { p_search: 'spice bag' }
  const { data } = await packer.rpc('desk_stock', asked)
  const row = { id, number: 4, name: 'Spice Bag Mix', image: expect.any(String), tint: 'lilac' }
  expect(data).toEqual({
    counts: { all: 1, low: 1, 'sold-out': 0 },
    rows: [{ ...row, net: '80 g', sizes: [], stock: 3, state: 'live' }],
  })
  expect((await visitor.rpc('desk_stock', asked)).error?.code).toBe('42501')
  expect((await customer.rpc('desk_stock', asked)).error?.code).toBe('PT401')

  const list = async (args: object) => {
    const { data } = await packer.rpc('desk_stock', args)
    return data as { counts: Record<string, number>; rows: { name: string; state: string }[] }
  }
  await sql`update public.products set stock = 0 where id = ${id}`
  const all = await list({})
  expect(all.rows).toHaveLength(all.counts['all'] ?? 0)
  const gone = await list({ p_state: 'sold-out' })
  expect(gone.rows).toEqual(all.rows.filter(({ state }) => state === 'sold-out'))
  expect(gone.rows).toHaveLength(gone.counts['sold-out'] ?? 0)
  expect(gone.rows.map(({ name }) => name)).toContain('Spice Bag Mix')
})

test('a price change is checked against the shown price and waits for the payment provider', async () => {
  const id = await idOf('apple-terror-sauce')
  const set = (p_pence: number | null, p_before: number | null) =>
    owner.client.rpc('desk_set_price', { p_product: id, p_pence, p_before })
  expect((await set(750, 700)).error).toBeNull()
  const [price] = await sql`
    select unit_amount, next_amount from public.prices where product_id = ${id}`
  expect(price).toEqual({ unit_amount: 700, next_amount: 750 })
  expect((await set(795, 700)).error).toMatchObject({ code: 'PT409', details: '{"price": 750}' })
  expect((await set(0, 750)).error?.message).toBe(
    '£0.00 is not a price. Leave it empty for Price TBA.',
  )
  expect((await set(null, 750)).error).toBeNull()
  const [product] = await sql`select price from public.products where id = ${id}`
  expect(product).toEqual({ price: null })
  expect((await set(700, null)).error).toBeNull()
})
