import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createCheckoutLine,
  type CheckoutResponse,
  createCheckoutBody,
  getOrders,
  payOnPage,
  postCheckout,
} from './checkouts.ts'
import { runOrdersCommand } from './owner.ts'
import { openPaymentWorld, type Shopper, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

async function checkOutAs(shopper: Shopper, gift?: unknown): Promise<CheckoutResponse> {
  const body = createCheckoutBody(shopper, [
    await createCheckoutLine(world, 'nashville-chilli-crisp', 2),
  ])
  return postCheckout(world, { ...body, ...(gift !== undefined && { gift }) }, shopper.token)
}

async function badgeOf(shopper: Shopper) {
  const [order] = await world.sql`
    select gift_to, gift_from, gift_note from public.orders where user_id = ${shopper.id}`
  return order === undefined ? null : [order.gift_to, order.gift_from, order.gift_note]
}

test('a gift note stores its last version before the payment in the same session', async () => {
  const shopper = await world.shopper()
  const first = await checkOutAs(shopper, { to: 'Mum', from: 'Bee', note: 'Hot stuff' })
  expect(first.status).toBe(200)
  expect(await badgeOf(shopper)).toEqual(['Mum', 'Bee', 'Hot stuff'])
  const second = await checkOutAs(shopper, { to: 'Mum', from: '', note: 'Hotter\nstuff' })
  expect(second.body.session_id).toBe(first.body.session_id)
  expect(await badgeOf(shopper)).toEqual(['Mum', null, 'Hotter stuff'])
  await payOnPage(second.body.url ?? '')
  expect(await getOrders(world, shopper)).toHaveLength(1)
  const [order] = await world.sql`select id from public.orders where user_id = ${shopper.id}`
  await world.sql`select public.set_gift(${order?.id}, 'Eve', null, null)`
  expect(await badgeOf(shopper)).toEqual(['Mum', null, 'Hotter stuff'])
  await world.sql`select public.anonymise_orders(array[${order?.id}::uuid], now())`
  const [left] = await world.sql`
    select coalesce(gift_to, gift_from, gift_note) as words, total from public.orders where id = ${order?.id}`
  expect(left).toMatchObject({ words: null, total: 2029 })
})

test('the emails and list entry of a gift name the payer and show the note', async () => {
  const shopper = await world.shopper()
  await world.sql`
    insert into public.profiles (id, full_name) values (${shopper.id}, 'Marsha Bell')
    on conflict (id) do update set full_name = excluded.full_name`
  const { body } = await checkOutAs(shopper, { to: 'Nan', from: 'Bee', note: 'Hot stuff' })
  await payOnPage(body.url ?? '', { name: 'Nan Okafor' })
  const [order] = await getOrders(world, shopper)
  const letters = await world.sql`
    select template, data from public.outbox
    where split_part(dedupe_key, ':', 2) = ${order?.id ?? ''} order by template`
  expect(letters.map(({ template }) => template)).toEqual(['order_confirmation', 'order_notice'])
  for (const { data } of letters)
    expect(data).toMatchObject({
      payer: 'Marsha Bell',
      address: { name: 'Nan Okafor' },
      gift: { to: 'Nan', from: 'Bee', note: 'Hot stuff' },
    })
  const shown = await runOrdersCommand(world, 'show', String(order?.number))
  expect(shown).toContain('A present, with a badge:\n  To: Nan\n  From: Bee\n  Note: Hot stuff')
})

test('a removed gift note makes the order no gift', async () => {
  const shopper = await world.shopper()
  await checkOutAs(shopper, { to: 'Mum' })
  expect(await badgeOf(shopper)).toEqual(['Mum', null, null])
  await checkOutAs(shopper)
  expect(await badgeOf(shopper)).toEqual([null, null, null])
})

test('an invalid gift note is refused without an order', async () => {
  const shopper = await world.shopper()
  for (const gift of ['Mum', 7, { to: 7 }, { note: 'x'.repeat(1001) }])
    expect((await checkOutAs(shopper, gift)).status).toBe(400)
  expect(await badgeOf(shopper)).toBe(null)
})

test('only the server can set a gift note', async () => {
  const shopper = await world.shopper()
  const answer = await fetch(`${world.url}/rest/v1/rpc/set_gift`, {
    method: 'POST',
    headers: {
      apikey: world.keys.publishable,
      authorization: `Bearer ${shopper.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ p_order_id: crypto.randomUUID(), p_to: 'Eve', p_from: '', p_note: '' }),
  })
  expect(answer.status).toBeGreaterThanOrEqual(400)
})
