import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { londonDay } from '../../domain/dates.ts'
import { calculateCardFee } from '../../packages/payment-sandbox/src/balance.ts'
import { createSubscriber, renewInPortal } from '../payments/boxes.ts'
import {
  createCheckoutLine,
  openPaymentSession,
  createCheckoutBody,
  payOnPage,
  postCheckout,
} from '../payments/checkouts.ts'
import { createPaidOrder, runOrdersCommand } from '../payments/owner.ts'
import { openPaymentWorld, type PaymentWorld } from '../payments/world.ts'
import { callRpc, callRefusedRpc } from './call.ts'
import {
  fetchAccountsCsvRows,
  createBalanceReading,
  createOwnerClient,
  dayMs,
  minuteMs,
  moneySchema,
} from './money-world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
  await sellMuch()
})
afterAll(() => world.stop())

const sum = (amounts: readonly number[]) => amounts.reduce((one, other) => one + other, 0)
const dayAt = (days: number) => londonDay(world.clock.now() + days * dayMs)
const all = () => ({ p_from: dayAt(-40), p_until: dayAt(1) })

/**
 * Sells two jars and a bottle with a 10% discount, a tee with one jar, a box and its renewal, and an order that is
 * disputed; refunds some of them.
 */
async function sellMuch(): Promise<void> {
  const shopper = await world.shopper()
  const [code] = await world.sql`select public.issue_discount_code(${shopper.email}) as given`
  const lines = [
    await createCheckoutLine(world, 'nashville-chilli-crisp', 2),
    await createCheckoutLine(world, 'apple-terror-sauce'),
  ]
  const body = { ...createCheckoutBody(shopper, lines), discount_code: code?.given.code }
  await payOnPage((await postCheckout(world, body, shopper.token)).body.url ?? '')
  const [discounted] = await world.sql<{ number: string }[]>`
    select number from public.orders where user_id = ${shopper.id}`
  const mixed = await createPaidOrder(world, ['got-got-need-tee', 'nashville-chilli-crisp'])
  const { subscription } = await createSubscriber(world)
  await renewInPortal(world, subscription)
  await payOnPage((await openPaymentSession(world)).url, { card: '4000 0000 0000 0259' })
  await world.sandbox.runDue()
  await runOrdersCommand(
    world,
    'refund',
    discounted?.number ?? '',
    '--line',
    '1',
    '--quantity',
    '1',
  )
  await runOrdersCommand(world, 'refund', String(mixed.number), '--line', '2')
  const payment = (await mixed.order())?.stripe_payment_intent_id ?? ''
  // This refund is made in the provider's dashboard, which the owner may use as well.
  await world.stripe.refunds.create({ payment_intent: payment, amount: 111 })
  await world.sandbox.runDue()
  const reading = createBalanceReading(world)
  await reading.runOnce()
  world.clock.advance(dayMs)
  await world.sandbox.runDue()
  await reading.runOnce()
  await reading.stop()
}

test('the accountant’s rows of a payout add up to its amount, and the totals of the period agree', async () => {
  const owner = await createOwnerClient(world)
  const rows = await fetchAccountsCsvRows(owner, all())
  const { data: payouts } = await world.stripe.payouts.list()
  expect(payouts).toHaveLength(1)
  expect(new Set(rows.map(({ payout }) => payout))).toEqual(new Set(payouts.map(({ id }) => id)))
  expect(sum(rows.map(({ amount }) => amount))).toBe(payouts[0]?.amount)
  const { sums } = await callRpc(moneySchema, owner, 'desk_money', all())
  expect(sums.left).toBe(payouts[0]?.amount)
  expect(rows.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount)).toHaveLength(3)
  expect(await fetchAccountsCsvRows(owner, all(), 500)).toEqual(rows)
  world.protocol.expectRight()
})

test('a period is broken down into goods, discount, delivery, refunds, disputes and fees', async () => {
  const owner = await createOwnerClient(world)
  const orders = await world.sql<
    { subtotal: number; discount: number; delivery_price: number; total: number }[]
  >`select * from public.orders where paid_at is not null`
  const { sums, rows, first } = await callRpc(moneySchema, owner, 'desk_money', all())
  const totals = orders.map(({ total }) => total)
  expect(sums).toMatchObject({
    orders: 5,
    charged: 5,
    goods: sum(orders.map(({ subtotal }) => subtotal)),
    discount: 240,
    delivery: sum(orders.map(({ delivery_price }) => delivery_price)),
    taken: sum(totals),
    // A jar of £8.50 with a 10% discount, a jar without one, and the refund of £1.11 from the provider's dashboard.
    refunded: 765 + 850 + 111,
    refundOrders: 2,
    fees: sum(totals.map(calculateCardFee)),
    feesKnown: 5,
    disputes: 1,
    takenBack: 850 + 329,
    otherFees: 2000,
    other: 0,
  })
  expect(rows).toEqual([{ at: first, taken: sum(totals), orders: 5 }])
  const months = await callRpc(moneySchema, owner, 'desk_money', { ...all(), p_by: 'month' })
  expect(months.rows).toEqual([{ at: `${first?.slice(0, 7)}-01`, taken: sum(totals), orders: 5 }])
})

test('the sales of all products add up to the goods of the period', async () => {
  const owner = await createOwnerClient(world)
  const schema = v.object({
    count: v.number(),
    rows: v.array(v.object({ slug: v.string(), pieces: v.number(), goods: v.number() })),
  })
  const products = await callRpc(schema, owner, 'desk_money', {
    ...all(),
    p_by: 'product',
    p_limit: 50,
  })
  const { sums } = await callRpc(moneySchema, owner, 'desk_money', all())
  expect(products.count).toBe(products.rows.length)
  expect(sum(products.rows.map(({ goods }) => goods))).toBe(sums.goods)
  const [sold] = await world.sql`
    select sum(quantity)::int as pieces from public.order_items i join public.orders o on o.id = i.order_id
    where o.paid_at is not null`
  expect(sum(products.rows.map(({ pieces }) => pieces))).toBe(sold?.pieces)
  const [most] = await callRpc(schema, owner, 'desk_money', {
    ...all(),
    p_by: 'product',
    p_limit: 1,
  }).then(({ rows }) => rows)
  expect(most).toEqual(products.rows[0])
})

test('refunds and disputes are listed with their amounts and orders', async () => {
  const owner = await createOwnerClient(world)
  const schema = v.object({
    orders: v.number(),
    count: v.number(),
    rows: v.array(
      v.object({ kind: v.string(), number: v.nullable(v.number()), amount: v.number() }),
    ),
  })
  const { rows, ...counts } = await callRpc(schema, owner, 'desk_money_back', all())
  expect(counts).toEqual({ orders: 2, count: 4 })
  expect(rows.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([111, 765, 850, 1179])
  expect(rows.find(({ amount }) => amount === 1179)?.kind).toBe('dispute')
  expect(rows.map(({ number }) => number)).not.toContain(null)
})

test('a day lists its orders with their fees and payout days', async () => {
  const owner = await createOwnerClient(world)
  const schema = v.array(
    v.object({ total: v.number(), fee: v.nullable(v.number()), payoutOn: v.nullable(v.string()) }),
  )
  const { first } = await callRpc(moneySchema, owner, 'desk_money', all())
  const orders = await callRpc(schema, owner, 'desk_money_day', { p_day: first })
  expect(orders).toHaveLength(5)
  expect(orders.filter(({ fee, total }) => fee !== calculateCardFee(total))).toEqual([])
  expect(new Set(orders.map(({ payoutOn }) => payoutOn)).has(null)).toBe(false)
})

test('merchandise carries VAT in the accountant’s rows, food carries none, and delivery carries its share', async () => {
  const owner = await createOwnerClient(world)
  const rows = await fetchAccountsCsvRows(owner, all())
  const tee = rows.find(({ what }) => what?.startsWith('Got. Got. Need. Tee'))
  expect([tee?.amount, tee?.standard]).toEqual([2400, 2400])
  const ofTee = rows.filter(({ number }) => number === tee?.number)
  const share = Math.floor((329 * 2400) / 3250)
  const amounts = ofTee.map(({ kind, amount, standard }) => [kind, amount, standard ?? 0])
  expect(amounts).toHaveLength(6)
  // Two refunds of the same time are sorted either way, so the VAT share of one depends on whether it is taken from the
  // whole order or from what the other one leaves.
  const atProvider = amounts.find(([, amount]) => amount === -111)?.[2]
  const shares = [3579, 3579 - 850].map((left) => -Math.floor((111 * (2400 + share)) / left))
  expect(shares).toContain(atProvider)
  expect(amounts).toEqual(
    expect.arrayContaining([
      ['sale', 2400, 2400],
      ['sale', 850, 0],
      ['delivery', 329, share],
      ['fee', -calculateCardFee(3579), 0],
      ['refund', -850, 0],
    ]),
  )
})

test('past days are summed once and again when one of their orders changes', async () => {
  const owner = await createOwnerClient(world)
  const before = await callRpc(moneySchema, owner, 'desk_money', all())
  const products = { ...all(), p_by: 'product' }
  const sold = await owner.rpc('desk_money', products)
  const later = new Date(world.clock.now() + 3 * dayMs).toISOString()
  const rollUp = async () => (await world.client.rpc('roll_up_money', { p_now: later })).data
  expect(await rollUp()).toBeGreaterThan(0)
  expect(await rollUp()).toBe(0)
  expect(await callRpc(moneySchema, owner, 'desk_money', all())).toEqual(before)
  expect((await owner.rpc('desk_money', products)).data).toEqual(sold.data)
  const [order] = await world.sql<{ id: string }[]>`
    update public.orders set discount = discount + 1, total = total - 1 where discount = 240 returning id`
  const after = await callRpc(moneySchema, owner, 'desk_money', all())
  expect(after.sums.taken).toBe(before.sums.taken - 1)
  await world.sql`update public.orders set discount = 240, total = total + 1 where id = ${order?.id ?? ''}`
})

test('an invalid period is refused with a clear message', async () => {
  const owner = await createOwnerClient(world)
  const wrong = { p_from: '2026-02-02', p_until: '2026-02-01' }
  for (const name of ['desk_money', 'desk_money_back', 'desk_accounts_csv'])
    expect(await callRefusedRpc(owner, name, wrong)).toBe(
      'PT400 Please choose a first day, and a last one that is not before it.',
    )
  expect(
    await callRefusedRpc(owner, 'desk_money', { p_from: '1990-01-01', p_until: '2026-02-01' }),
  ).toContain('PT400')
  expect(
    await callRefusedRpc(owner, 'desk_accounts_csv', { ...all(), p_after: "x' or true" }),
  ).toBe('PT400 Please begin the file again.')
})

test('a day begins at midnight in London, also across a clock change', async () => {
  const [row] = await world.sql`
    select public.london_midnight('2026-03-29') = '2026-03-29T00:00Z' as winter,
      public.london_midnight('2026-03-30') = '2026-03-29T23:00Z' as summer,
      public.london_day('2026-03-29T23:30Z')::text as day`
  expect({ ...row }).toEqual({ winter: true, summer: true, day: '2026-03-30' })
})

test('a refund whose webhook was lost is counted once, as soon as the balance has it', async () => {
  const owner = await createOwnerClient(world)
  const before = await callRpc(moneySchema, owner, 'desk_money', all())
  const [{ id = '' } = {}] = await world.sql<{ id: string }[]>`
    update public.refunds set booked_at = null where amount = 765 returning id`
  expect(await callRpc(moneySchema, owner, 'desk_money', all())).toEqual(before)
  const rows = await fetchAccountsCsvRows(owner, all())
  expect(rows.filter(({ amount }) => amount === -765)).toHaveLength(1)
  await world.sql`update public.refunds set booked_at = asked_at where id = ${id}`
})

test('a later balance reading without new movements changes nothing', async () => {
  const owner = await createOwnerClient(world)
  const before = await fetchAccountsCsvRows(owner, all())
  world.clock.advance(6 * minuteMs)
  const reading = createBalanceReading(world)
  await reading.runOnce()
  await reading.stop()
  expect(await fetchAccountsCsvRows(owner, all())).toEqual(before)
})

test('monthly sums cover whole past days and always match the sums of their days', async () => {
  const owner = await createOwnerClient(world)
  const sell = async (...days: string[]) => {
    await world.sql`
      insert into public.orders (email, status, subtotal, delivery_price, total, delivery_method_id, delivery_name, cart_hash, terms_version, paid_at)
      select o.email, 'fulfilled', 100, 0, 100, o.delivery_method_id, o.delivery_name, 'hash', '1', day::date + time '12:00'
      from (select * from public.orders limit 1) o, unnest(${days}::text[]) as day`
    await world.sql`
      insert into public.order_items (order_id, position, slug, name, unit_amount, quantity, stripe_price_id)
      select id, 0, 'gone-by-now', 'Gone By Now', 50, 2, 'price_gone' from public.orders o
      where total = 100 and not exists (select from public.order_items i where i.order_id = o.id)`
  }
  const getTotals = () =>
    Promise.all(
      [-400, -100, -60].map(async (from) => {
        const period = { p_from: dayAt(from), p_until: dayAt(1), p_by: 'product' }
        return (await owner.rpc('desk_money', period)).data
      }),
    )
  const rollUp = () =>
    world.client.rpc('roll_up_money', {
      p_limit: 400,
      p_now: new Date(world.clock.now()).toISOString(),
    })
  const months = async () => [
    ...(await world.sql<{ pieces: number }[]>`
      select pieces from public.money_product_months where slug = 'gone-by-now' order by month`),
  ]
  await sell(dayAt(-125), dayAt(-90))
  const before = await getTotals()
  expect(before.map((one) => JSON.stringify(one).includes('Gone By Now'))).toEqual([
    true,
    true,
    false,
  ])
  await rollUp()
  const stored = await months()
  expect(stored.length).toBeGreaterThan(1)
  expect(await getTotals()).toEqual(before)
  const [reach] = await world.sql<{ first: string; last: string }[]>`
    select min(month)::text as first, max(until)::text as last from public.money_months`
  expect(reach).toEqual({ first: `${dayAt(-125).slice(0, 7)}-01`, last: dayAt(-2) })
  // Deleting a stored day also deletes the stored total of its month and of later months.
  await world.sql`delete from public.money_days where day = (select min(day) from public.money_days)`
  expect(await months()).toHaveLength(0)
  expect(await getTotals()).toEqual(before)
  await rollUp()
  expect(await months()).toEqual(stored)
  expect(await getTotals()).toEqual(before)
  // A payment from before the first stored month still counts in every total.
  await sell(dayAt(-200))
  const earlier = await getTotals()
  expect(earlier).not.toEqual(before)
  await rollUp()
  expect((await months()).length).toBeGreaterThan(stored.length)
  expect(await getTotals()).toEqual(earlier)
  await world.sql`delete from public.orders where total = 100`
})

test('a refund of goods and delivery carries the VAT of both', async () => {
  const owner = await createOwnerClient(world)
  const { orderId, number } = await createPaidOrder(world, [
    'got-got-need-tee',
    'nashville-chilli-crisp',
  ])
  const lines = world.sql.json([{ position: 0, quantity: 1 }])
  await world.sql`
    insert into public.refunds (order_id, amount, lines, booked_at)
    select id, ${2400 + 329}, ${lines}, paid_at from public.orders where id = ${orderId}`
  const rows = (await fetchAccountsCsvRows(owner, all())).filter((row) => row.number === number)
  const bearing = rows.map(({ standard }) => standard ?? 0).toSorted((a, b) => a - b)
  const share = Math.floor((329 * 2400) / 3250)
  expect(bearing).toEqual([-2400 - share, 0, share, 2400])
})
