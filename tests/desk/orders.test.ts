import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, londonDay } from '../../domain/dates.ts'
import { createTestShop } from '../support/shop.ts'
import { callRpc, callRefusedRpc } from './call.ts'
import { insertOrder } from './orders.ts'
import { createClientsByRole } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { database } = shop
const { sql } = database
const { packer, owner } = await createClientsByRole(shop)
beforeEach(() => sql`truncate public.orders, public.outbox, public.enquiries cascade`)

const page = v.object({
  total: v.number(),
  counts: v.nullable(v.record(v.string(), v.number())),
  orders: v.array(v.looseObject({ number: v.number(), state: v.string() })),
})
const list = (args: object) => callRpc(page, owner, 'desk_orders', { ...args })
const listed = async (tab: string) => (await list({ p_tab: tab })).orders.map((row) => row.number)

const order = v.looseObject({
  number: v.number(),
  state: v.string(),
  left: v.number(),
  events: v.array(v.looseObject({ at: v.string(), what: v.string() })),
})
const one = (number: number) => callRpc(order, owner, 'desk_order', { p_number: number })
const storyOf = async (number: number) => (await one(number)).events.map(({ what }) => what)

describe('searching orders', () => {
  const kelly = {
    name: 'Siobhan O’Kelly',
    email: 'siobhan@example.co.uk',
    lines: [{ slug: 'hot-tomato-ketchup', name: 'Hot Tomato Ketchup', quantity: 3 }],
  }

  test.each([
    ['its number', (number: number) => String(number)],
    ['its number with # and spaces', (number: number) => ` #${number} `],
    ['a part of a name', () => 'o’kel'],
    ['a name with another apostrophe', () => "Siobhan O'K"],
    ['an email address', () => 'SIOBHAN@example.co.uk'],
    ['a part of an email address', () => 'siobhan@'],
    ['a postcode', () => 'N16 7UX'],
    ['a postcode without its space', () => 'n167ux'],
    ['a part of a postcode', () => 'n16'],
    ['a product', () => 'tomato ketch'],
  ])('a search finds an order by %s', async (_, words) => {
    await insertOrder(database, { paid: 3 })
    const number = await insertOrder(database, kelly)
    await sql`update public.orders set delivery_address = delivery_address || '{"postcode": "N16 7UX"}' where number = ${number}`
    const found = await list({ p_search: words(number) })
    expect(found.orders.map((row) => row.number)).toEqual([number])
    expect(found).toMatchObject({ total: 1, counts: null })
  })

  test.each(['%', '_a_', "'; drop table orders; --", '\\', 'zz', '99999999999999999999', 'nobody'])(
    'a search for %j finds no order and returns no counts',
    async (words) => {
      await insertOrder(database)
      expect(await list({ p_search: words })).toEqual({ total: 0, counts: null, orders: [] })
    },
  )

  test('a search returns the newest orders first, one page at a time', async () => {
    const numbers: number[] = []
    for (let at = 0; at < 5; at += 1) numbers.push(await insertOrder(database, kelly))
    const first = await list({ p_search: 'ketchup', p_limit: 2, p_offset: 1 })
    expect(first.total).toBe(5)
    expect(first.orders.map((row) => row.number)).toEqual(numbers.toReversed().slice(1, 3))
  })
})

describe('the tabs of the order list', () => {
  test('each order is listed in the tab of its state', async () => {
    const [waiting, packed, sent, back, cancelled] = [
      await insertOrder(database),
      await insertOrder(database),
      await insertOrder(database),
      await insertOrder(database),
      await insertOrder(database),
    ]
    await owner.rpc('desk_set_packed', { p_numbers: [packed], p_is_packed: true })
    await owner.rpc('desk_send', { p_carrier: 'Evri', p_parcels: [{ number: sent }] })
    await sql`update public.orders set status = 'refunded', refunded = total where number = any (${[back, cancelled]})`
    await sql`update public.orders set cancelled_at = now() where number = ${cancelled}`
    expect(await listed('to-pack')).toEqual([waiting])
    expect(await listed('packed')).toEqual([packed])
    expect(await listed('sent')).toEqual([sent])
    expect((await listed('paid-back')).toSorted()).toEqual([back, cancelled])
    expect(await listed('cancelled')).toEqual([cancelled])
    expect((await listed('all')).length).toBe(5)
    const { counts, orders } = await list({ p_tab: 'all' })
    expect(counts).toMatchObject({ 'to-pack': 1, packed: 1, sent: 1, 'paid-back': 2, all: 5 })
    expect(new Set(orders.map(({ state }) => state))).toEqual(
      new Set(['to-pack', 'packed', 'sent', 'paid-back', 'cancelled']),
    )
  })

  test('the tabs list an order whose payment failed and the order of a box whose renewal failed', async () => {
    const failed = await insertOrder(database, { status: 'payment_failed' })
    const box = await insertOrder(database)
    await sql`
      insert into public.subscriptions (
        order_id, email, stripe_subscription_id, stripe_customer_id, status, boxes, amount, current_period_end, overdue_invoice_id, overdue_amount
      )
      select id, email, 'sub_1', 'cus_1', 'past_due', '[]', 2000, now(), 'in_1', 2000 from public.orders where number = ${box}`
    expect(await listed('payment-failed')).toEqual([failed])
    expect(await listed('box-payments')).toEqual([box])
    const today = await callRpc(v.unknown(), owner, 'desk_today')
    expect(today).toMatchObject({ boxPayments: { count: 1, names: ['Priya Raman'] } })
  })
})

describe('the counts of a shop with summed older orders', () => {
  const parcels = v.object({ counts: v.record(v.string(), v.number()) })
  const getCounts = async () => {
    const { counts } = await list({ p_tab: 'all' })
    expect((await callRpc(parcels, packer, 'desk_parcels')).counts).toMatchObject({
      sent: counts?.sent,
      all: counts?.all,
    })
    return { sent: counts?.sent, all: counts?.all }
  }
  const sum = async () => {
    expect((await shop.secret.rpc('roll_up_money', {})).error).toBeNull()
  }
  const getStoredTotals = () => sql`select paid::int, sent::int from public.order_totals`
  const sendLongAgo = (number: number) =>
    sql`update public.orders set status = 'fulfilled', fulfilled_at = now() - interval '3 days' where number = ${number}`
  const manyOld = async () => {
    const numbers: number[] = []
    for (let at = 0; at < 4; at += 1) numbers.push(await insertOrder(database, { paid: 100 + at }))
    return numbers
  }

  test('the order counts stay right through packing, undo, refund, cancellation and erasure', async () => {
    const [sent = 0, back = 0, erased = 0, late = 0] = await manyOld()
    for (const number of [sent, erased]) await sendLongAgo(number)
    await sum()
    expect(await getStoredTotals()).toEqual([{ paid: 4, sent: 2 }])
    const newest = await insertOrder(database)
    expect(await getCounts()).toEqual({ sent: 2, all: 5 })
    for (const number of [late, newest])
      await packer.rpc('desk_send', { p_carrier: 'Evri', p_parcels: [{ number }] })
    expect(await getCounts()).toEqual({ sent: 4, all: 5 })
    await packer.rpc('desk_undo_sent', { p_numbers: [newest] })
    await sql`update public.orders set status = 'refunded', refunded = total where number = ${back}`
    await sql`update public.orders set cancelled_at = now() where number = ${back}`
    await sql`select public.anonymise_orders(array(select id from public.orders where number = ${erased}), now())`
    expect(await getCounts()).toEqual({ sent: 3, all: 5 })
    expect(await getStoredTotals()).toEqual([{ paid: 4, sent: 2 }])
  })

  test('the order counts follow changes to old orders', async () => {
    const [first = 0, second = 0] = await manyOld()
    await sum()
    await sendLongAgo(first)
    expect(await getCounts()).toEqual({ sent: 1, all: 4 })
    await sum()
    await insertOrder(database, { paid: 200 })
    expect(await getCounts()).toEqual({ sent: 1, all: 5 })
    await sum()
    await sql`delete from public.orders where number = any (${[first, second]})`
    expect(await getCounts()).toEqual({ sent: 0, all: 3 })
    expect(await getStoredTotals()).toEqual([])
    await sum()
    expect(await getCounts()).toEqual({ sent: 0, all: 3 })
  })

  test('old orders are not summed while a transaction changes one of them', async () => {
    const [number = 0] = await manyOld()
    const change = await sql.reserve()
    await change`begin`
    await change`update public.orders set fulfilled_at = now() - interval '3 days' where number = ${number}`
    await sum()
    await change`commit`
    change.release()
    expect(await getCounts()).toEqual({ sent: 1, all: 4 })
    await sum()
    expect(await getStoredTotals()).toEqual([{ paid: 4, sent: 1 }])
  })
})

const counted = v.looseObject({ runningLow: v.looseObject({ count: v.number() }) })
const rowsOf = v.looseObject({ rows: v.array(v.unknown()) })

describe('the Today screen', () => {
  test('Today counts every enquiry in the first stage as unanswered, however old it is', async () => {
    for (const stage of [null, 'new', 'answered', 'lost'])
      await sql`
        insert into public.enquiries (kind, reference, name, email, phone, guest_count, message, event_type, stage, created_at)
        values ('catering', ${`CAT-${randomUUID().slice(0, 8).toUpperCase()}`}, 'Hannah', 'h@example.com', '', 20, 'Hello', 'Wedding', ${stage},
          now() - interval '60 days')`
    expect(await callRpc(v.unknown(), owner, 'desk_today')).toMatchObject({
      toAnswer: { count: 2, oldest: { name: 'Hannah', about: 'Wedding' } },
    })
    expect(
      await callRpc(v.record(v.string(), v.unknown()), packer, 'desk_today'),
    ).not.toHaveProperty('toAnswer')
  })

  test('Today lists the enquiries to follow up until they are written to or closed', async () => {
    const today = londonDay(Date.now())
    for (const [name, day, stage, written] of [
      ['Tilda', today, 'answered', -1],
      ['Hannah', addDays(today, -3), 'quoted', null],
      ['Leroy', addDays(today, 1), 'quoted', null],
      ['Kit', addDays(today, -3), 'quoted', -2],
      ['Rosa', today, 'done', null],
      // A new enquiry needs an answer, so it does not count as a follow-up.
      ['Noor', today, 'new', null],
    ] as const) {
      const letters = written === null ? null : [{ at: `${addDays(today, written)}T12:00:00Z` }]
      await sql`
        insert into public.enquiries (kind, reference, name, email, phone, guest_count, message, event_type, stage, follow_up_on, letters)
        values ('catering', ${`CAT-${randomUUID().slice(0, 8).toUpperCase()}`}, ${name}, 'h@example.com', '', 20, 'Hello', 'Wedding', ${stage}, ${day}, ${letters && sql.json(letters)})`
    }
    expect(await callRpc(v.unknown(), owner, 'desk_today')).toMatchObject({
      followUps: { count: 2, names: ['Hannah', 'Tilda'] },
    })
    expect(
      await callRpc(v.record(v.string(), v.unknown()), packer, 'desk_today'),
    ).not.toHaveProperty('followUps')
  })

  test('Today counts low stock and incomplete labels and names up to three products', async () => {
    await sql`update public.products set stock = 4 where slug = 'apple-terror-sauce'`
    await sql`update public.products set active = false, net_quantity = null, net_unit = null where slug = 'spice-bag-mix'`
    expect(await callRpc(v.unknown(), owner, 'desk_today')).toMatchObject({
      runningLow: { first: expect.arrayContaining([{ name: 'Apple Terror Sauce', stock: 4 }]) },
      labels: { count: 1, names: ['Spice Bag Mix'] },
    })
    const { runningLow } = await callRpc(counted, owner, 'desk_today')
    for (const [state, count] of [
      ['low', runningLow.count],
      ['label-incomplete', 1],
    ] as const) {
      const { rows } = await callRpc(rowsOf, owner, 'desk_products', { p_state: state })
      expect(rows).toHaveLength(count)
    }
  })
})

describe('the timeline of an order', () => {
  test('the timeline of an order lists its events in order, with who caused them', async () => {
    const number = await insertOrder(database, { paid: 5 })
    await packer.rpc('desk_set_order_note', { p_number: number, p_note: 'Two boxes' })
    await packer.rpc('desk_set_packed', { p_numbers: [number], p_is_packed: true })
    await packer.rpc('desk_send', {
      p_carrier: 'Royal Mail',
      p_parcels: [{ number, tracking: 'AB123456789GB' }],
    })
    expect(await storyOf(number)).toEqual(['placed', 'paid', 'note', 'packed', 'sent', 'mail'])
    const { events } = await one(number)
    const sent = events.find(({ what }) => what === 'sent')
    expect(sent).toMatchObject({ carrier: 'Royal Mail', tracking: 'AB123456789GB', who: 'Ollie' })
    expect(Date.parse(v.parse(v.string(), sent?.['mailsAt']))).toBeGreaterThan(Date.now())
    await packer.rpc('desk_undo_sent', { p_numbers: [number] })
    expect(await storyOf(number)).toEqual(['placed', 'paid', 'note', 'packed', 'send', 'undo_send'])
  })

  test('the timeline of an order shows the contents, carrier and undo deadline of a part parcel, and the order shows its code', async () => {
    const number = await insertOrder(database)
    await sql`insert into public.discount_codes (code, percent, expires_at) values ('PARTY', 10, null)`
    await sql`update public.orders set discount_code = 'PARTY', discount = 100, total = total - 100 where number = ${number}`
    const part = await callRpc(v.string(), owner, 'desk_send_part', {
      p_number: number,
      p_lines: [{ position: 0, quantity: 1 }],
      p_carrier: 'Evri',
      p_tracking: 'H00AAA0123456789',
      p_left: 2,
    })
    const found = await one(number)
    expect(found).toMatchObject({ code: 'PARTY' })
    const sent = found.events.find(({ what }) => what === 'send_part')
    const pieces = [{ name: 'Nashville Chilli Crisp', quantity: 1, size: null }]
    expect(sent).toMatchObject({ part, pieces, carrier: 'Evri', tracking: 'H00AAA0123456789' })
    expect(Date.parse(v.parse(v.string(), sent?.['mailsAt']))).toBeGreaterThan(Date.now())
    await owner.rpc('desk_undo_sent', { p_parts: [part] })
    const { events } = await one(number)
    expect(events.filter((event) => 'mailsAt' in event)).toEqual([])
    expect(events.find(({ what }) => what === 'undo_send_part')).toMatchObject({ pieces })
  })

  test('an order number that does not exist returns null', async () => {
    expect(await callRpc(v.unknown(), owner, 'desk_order', { p_number: 999_999 })).toBeNull()
  })
})

describe('resending an order’s email', () => {
  const mails = () =>
    sql<{ key: string; waits: boolean }[]>`
      select dedupe_key as key, next_attempt_at > now() + interval '25 seconds' as waits from public.outbox`

  test('an order’s email is sent again once after half a minute, however often the button is pressed', async () => {
    const number = await insertOrder(database)
    const args = { p_number: number, p_request: randomUUID() }
    await Promise.all([1, 2, 3].map(() => owner.rpc('desk_resend', args)))
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ waits: true })
    expect(mail?.key).toContain(args.p_request)
  })

  test('resending an email can be undone while it waits and not after the first attempt', async () => {
    const number = await insertOrder(database)
    const args = { p_number: number, p_request: randomUUID() }
    await owner.rpc('desk_resend', args)
    expect((await owner.rpc('desk_undo_resend', args)).error).toBeNull()
    expect(await mails()).toEqual([])
    await owner.rpc('desk_resend', args)
    await sql`update public.outbox set attempts = 1`
    expect(await callRefusedRpc(owner, 'desk_undo_resend', args)).toContain('has gone')
  })

  test('an email is not resent for an unpaid order or an erased customer', async () => {
    const unpaid = await insertOrder(database, { status: 'payment_failed' })
    const erased = await insertOrder(database)
    await sql`update public.orders set email = '', erased_at = now(), delivery_address = null where number = ${erased}`
    const again = (number: number) => ({ p_number: number, p_request: randomUUID() })
    expect(await callRefusedRpc(owner, 'desk_resend', again(unpaid))).toContain('was not paid')
    expect(await callRefusedRpc(owner, 'desk_resend', again(erased))).toContain(
      'no address any more',
    )
    expect(await mails()).toEqual([])
  })
})
