import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseEmail } from '../../mail/emails.ts'
import { renderEmail } from '../../mail/render.tsx'
import { createSubscriber, getSubscription } from '../payments/boxes.ts'
import { getOrderEmailTemplates, getOrders, getStock } from '../payments/checkouts.ts'
import { openPaymentWorld, type PaymentWorld } from '../payments/world.ts'
import { callRpc, callRefusedRpc } from './call.ts'
import {
  createDeskUser,
  createPaidOrderWithTotal,
  getRefundedAmount,
  type DeskUser,
  type PaidOrderWithTotal,
} from './money.ts'

const crisp = 'nashville-chilli-crisp'

let world: PaymentWorld
let owner: DeskUser
let packer: DeskUser
beforeAll(async () => {
  world = await openPaymentWorld()
  owner = await createDeskUser(world, 'owner')
  packer = await createDeskUser(world, 'packer')
})
beforeEach(async () => {
  world.webhook.down = false
  world.provider.fault = { kind: 'none' }
  await world.sql`update public.products set stock = 10 where slug = ${crisp}`
})
afterAll(() => world.stop())

const wishOf = ({ number, total }: PaidOrderWithTotal, changes: object = {}) => ({
  do: 'refund',
  request: randomUUID(),
  number,
  lines: [],
  amount: null,
  reason: '',
  left: total,
  ...changes,
})
const firstLine = { position: 0, quantity: 1, restock: true }
const callOff = (order: PaidOrderWithTotal, changes: object = {}) => ({
  do: 'cancel',
  request: randomUUID(),
  number: order.number,
  restock: true,
  words: 'Our ketchup is not ready.',
  left: order.total,
  ...changes,
})
const seen = v.looseObject({
  state: v.string(),
  left: v.number(),
  events: v.array(v.looseObject({ what: v.string() })),
})
const look = (number: number) => callRpc(seen, owner.client, 'desk_order', { p_number: number })

describe('refunding an order', () => {
  test('a refund by line restocks as requested, emails the shopper once and shows its reason only at the desk', async () => {
    const order = await createPaidOrderWithTotal(world, [crisp])
    const stock = Number(await getStock(world, crisp))
    const [line] =
      await world.sql`select unit_amount from public.order_items where order_id = ${order.orderId}`
    const wish = wishOf(order, { lines: [firstLine], reason: 'One bottle broke' })
    expect(await owner.ask(wish)).toEqual({ status: 200, body: { amount: line?.unit_amount } })
    await world.sandbox.runDue()
    expect(await getStock(world, crisp)).toBe(stock + 1)
    const { left, events } = await look(order.number)
    expect(left).toBe(order.total - line?.unit_amount)
    expect(events.find(({ what }) => what === 'paid_back')).toMatchObject({
      amount: line?.unit_amount,
      reason: 'One bottle broke',
      isBooked: true,
      who: 'Beau',
      pieces: [{ quantity: 1, isRestocked: true }],
    })
    const mails = await world.sql<{ data: object }[]>`
      select data from public.outbox where dedupe_key like ${`refund:${order.orderId}:%`}`
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).not.toContain('One bottle broke')
  })

  test('a refund request that is repeated creates one refund', async () => {
    const order = await createPaidOrderWithTotal(world)
    const wish = wishOf(order, { amount: 300 })
    const presses = await Promise.all([owner.ask(wish), owner.ask(wish), owner.ask(wish)])
    expect(presses.map(({ status }) => status)).toEqual([200, 200, 200])
    await world.sandbox.runDue()
    expect(await owner.ask(wish)).toEqual({ status: 200, body: { amount: 300 } })
    expect(await getRefundedAmount(world, order.orderId)).toBe(300)
  })

  test('a refund can combine a line and an amount, and restocks nothing unless requested', async () => {
    const order = await createPaidOrderWithTotal(world, [crisp])
    const stock = await getStock(world, crisp)
    await owner.ask(wishOf(order, { lines: [{ ...firstLine, restock: false }], amount: 329 }))
    await world.sandbox.runDue()
    expect(await getRefundedAmount(world, order.orderId)).toBe(order.total)
    expect(await getStock(world, crisp)).toBe(stock)
    const { events } = await look(order.number)
    expect(events.find(({ what }) => what === 'paid_back')).toMatchObject({
      pieces: [{ isRestocked: false }],
    })
  })

  test('a refund of a product without a stock count reports that nothing was restocked', async () => {
    const order = await createPaidOrderWithTotal(world, [crisp])
    await world.sql`update public.products set stock = null where slug = ${crisp}`
    await owner.ask(wishOf(order, { lines: [firstLine] }))
    await world.sandbox.runDue()
    const { events } = await look(order.number)
    expect(events.find(({ what }) => what === 'paid_back')).toMatchObject({
      isBooked: true,
      pieces: [{ isRestocked: false }],
    })
  })

  test('a refund above the remaining amount is refused without calling the provider', async () => {
    const order = await createPaidOrderWithTotal(world)
    const answer = await owner.ask(wishOf(order, { amount: order.total + 1 }))
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: /can still be paid back/ } },
    })
    expect(await getRefundedAmount(world, order.orderId)).toBe(0)
  })

  test('a refund based on an outdated remaining amount is refused as a conflict', async () => {
    const order = await createPaidOrderWithTotal(world)
    await owner.ask(wishOf(order, { amount: 100 }))
    const second = await createDeskUser(world, 'owner')
    const answer = await second.ask(wishOf(order, { amount: order.total - 50 }))
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'PT409' } } })
    await world.sandbox.runDue()
    expect(await getRefundedAmount(world, order.orderId)).toBe(100)
  })

  test('a refund that the provider interrupted can be retried and is made once', async () => {
    const order = await createPaidOrderWithTotal(world)
    const wish = wishOf(order, { amount: 250 })
    world.provider.fault = { kind: 'cut' }
    expect(await owner.ask(wish)).toMatchObject({ status: 502 })
    world.provider.fault = { kind: 'none' }
    const again = { do: 'retry_refund', request: wish.request }
    expect(await owner.ask(again)).toEqual({ status: 200, body: { amount: 250 } })
    await world.sandbox.runDue()
    expect(await getRefundedAmount(world, order.orderId)).toBe(250)
  })

  test('the log records who requested a refund and who retried it', async () => {
    const order = await createPaidOrderWithTotal(world)
    const wish = wishOf(order, { amount: 250 })
    const again = { do: 'retry_refund', request: wish.request }
    world.provider.fault = { kind: 'failing' }
    expect(await owner.ask(wish)).toMatchObject({ status: 502 })
    const second = await createDeskUser(world, 'owner')
    world.provider.fault = { kind: 'none' }
    expect(await second.ask(again)).toEqual({ status: 200, body: { amount: 250 } })
    await world.sandbox.runDue()
    // Repeating the finished request returns its result without another refund at the provider.
    expect(await second.ask(again)).toEqual({ status: 200, body: { amount: 250 } })
    const noted = await world.sql`
      select action, after ->> 'amount' as amount from public.desk_log
      where subject = ${`order:${order.number}`} order by id`
    expect(noted).toEqual([
      { action: 'pay_back', amount: '250' },
      { action: 'pay_back_again', amount: '250' },
    ])
    const { events } = await look(order.number)
    expect(events.filter(({ what }) => /^pa(id|y)_back/.test(what))).toMatchObject([
      { what: 'pay_back_again', who: 'Beau' },
      { what: 'paid_back', who: 'Beau', amount: 250 },
    ])
  })
})

describe('permission to refund', () => {
  test('a packer, a visitor and an owner without a fresh code can refund nothing', async () => {
    const order = await createPaidOrderWithTotal(world)
    const stale = await createDeskUser(world, 'owner', 16)
    const wishes = [wishOf(order, { amount: 100 }), callOff(order)]
    for (const wish of wishes) {
      expect(await packer.ask(wish)).toMatchObject({ status: 403 })
      expect(await stale.ask(wish)).toMatchObject({
        status: 403,
        body: { error: { code: 'fresh_code' } },
      })
    }
    expect(
      await packer.ask({ do: 'cancel_subscription', number: order.number, atOnce: true }),
    ).toMatchObject({
      status: 403,
    })
    const nobody = await fetch(`${world.url}/functions/v1/desk-orders`, {
      method: 'POST',
      headers: { apikey: world.keys.publishable },
      body: JSON.stringify(wishes[0]),
    })
    expect(nobody.status).toBe(401)
    expect(await getRefundedAmount(world, order.orderId)).toBe(0)
    expect(await look(order.number)).toMatchObject({ state: 'to-pack', left: order.total })
  })
})

describe('cancelling an order', () => {
  test('cancelling an order refunds and restocks all of it and emails the owner’s message', async () => {
    const order = await createPaidOrderWithTotal(world, [crisp])
    const stock = Number(await getStock(world, crisp))
    const wish = callOff(order)
    expect(await owner.ask(wish)).toEqual({ status: 200, body: { amount: order.total } })
    await world.sandbox.runDue()
    expect(await owner.ask(wish)).toEqual({ status: 200, body: { amount: order.total } })
    expect(await look(order.number)).toMatchObject({ state: 'cancelled', left: 0 })
    expect(await getStock(world, crisp)).toBe(stock + 1)
    expect(await getOrderEmailTemplates(world, order.orderId)).toEqual([
      'order_cancelled',
      'order_confirmation',
      'order_notice',
    ])
    const [mail] = await world.sql`
      select data from public.outbox where dedupe_key = ${`order_cancelled:${order.orderId}`}`
    const { text } = await renderEmail(parseEmail('order_cancelled', mail?.data), {
      siteUrl: new URL(world.url),
      pictures: new Map(),
    })
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /all of it, .*From Beau: Our ketchup is not ready\./,
    )
  })

  test('an order that is packed or sent cannot be cancelled', async () => {
    const [packed, sent] = [
      await createPaidOrderWithTotal(world),
      await createPaidOrderWithTotal(world),
    ]
    const numbers = { p_numbers: [packed.number], p_is_packed: true }
    await packer.client.rpc('desk_set_packed', numbers)
    expect(await owner.ask(callOff(packed))).toMatchObject({ status: 400 })
    await packer.client.rpc('desk_set_packed', { ...numbers, p_is_packed: false })
    expect(await owner.ask(callOff(packed))).toMatchObject({ status: 200 })
    await packer.client.rpc('desk_send', { p_carrier: null, p_parcels: [{ number: sent.number }] })
    expect(await owner.ask(callOff(sent))).toMatchObject({
      status: 400,
      body: { error: { message: /has left/ } },
    })
    expect(await getRefundedAmount(world, sent.orderId)).toBe(0)
  })
})

/** Stores an inquiry of the bank about an order, which has taken no money back and puts the order on hold. */
async function inquire(orderId: string): Promise<void> {
  await world.sql`
    insert into public.disputes (
      id, order_id, amount, currency, reason, status, is_refundable, has_evidence, due_by, link, opened_at, noted_at
    ) values (
      ${`du_${orderId}`}, ${orderId}, 1, 'gbp', 'fraudulent', 'warning_needs_response', true, false, now() + interval '9 days',
      'https://provider.example', now(), now()
    )`
  await world.sql`select public.update_order_hold(${orderId}, now())`
}

describe('an order that is on hold, or being cancelled', () => {
  test('a sent order cannot be cancelled while it is on hold', async () => {
    const order = await createPaidOrderWithTotal(world, [crisp])
    const send = { p_carrier: null, p_parcels: [{ number: order.number }] }
    expect((await packer.client.rpc('desk_send', send)).data).toMatchObject({ refused: [] })
    await inquire(order.orderId)
    const [held] = await world.sql`
      select on_hold_since is not null as is_held from public.orders where id = ${order.orderId}`
    expect(held).toEqual({ is_held: true })
    expect(await owner.ask(callOff(order))).toMatchObject({
      status: 400,
      body: { error: { message: /has left/ } },
    })
    expect(await look(order.number)).toMatchObject({ state: 'sent' })
  })

  test('an order on hold that has not been sent can be cancelled', async () => {
    const order = await createPaidOrderWithTotal(world, [crisp])
    await world.sql`update public.orders set on_hold_since = now() where id = ${order.orderId}`
    expect(await owner.ask(callOff(order))).toMatchObject({ status: 200 })
  })

  test('an order that is being cancelled cannot be sent, whole or in part, at the desk or by a command', async () => {
    const order = await createPaidOrderWithTotal(world, [crisp, 'peach-please-hot-honey'])
    world.webhook.down = true
    await owner.ask(callOff(order))
    const message = `Order ${order.number} is being cancelled`
    const part = { p_lines: [{ position: 0, quantity: 1 }], p_carrier: 'Evri', p_tracking: null }
    expect(
      await callRefusedRpc(packer.client, 'desk_send_part', {
        ...part,
        p_number: order.number,
        p_left: 2,
      }),
    ).toBe(`PT400 ${message}.`)
    const send = { p_carrier: 'Evri', p_parcels: [{ number: order.number }] }
    expect((await packer.client.rpc('desk_send', send)).data).toEqual({
      sent: [],
      refused: [{ number: order.number, message }],
    })
    const [answer] = await world.sql`select public.fulfil_order(${order.number}) as result`
    expect(answer?.result).toMatchObject({ error: { message } })
  })

  test('a cancellation whose refund failed does not cancel the order once it has been sent', async () => {
    const order = await createPaidOrderWithTotal(world, [crisp])
    await world.sql`
      insert into public.failed_refunds (id, order_id, amount, why, failed_at, lines, restock, cancels)
      values (${`re_${order.number}`}, ${order.orderId}, ${order.total}, 'declined', now(), '[{"position": 0, "quantity": 1}]', true, true)`
    const stock = await getStock(world, crisp)
    const send = { p_carrier: null, p_parcels: [{ number: order.number }] }
    expect((await packer.client.rpc('desk_send', send)).data).toMatchObject({ refused: [] })
    const settle = { p_id: `re_${order.number}`, p_how: 'elsewhere' }
    expect((await owner.client.rpc('desk_settle_refund', settle)).error).toBeNull()
    const [row] = await world.sql`
      select status, cancelled_at from public.orders where id = ${order.orderId}`
    expect(row).toEqual({ status: 'refunded', cancelled_at: null })
    expect(await getStock(world, crisp)).toBe(stock)
  })
})

describe('stopping a subscription box', () => {
  test('a box can be stopped at the end of its period, then at once, and not again', async () => {
    const { shopper } = await createSubscriber(world)
    const [first] = await getOrders(world, shopper)
    const number = Number(first?.number)
    expect(await owner.ask({ do: 'cancel_subscription', number, atOnce: false })).toEqual({
      status: 200,
      body: { do: 'cancel_subscription', number },
    })
    expect(await getSubscription(world, shopper)).toMatchObject({
      status: 'active',
      ends_at: expect.any(Date),
    })
    const again = { do: 'cancel_subscription', number, atOnce: false }
    expect(await owner.ask(again)).toMatchObject({ status: 400 })
    expect(await owner.ask({ ...again, atOnce: true })).toMatchObject({ status: 200 })
    await world.sandbox.runDue()
    expect(await getSubscription(world, shopper)).toMatchObject({ status: 'cancelled' })
    expect(await owner.ask({ ...again, atOnce: true })).toMatchObject({
      status: 400,
      body: { error: { message: /has ended already/ } },
    })
    const stops = (await look(number)).events.filter(({ what }) => what === 'stop_box')
    expect(stops).toMatchObject([{ after: { isDone: true } }, { after: { isDone: true } }])
  })
})

test('the action names of a desk of the former version are accepted, and returned as they were sent', async () => {
  const order = await createPaidOrderWithTotal(world)
  const wish = wishOf(order, { do: 'pay back', amount: 250 })
  expect(await owner.ask(wish)).toEqual({ status: 200, body: { amount: 250 } })
  const again = { do: 'pay back again', request: wish.request }
  expect(await owner.ask(again)).toEqual({ status: 200, body: { amount: 250 } })
  const { shopper } = await createSubscriber(world)
  const [first] = await getOrders(world, shopper)
  const number = Number(first?.number)
  const due = (await getSubscription(world, shopper)).current_period_end.toISOString()
  expect(await owner.ask({ do: 'skip box', number, due, skips: true })).toEqual({
    status: 200,
    body: { do: 'skip box', number },
  })
  expect(await owner.ask({ do: 'stop box', number, atOnce: true })).toEqual({
    status: 200,
    body: { do: 'stop box', number },
  })
})
