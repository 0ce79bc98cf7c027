import { readFile } from 'node:fs/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDeliveryMethods } from '../../app/features/catalogue/queries.server.ts'
import { getCartDeliveryMethod } from '../../domain/delivery.ts'
import { runCatalogueJobs } from '../payments/catalogues.ts'
import { createCheckoutLine, checkOut, getOrders, payOnPage } from '../payments/checkouts.ts'
import { openPaymentWorld, type PaymentWorld } from '../payments/world.ts'
import { callRpc } from './call.ts'
import { createOwnerClient } from './money-world.ts'

let world: PaymentWorld
let owner: SupabaseClient
beforeAll(async () => {
  world = await openPaymentWorld()
  owner = await createOwnerClient(world)
})
afterAll(() => world.stop())

const addMethod = (row: object) => world.client.from('delivery_methods').insert(row).throwOnError()
const shown = () =>
  listDeliveryMethods(
    createClient(world.url, world.keys.publishable, {
      auth: { persistSession: false, autoRefreshToken: false },
    }),
  )

/**
 * Buys `quantity` pieces with the delivery method that the cart page would use: the chosen one, or the one that the
 * quantity requires. Returns the paid order.
 */
async function buy(quantity: number, chosenId: string) {
  const { method } = getCartDeliveryMethod(await shown(), quantity, chosenId)
  const shopper = await world.shopper()
  const lines = [await createCheckoutLine(world, 'spice-bag-mix', quantity)]
  const { body } = await checkOut(world, shopper, lines, { id: method?.id })
  await payOnPage(body.url ?? '')
  const [order] = await getOrders(world, shopper)
  return order
}

const parcels = v.object({
  counts: v.looseObject({ 'to-pack': v.number() }),
  orders: v.array(
    v.looseObject({
      number: v.number(),
      isPriority: v.boolean(),
      isXl: v.boolean(),
      deliveryName: v.string(),
    }),
  ),
})
const words = v.looseObject({
  delivery: v.array(v.looseObject({ id: v.string(), price: v.number() })),
})

test('a new row in delivery_methods works in the cart, at checkout and at the desk', async () => {
  const slow = await buy(1, 'standard')
  await addMethod({ id: 'courier', name: 'Courier', price: 995, Sort_order: 4, is_priority: true })
  await addMethod({ id: 'pallet', name: 'Pallet', price: 4500, Sort_order: 5, automatic_above: 40 })
  await runCatalogueJobs(world)

  const quick = await buy(2, 'courier')
  expect(quick).toMatchObject({ delivery_method_id: 'courier', delivery_price: 995 })
  const large = await buy(6, 'courier')
  expect(large).toMatchObject({ delivery_method_id: 'xl', delivery_price: 649 })
  const huge = await buy(41, 'courier')
  expect(huge).toMatchObject({ delivery_method_id: 'pallet', delivery_price: 4500 })

  const { orders } = await callRpc(parcels, owner, 'desk_parcels', { p_tab: 'to-pack' })
  const name = { isPriority: false, isXl: false, deliveryName: 'Standard' }
  expect(orders).toMatchObject([
    { ...name, number: Number(quick?.number), isPriority: true, deliveryName: 'Courier' },
    { ...name, number: Number(slow?.number) },
    { ...name, number: Number(large?.number), isXl: true, deliveryName: 'XL' },
    { ...name, number: Number(huge?.number), isXl: true, deliveryName: 'Pallet' },
  ])
  const slips = v.array(v.looseObject({ deliveryName: v.string(), isPriority: v.boolean() }))
  expect(
    await callRpc(slips, owner, 'desk_slips', { p_numbers: [Number(quick?.number)] }),
  ).toMatchObject([{ deliveryName: 'Courier', isPriority: true }])
  expect((await callRpc(words, owner, 'desk_words')).delivery.at(-2)).toMatchObject({
    id: 'courier',
    price: 995,
  })
  const set = { p_method: 'courier', p_pence: 1095, p_before: 995 }
  await owner.rpc('desk_set_delivery_price', set).throwOnError()
  await runCatalogueJobs(world)
  expect((await shown()).find(({ id }) => id === 'courier')).toMatchObject({ price: 1095 })
})

test('an order keeps the priority that it was sold with after the method’s rule changes', async () => {
  const priorityOf = async (order: { number: string } | undefined) =>
    (
      await world.sql`select is_priority from public.orders where number = ${order?.number ?? ''}`
    )[0]
  const before = await buy(1, 'priority')
  await world.sql`update public.delivery_methods set is_priority = false where id = 'priority'`
  const after = await buy(1, 'priority')
  expect([await priorityOf(before), await priorityOf(after)]).toEqual([
    { is_priority: true },
    { is_priority: false },
  ])
})

test('the migration sets the rules of the three former methods and their orders once', async () => {
  const { sql } = world
  const migration = await readFile(
    new URL('../../supabase/migrations/20261130001370_delivery_rules.sql', import.meta.url),
    'utf8',
  )
  const rules = () => sql`
    select id, is_default, is_priority, automatic_above from public.delivery_methods
    where id in ('standard', 'priority', 'xl') order by "Sort_order"`
  const priorities = () => sql`
    select distinct delivery_method_id as id, is_priority from public.orders where delivery_method_id in ('standard', 'priority') order by 1`
  const order = await buy(1, 'priority')
  await sql.unsafe(`
    update public.delivery_methods set is_default = false, is_priority = false, automatic_above = null;
    update public.orders set is_priority = false;
    create index orders_in_turn on public.orders (number)`)
  await sql.unsafe(migration)
  expect(await rules()).toEqual([
    { id: 'standard', is_default: true, is_priority: false, automatic_above: null },
    { id: 'priority', is_default: false, is_priority: true, automatic_above: null },
    { id: 'xl', is_default: false, is_priority: false, automatic_above: 5 },
  ])
  expect(order?.status).toBe('paid')
  expect(await priorities()).toEqual([
    { id: 'priority', is_priority: true },
    { id: 'standard', is_priority: false },
  ])
  await sql`update public.delivery_methods set automatic_above = 8 where id = 'xl'`
  await sql`update public.orders set is_priority = false`
  await sql.unsafe(migration)
  expect((await rules())[2]).toMatchObject({ automatic_above: 8 })
  expect((await priorities())[0]).toMatchObject({ is_priority: false })
})
