import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())

const lines = [{ product_id: randomUUID(), quantity: 2 }]

const email = 'guest@example.com'

async function storeGuestCart(id: string | null = null): Promise<string> {
  const args = { p_cart_id: id, p_email: email, p_cart_data: lines }
  const { data, error } = await shop.anon.rpc('store_guest_cart', args)
  expect(error).toBeNull()
  return data
}

test('a guest reads and updates the cart whose id they have', async () => {
  const id = randomUUID()
  expect(await storeGuestCart(id)).toBe(id)
  expect(await storeGuestCart(id)).toBe(id)
  const guest = shop.client({ 'x-guest-cart-id': id })
  const { data } = await guest.from('guest_carts').select('cart_data').eq('id', id).single()
  expect(data).toEqual({ cart_data: lines })
})

test(
  'guest carts cannot be listed, counted, searched or joined without their id',
  { tags: ['abuse-11'] },
  async () => {
    const [mine, another] = [await storeGuestCart(), await storeGuestCart()]
    const without = shop.anon
    const withMine = shop.client({ 'x-guest-cart-id': mine })
    const withNonsense = shop.client({ 'x-guest-cart-id': "' or true --" })
    for (const [client, seen] of [
      [without, 0],
      [withMine, 1],
      [withNonsense, 0],
    ] as const) {
      const carts = client.from('guest_carts')
      expect((await carts.select('id')).data).toHaveLength(seen)
      expect(
        (await carts.select('id').gt('id', '00000000-0000-0000-0000-000000000000')).data,
      ).toHaveLength(seen)
      expect((await carts.select('id').or(`id.eq.${another},id.not.is.null`)).data).toHaveLength(
        seen,
      )
      expect((await carts.select('id', { count: 'exact', head: true })).count).toBe(seen)
      for (const read of [carts.select('*'), carts.select('id').like('email', '%')])
        expect((await read).error?.code).toBe('42501')
      expect((await carts.select('id').eq('id', another)).data).toEqual([])
      expect((await carts.select('id, carts(*)')).error?.code).toBe('PGRST200')
    }
  },
)

test(
  'a guest cart accepts only products and quantities from 1 to 99',
  { tags: ['abuse-2'] },
  async () => {
    for (const quantity of [0, -1, 1.5, '2', 'NaN', 1e9, 2 ** 53, null, []]) {
      const p_cart_data = [{ product_id: randomUUID(), quantity }]
      const { status, error } = await shop.anon.rpc('store_guest_cart', {
        p_cart_id: null,
        p_email: null,
        p_cart_data,
      })
      expect([status, error?.code]).toEqual([400, '22023'])
    }
  },
)

/** Saves the email address of a guest without an account. */
async function leaveAddress(): Promise<void> {
  const { error } = await shop.secret.rpc('save_guest_email', {
    p_cart_id: randomUUID(),
    p_email: email,
    p_cart_data: [],
    p_agreed: true,
    p_page: '/',
  })
  expect(error).toBeNull()
}

const addressOf = async (id: string) =>
  (await shop.database.sql`select email from public.guest_carts where id = ${id}`)[0]?.email

/**
 * Returns how many of the new carts would be stored, when they are stored one after the other from `addresses` IP
 * addresses of one network.
 */
async function countStored(network: string, carts: number, addresses: number): Promise<number> {
  const rows = await shop.database.sql<{ wait: number }[]>`
    select public.guest_cart_wait_ms(
      gen_random_uuid(), ${shop.database.sql.json(lines)}, ${network} || to_hex(one % ${addresses}) || '::1'
    ) as wait from generate_series(1, ${carts}::integer) as one`
  return rows.filter(({ wait }) => wait === 0).length
}

test(
  'an IPv6 /48 stores four times as many new guest carts as one address',
  { tags: ['abuse-30'] },
  async () => {
    expect(await countStored('2001:db8:a:', 600, 600)).toBe(480)
    expect(await countStored('2001:db8:b:', 1, 1)).toBe(1)
  },
)

test(
  'an IPv6 address over its limit of new guest carts does not block its network',
  { tags: ['abuse-30'] },
  async () => {
    expect(await countStored('2001:db8:c:', 1000, 1)).toBe(120)
    expect(await countStored('2001:db8:c:', 600, 600)).toBe(360)
  },
)

test('a guest cart gets the address that the guest has left, and no other', async () => {
  const unknown = await storeGuestCart()
  expect(await addressOf(unknown)).toBeNull()
  await leaveAddress()
  expect(await addressOf(await storeGuestCart())).toBe(email)
  const args = { p_cart_id: null, p_email: 'other@example.com', p_cart_data: lines }
  expect(await addressOf((await shop.anon.rpc('store_guest_cart', args)).data)).toBeNull()
})

test('an erased address is not restored by a browser that still sends it', async () => {
  await leaveAddress()
  const id = await storeGuestCart()
  const person = { p_user_id: null, p_email: email, p_business_email: 'owner@example.com' }
  expect((await shop.secret.rpc('erase_person', person)).data).toEqual({ erased: true })
  for (const cart of [id, randomUUID()]) {
    await storeGuestCart(cart)
    expect(await addressOf(cart)).toBeNull()
  }
})

test('a guest cart stored during an erasure of its address waits and is stored without it', async () => {
  await leaveAddress()
  let stored: Promise<string> | undefined
  await shop.database.sql.begin(async (sql) => {
    await sql`select public.erase_person(null, ${email}, 'owner@example.com')`
    stored = storeGuestCart()
    await expect
      .poll(
        () => shop.database.sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%store_guest_cart%'`,
      )
      .not.toEqual([])
  })
  expect(await addressOf((await stored) ?? '')).toBeNull()
})

test('a guest cart updated without an address keeps its address', async () => {
  await leaveAddress()
  const id = await storeGuestCart()
  const args = { p_cart_id: id, p_email: null, p_cart_data: [] }
  expect((await shop.anon.rpc('store_guest_cart', args)).error).toBeNull()
  const [row] = await shop.database.sql`select email from public.guest_carts where id = ${id}`
  expect(row?.email).toBe('guest@example.com')
})

test('cart ids are not logged', { tags: ['abuse-11'] }, async () => {
  const id = await storeGuestCart(randomUUID())
  await shop.client({ 'x-guest-cart-id': id }).from('guest_carts').select('nope').eq('id', id)
  expect(JSON.stringify(shop.log.lines)).not.toContain(id)
})

test('an upsert over the cart of another account is refused', { tags: ['abuse-12'] }, async () => {
  const [ada, bea] = [await shop.createUser(), await shop.createUser()]
  const mine = {
    user_id: ada.id,
    items: lines,
    checked_out: false,
    updated_at: new Date().toISOString(),
  }
  expect((await ada.client.from('carts').upsert(mine, { onConflict: 'user_id' })).error).toBeNull()
  const foreign = await bea.client
    .from('carts')
    .upsert({ ...mine, items: [] }, { onConflict: 'user_id' })
  expect(foreign).toMatchObject({ status: 403, error: { code: '42501' } })
  const moved = await bea.client.from('carts').insert({ ...mine, user_id: ada.id })
  expect(moved.status).toBe(403)
  const { data } = await ada.client.from('carts').select('items, email').single()
  expect(data).toEqual({ items: lines, email: ada.email })
  expect((await bea.client.from('carts').select('*')).data).toEqual([])
})

test('the server updates a guest cart directly, and an invalid address is refused', async () => {
  const carts = shop.secret.from('guest_carts')
  const row = { id: randomUUID(), email, cart_data: lines }
  expect((await carts.insert(row)).error).toBeNull()
  expect((await carts.update({ email: null }).eq('id', row.id)).error).toBeNull()
  const { error } = await carts
    .update({ email: 'two@example.com, more@example.com' })
    .eq('id', row.id)
  expect(error?.code).toBe('23514')
})

test('a checked-out cart stays so when it is emptied, and reopens with its next item', async () => {
  const ada = await shop.createUser()
  const cart = ada.client.from('carts')
  const write = (items: object[]) =>
    cart.upsert({ user_id: ada.id, items, checked_out: false }, { onConflict: 'user_id' })
  const stored = async () => (await cart.select('items, checked_out').single()).data
  await write(lines)
  await write([])
  expect(await stored()).toEqual({ items: [], checked_out: false })
  await write(lines)
  await shop.database.sql`
    update public.carts set items = '[]', checked_out = true where user_id = ${ada.id}`
  // The success page loads first, and another device of the same account after it; both write an empty cart.
  for (let browser = 1; browser <= 2; browser += 1) {
    expect((await write([])).error).toBeNull()
    expect(await stored()).toEqual({ items: [], checked_out: true })
  }
  await write(lines)
  expect(await stored()).toEqual({ items: lines, checked_out: false })
})

test(
  'an account cannot change the owner, address or creation date of its cart',
  { tags: ['abuse-13'] },
  async () => {
    const [ada, bea] = [await shop.createUser(), await shop.createUser()]
    const carts = ada.client.from('carts')
    await carts.upsert({ user_id: ada.id, email: 'evil@example.com', items: [] })
    expect((await carts.update({ user_id: bea.id }).eq('user_id', ada.id)).status).toBe(403)
    expect((await carts.update({ created_at: '2000-01-01' }).eq('user_id', ada.id)).status).toBe(
      403,
    )
    await carts.update({ email: 'evil@example.com' }).eq('user_id', ada.id)
    const { data } = await carts.select('user_id, email').single()
    expect(data).toEqual({ user_id: ada.id, email: ada.email })
  },
)

test(
  'an account can change only the name and the welcome flag of its profile',
  { tags: ['abuse-13'] },
  async () => {
    const [ada, bea] = [await shop.createUser(), await shop.createUser()]
    const profiles = ada.client.from('profiles')
    expect((await profiles.update({ full_name: 'Ada' }).eq('id', ada.id)).status).toBe(204)
    for (const change of [
      { id: bea.id },
      { created_at: '2000-01-01' },
      { welcomed_back_at: '2000-01-01' },
    ]) {
      expect((await profiles.update(change).eq('id', ada.id)).status).toBe(403)
    }
    expect((await profiles.update({ role: 'service_role' }).eq('id', ada.id)).status).toBe(400)
    await profiles.update({ welcome_email_sent: true }).eq('id', bea.id)
    const [row] = await shop.database
      .sql`select welcome_email_sent as sent from public.profiles where id = ${bea.id}`
    expect(row?.sent).toBe(false)
  },
)

test(
  'a shopper cannot change the status, payment date or owner of an order',
  { tags: ['abuse-13'] },
  async () => {
    const ada = await shop.createUser()
    for (const change of [{ status: 'paid' }, { paid_at: '2026-01-01' }, { user_id: ada.id }]) {
      expect((await ada.client.from('orders').update(change).eq('user_id', ada.id)).status).toBe(
        403,
      )
    }
  },
)

/** Returns a client of an anonymous visitor with this IP address. */
function from(clientAddress: string) {
  return createClient(shop.siteUrl.origin, shop.keys.publishable, {
    auth: { persistSession: false },
    global: { fetch: shop.backend.fetchFor({ clientAddress, headers: {} }) },
  })
}

const manyLines = (count: number) =>
  Array.from({ length: count }, () => ({ product_id: randomUUID(), quantity: 99 }))

async function storedIn(table: 'guest_carts' | 'carts', id: string): Promise<unknown> {
  const { sql } = shop.database
  const [row] =
    table === 'carts'
      ? await sql`select items as lines from public.carts where user_id = ${id}`
      : await sql`select cart_data as lines from public.guest_carts where id = ${id}`
  return row?.lines
}

test('a guest cart stores only the two keys of each item', { tags: ['abuse-9'] }, async () => {
  const junk = { ...lines[0], price: 1, note: 'x'.repeat(60_000) }
  const args = { p_cart_id: null, p_email: null, p_cart_data: [junk] }
  const { data, error } = await shop.anon.rpc('store_guest_cart', args)
  expect(error).toBeNull()
  expect(await storedIn('guest_carts', data)).toEqual(lines)
})

test('an account cart stores only the two keys of each item', { tags: ['abuse-9'] }, async () => {
  const ada = await shop.createUser()
  const items = [{ ...lines[0], note: 'x'.repeat(60_000) }]
  expect((await ada.client.from('carts').upsert({ user_id: ada.id, items })).error).toBeNull()
  expect(await storedIn('carts', ada.id)).toEqual(lines)
  await ada.client.from('carts').update({ items }).eq('user_id', ada.id)
  expect(await storedIn('carts', ada.id)).toEqual(lines)
})

test(
  'the cart tables refuse other keys, a 101st item and an invalid id from any role',
  { tags: ['abuse-9'] },
  async () => {
    const { sql } = shop.database
    for (const cart of [
      [{ ...lines[0], note: '' }],
      manyLines(101),
      [{ product_id: 'x'.repeat(36), quantity: 1 }],
      [{ quantity: 1 }],
    ])
      await expect(
        sql`insert into public.guest_carts (cart_data) values (${sql.json(cart)})`,
      ).rejects.toMatchObject({ code: '23514' })
  },
)

test(
  'a cart with tens of thousands of items is refused without reading them',
  { tags: ['abuse-9'] },
  async () => {
    const huge = Array.from({ length: 40_000 }, () => ({ price: 1 }))
    const { sql } = shop.database
    const [row] = await sql`
      select public.normalise_cart(cart) = cart as "isUnread"
      from (select ${sql.json(huge)}::jsonb as cart) as sent`
    expect(row?.isUnread).toBe(true)
    const args = { p_cart_id: null, p_email: null, p_cart_data: huge }
    expect((await shop.anon.rpc('store_guest_cart', args)).error?.code).toBe('22023')
    const ada = await shop.createUser()
    const stored = await ada.client.from('carts').upsert({ user_id: ada.id, items: huge })
    expect(stored.error?.code).toBe('23514')
  },
)

test('an account cart stores a hundred items, and one of 101 is refused', async () => {
  const ada = await shop.createUser()
  const store = (count: number) =>
    ada.client.from('carts').upsert({ user_id: ada.id, items: manyLines(count) })
  expect((await store(100)).error).toBeNull()
  const { error } = await store(101)
  expect(error?.code).toBe('23514')
  expect(await storedIn('carts', ada.id)).toHaveLength(100)
})

test('a guest cart stores a hundred items, and one of 101 is refused', async () => {
  const store = (count: number) =>
    from('198.51.100.20').rpc('store_guest_cart', {
      p_cart_id: null,
      p_email: null,
      p_cart_data: manyLines(count),
    })
  expect((await store(100)).error).toBeNull()
  expect((await store(101)).error?.code).toBe('22023')
})

test(
  'an address stores a megabyte of guest carts a day and can still shrink them',
  { tags: ['abuse-9'] },
  async () => {
    const { sql } = shop.database
    const store = (p_cart_id: string, p_cart_data: object[], address = '198.51.100.21') =>
      from(address).rpc('store_guest_cart', { p_cart_id, p_email: null, p_cart_data })
    const [id = '', other = ''] = [randomUUID(), randomUUID()]
    for (const count of [1, 40, 3, 20]) await store(id, manyLines(count))
    await store(other, manyLines(2))
    const [counted] = await sql`
    select key, attempts from public.rate_limits
    where key = 'guest_cart:bytes:address:' || public.keyed_hash('198.51.100.21')`
    // The counted bytes are those of 40 lines, of 17 lines with which the cart grew, and of two lines of another cart.
    // A line with its comma has 72 characters.
    expect(Math.round(counted?.attempts / 72)).toBe(40 + 17 + 2)
    await sql`update public.rate_limits set attempts = 1000000 - 71 where key = ${counted?.key}`
    expect((await store(id, manyLines(50))).status).toBe(429)
    expect((await store(randomUUID(), manyLines(1))).status).toBe(429)
    // An IP address that has reached its limit may still store a cart again, up to a size that a customer may need.
    expect((await store(id, manyLines(40))).error).toBeNull()
    for (const count of [20, 5, 0]) expect((await store(id, manyLines(count))).error).toBeNull()
    expect((await store(id, manyLines(3), '198.51.100.22')).error).toBeNull()
  },
)

test('an address creates at most a thousand guest carts a day', { tags: ['abuse-9'] }, async () => {
  const crowded = from('198.51.100.23')
  const args = { p_cart_id: null, p_email: null, p_cart_data: lines }
  expect((await crowded.rpc('store_guest_cart', args)).error).toBeNull()
  const [row] = await shop.database.sql`
    update public.rate_limits set attempts = 999 where key = 'guest_cart:day:address:' || public.keyed_hash('198.51.100.23') returning attempts`
  expect(row?.attempts).toBe(999)
  expect((await crowded.rpc('store_guest_cart', args)).error).toBeNull()
  const refused = await crowded.rpc('store_guest_cart', args)
  expect([refused.status, Number(refused.error?.hint)]).toEqual([429, expect.any(Number)])
  expect(Number(refused.error?.hint)).toBeGreaterThan(23 * 3_600_000)
})

test(
  'an address creates at most 120 guest carts in ten minutes and can still update them',
  { tags: ['abuse-30', 'form-guest-email-30'] },
  async () => {
    const crowded = from('198.51.100.7')
    const args = { p_cart_id: null, p_email: null, p_cart_data: lines }
    const ids: string[] = []
    for (let count = 0; count < 120; count += 1)
      ids.push((await crowded.rpc('store_guest_cart', args)).data)
    expect(new Set(ids).size).toBe(120)
    const [known] = ids
    for (const id of [null, randomUUID()])
      expect(await crowded.rpc('store_guest_cart', { ...args, p_cart_id: id })).toMatchObject({
        status: 429,
        error: { message: 'Too many new carts come from this address.' },
      })
    expect((await crowded.rpc('store_guest_cart', { ...args, p_cart_id: known })).error).toBeNull()
    expect((await from('198.51.100.8').rpc('store_guest_cart', args)).error).toBeNull()
  },
)
