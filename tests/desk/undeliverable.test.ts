import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { getUndeliverableArea } from '../../domain/delivery-area.ts'
import { createTestShop } from '../support/shop.ts'
import { callRpc, callRefusedRpc } from './call.ts'
import { insertOrder } from './orders.ts'
import { createClientsByRole } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { database } = shop
const { sql } = database
const { packer, owner } = await createClientsByRole(shop)
beforeEach(() => sql`truncate public.orders, public.outbox cascade`)

const numbers = v.array(v.looseObject({ number: v.number() }))
const holds = () => callRpc(v.array(v.looseObject({})), packer, 'desk_holds', {})
const toPack = async () =>
  (
    await callRpc(v.looseObject({ orders: numbers }), packer, 'desk_parcels', { p_tab: 'to-pack' })
  ).orders.map(({ number }) => number)
const orderOf = (number: number) =>
  callRpc(v.looseObject({}), owner, 'desk_order', { p_number: number })
const words = (number: number) =>
  `Order ${number} is on hold: its address is in Jersey, where we don’t deliver. Don’t pack or send it until an owner has looked at it.`

async function aParcelToJersey(): Promise<number> {
  const number = await insertOrder(database)
  await sql`
    update public.orders set delivery_address = delivery_address || '{"postcode": "je2 4wa"}' where number = ${number}`
  return number
}

test('a paid order to Jersey cannot be packed and the desk shows why', async () => {
  const usual = await insertOrder(database)
  const number = await aParcelToJersey()
  expect(await toPack()).toEqual([usual])
  expect(await holds()).toEqual([
    expect.objectContaining({ number, why: 'area', area: 'Jersey', isPacked: false }),
  ])
  expect(await orderOf(number)).toMatchObject({
    state: 'on-hold',
    isOnHold: true,
    undeliverableArea: 'Jersey',
  })
  const expectedMessage = `PT400 ${words(number)}`
  expect(
    await callRefusedRpc(packer, 'desk_set_packed', { p_numbers: [number], p_is_packed: true }),
  ).toBe(expectedMessage)
  expect(await callRefusedRpc(packer, 'desk_make_pick_list', { p_numbers: [number] })).toBe(
    expectedMessage,
  )
})

test('an owner can release an order to Jersey, which is logged, and it is packed like any other', async () => {
  const number = await aParcelToJersey()
  expect(await callRefusedRpc(packer, 'desk_release_hold', { p_number: number })).toMatch(/^PT403 /)
  await owner.rpc('desk_release_hold', { p_number: number })
  expect(await toPack()).toEqual([number])
  expect(await holds()).toEqual([])
  expect(await orderOf(number)).toMatchObject({ isOnHold: false, undeliverableArea: 'Jersey' })
  const noted = await sql`select action from public.desk_log where subject = ${`order:${number}`}`
  expect(noted.map(({ action }) => action)).toEqual(['release_hold'])
})

test('correcting the address of an order to Jersey ends its hold', async () => {
  const number = await aParcelToJersey()
  await sql`
    update public.orders set delivery_address = delivery_address || '{"postcode": "SE15 5DQ"}' where number = ${number}`
  expect(await toPack()).toEqual([number])
})

test('an unpaid order to an undeliverable area is not on hold', async () => {
  const number = await insertOrder(database, { status: 'payment_failed' })
  await sql`
    update public.orders set delivery_address = delivery_address || '{"postcode": "BT1 1AA"}' where number = ${number}`
  const [order] = await sql`select on_hold_since from public.orders where number = ${number}`
  expect(order?.on_hold_since).toBeNull()
})

test('the database and the page agree on which postcodes are undeliverable', async () => {
  const typed = fc.sample(
    fc.oneof(
      fc
        .tuple(fc.constantFrom('BT', 'je', 'GY', 'Im', 'B', 'SE', 'TR', 'HS'), fc.nat({ max: 99 }))
        .map(([letters, district]) => `${letters}${district} 1AA`),
      fc.string({
        unit: fc.constantFrom('B', 'T', 'J', 'E', '1', ' ', '\u00A0', '-'),
        maxLength: 8,
      }),
    ),
    500,
  )
  const rows = await sql`
    select public.undeliverable_postcode_area(typed) as area
    from unnest(${typed}::text[]) with ordinality as t (typed, place) order by place`
  expect(rows.map(({ area }) => area)).toEqual(typed.map((one) => getUndeliverableArea(one)))
})
