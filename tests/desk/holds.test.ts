import * as v from 'valibot'
import { afterAll, beforeEach, expect, test } from 'vitest'
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

/** Inserts a paid order whose payment is disputed, so that its parcel is held back. Returns the order number. */
async function aHeldOrder(status = 'needs_response'): Promise<number> {
  const number = await insertOrder(database)
  const [order] = await sql<{ id: string }[]>`select id from public.orders where number = ${number}`
  const id = order?.id ?? ''
  await sql`
    insert into public.disputes (
      id, order_id, amount, currency, reason, status, is_refundable, has_evidence, due_by, link, opened_at, noted_at
    ) values (
      ${`du_${number}`}, ${id}, 2029, 'gbp', 'fraudulent', ${status}, false, false, now() + interval '9 days',
      'https://provider.example', now(), now()
    )`
  await sql`select public.update_order_hold(${id}, now())`
  return number
}

const held = v.array(v.looseObject({ number: v.number(), why: v.string(), isPacked: v.boolean() }))
const holdMessageTemplate =
  'PT400 Order %n is on hold: the bank has questioned its payment. Don’t pack or send it.'
const getHoldMessage = (number: number) => holdMessageTemplate.replace('%n', String(number))

test(
  'an order on hold cannot be put on a pick list, packed or sent, and the packer sees the reason',
  { tags: ['abuse-taken-back'] },
  async () => {
    const [other, number] = [await insertOrder(database), await aHeldOrder()]
    expect(await callRpc(held, packer, 'desk_holds')).toMatchObject([{ number, why: 'open' }])
    const one = { p_numbers: [number] }
    expect(await callRefusedRpc(packer, 'desk_make_pick_list', one)).toBe(getHoldMessage(number))
    expect(await callRefusedRpc(packer, 'desk_set_packed', { ...one, p_is_packed: true })).toBe(
      getHoldMessage(number),
    )
    const part = { p_number: number, p_lines: [{ position: 0, quantity: 1 }], p_left: 2 }
    expect(
      await callRefusedRpc(packer, 'desk_send_part', {
        ...part,
        p_carrier: 'Royal Mail',
        p_tracking: null,
      }),
    ).toBe(getHoldMessage(number))
    const both = { p_numbers: [other, number], p_is_packed: true }
    expect(await callRpc(v.array(v.number()), packer, 'desk_set_packed', both)).toEqual([other])
  },
)

test(
  'an order on hold that a desk marked as sent while offline is refused with the reason and stays listed',
  { tags: ['abuse-taken-back'] },
  async () => {
    const [other, number] = [await insertOrder(database), await aHeldOrder()]
    const parcels = [other, number].map((each) => ({ number: each, tracking: null }))
    const answer = v.object({ sent: v.array(v.number()), refused: v.array(v.unknown()) })
    expect(
      await callRpc(answer, packer, 'desk_send', { p_carrier: 'Royal Mail', p_parcels: parcels }),
    ).toEqual({
      sent: [other],
      refused: [
        { number, message: getHoldMessage(number).replace('PT400 ', '').replace(/\.$/, '') },
      ],
    })
    expect(await callRpc(held, packer, 'desk_holds')).toMatchObject([{ number }])
  },
)

test('an owner can release an order from its hold, and a packer cannot', async () => {
  const number = await aHeldOrder()
  expect(await callRefusedRpc(packer, 'desk_release_hold', { p_number: number })).toContain('PT403')
  await owner.rpc('desk_release_hold', { p_number: number })
  expect(await callRpc(held, packer, 'desk_holds')).toEqual([])
  const one = { p_numbers: [number], p_is_packed: true }
  expect(await callRpc(v.array(v.number()), packer, 'desk_set_packed', one)).toEqual([number])
})

test('Today counts a dispute until it is answered, and the list of disputed orders keeps it after that', async () => {
  const number = await aHeldOrder()
  const today = v.looseObject({
    disputes: v.object({
      count: v.number(),
      first: v.nullable(v.looseObject({ number: v.number() })),
    }),
  })
  expect((await callRpc(today, owner, 'desk_today')).disputes).toMatchObject({
    count: 1,
    first: { number },
  })
  await sql`update public.disputes set has_evidence = true, status = 'under_review'`
  expect((await callRpc(today, owner, 'desk_today')).disputes.count).toBe(0)
  const list = v.looseObject({
    total: v.number(),
    orders: v.array(v.looseObject({ number: v.number() })),
  })
  expect(await callRpc(list, owner, 'desk_orders', { p_tab: 'disputed' })).toMatchObject({
    total: 1,
    orders: [{ number }],
  })
})

test('a person whose payment is disputed cannot be erased until the bank has decided', async () => {
  const number = await aHeldOrder()
  await sql`update public.orders set status = 'fulfilled', fulfilled_at = now() where number = ${number}`
  const erase = () => sql`
    select public.erase_person(null, 'priya@example.com', 'owner@example.com') as answer`
  expect((await erase())[0]?.answer).toMatchObject({ error: { code: 'dispute_open' } })
  await sql`update public.disputes set status = 'lost', closed_at = now()`
  await sql`select public.update_order_hold(id, now()) from public.orders where number = ${number}`
  expect((await erase())[0]?.answer).toMatchObject({ erased: true })
})
