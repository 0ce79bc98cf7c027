import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startStuckWorkReports } from '../../server/scheduled-jobs.ts'
import { createSubscriber, renewInPortal } from '../payments/boxes.ts'
import { postWebhook, createEventBody } from '../payments/events.ts'
import { createPaidOrder } from '../payments/owner.ts'
import { businessEmail } from '../payments/small-shop.ts'
import { createRecordingLog, openPaymentWorld, type PaymentWorld } from '../payments/world.ts'
import { createBalanceReading, dayMs, minuteMs } from './money-world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
beforeEach(() => {
  world.provider.fault = { kind: 'none' }
})
afterAll(() => world.stop())

/** Reads the provider's balance once with a new job, as a separate process would. */
async function readOnce(): Promise<void> {
  const reading = createBalanceReading(world)
  await reading.runOnce()
  await reading.stop()
}

async function movements() {
  return world.sql<{ id: string; kind: string; amount: string; order_id: string | null }[]>`
    select * from public.balance_transactions order by id`
}

async function state() {
  const [row] = await world.sql<
    { read_until: Date | null; failing_since: Date | null; reason: string | null; due_at: Date }[]
  >`select * from public.balance_reading`
  if (row === undefined) throw new Error('There is no row')
  return row
}

test('a balance movement is stored once when several processes read at the same time', async () => {
  const { orderId } = await createPaidOrder(world)
  await Promise.all([readOnce(), readOnce(), readOnce()])
  expect(await movements()).toMatchObject([{ kind: 'charge', order_id: orderId }])
  const calls = world.provider.requests.length
  await readOnce()
  expect(world.provider.requests.length).toBe(calls)
  world.clock.advance(6 * minuteMs)
  await readOnce()
  expect(await movements()).toHaveLength(1)
})

test('a new order makes the next balance reading due within a minute instead of five', async () => {
  await createPaidOrder(world)
  world.clock.advance(minuteMs + 1000)
  await readOnce()
  expect(await movements()).toHaveLength(2)
})

test('a failed balance reading is retried a minute later from where it stopped', async () => {
  await createPaidOrder(world)
  world.clock.advance(6 * minuteMs)
  const { read_until: before } = await state()
  world.provider.fault = { kind: 'failing', method: 'GET', path: '/v1/balance_transactions' }
  await readOnce()
  expect(await state()).toMatchObject({ read_until: before, reason: expect.any(String) })
  expect(world.log).toContainEqual(
    expect.objectContaining({ level: 'warn', message: 'balance: could not be read' }),
  )
  world.provider.fault = { kind: 'none' }
  await readOnce()
  expect(await movements()).toHaveLength(2)
  world.clock.advance(minuteMs)
  await readOnce()
  expect(await movements()).toHaveLength(3)
  expect(await state()).toMatchObject({ failing_since: null, reason: null })
})

test('the owner gets an email with the reason when the balance cannot be read for an hour', async () => {
  world.provider.fault = { kind: 'failing', method: 'GET', path: '/v1/payouts' }
  for (let round = 0; round < 3; round += 1) {
    world.clock.advance(31 * minuteMs)
    await readOnce()
  }
  const { client, clock } = world
  const watch = startStuckWorkReports({
    client,
    businessEmail,
    readDisk: async () => ({ free: 30e9, size: 40e9 }),
    now: clock.now,
    log: createRecordingLog(world.log),
    intervalMs: dayMs,
  })
  await watch.runOnce()
  await watch.stop()
  const [letter] = await world.sql<{ data: { stuck: { kind: string; details: string[] }[] } }[]>`
    select data from public.outbox where template = 'stuck_notice'`
  expect(letter?.data.stuck).toMatchObject([{ kind: 'balance', details: [expect.any(String)] }])
  world.provider.fault = { kind: 'none' }
  world.clock.advance(2 * minuteMs)
  await readOnce()
  expect((await state()).failing_since).toBe(null)
})

test('a payout makes the balance due at once and its movements are assigned to it', async () => {
  world.clock.advance(dayMs)
  await world.sandbox.runDue()
  await readOnce()
  const [payout] = await world.sql<{ id: string; amount: string; read_at: Date | null }[]>`
    select * from public.payouts order by created_at desc limit 1`
  expect(payout?.read_at).not.toBe(null)
  const [parts] = await world.sql<{ net: string; left: string }[]>`
    select sum(net) filter (where kind <> 'payout') as net, count(*) filter (where payout_id is null) as left
    from public.balance_transactions`
  expect(parts).toEqual({ net: payout?.amount, left: '0' })
  const object = await world.stripe.payouts.retrieve(payout?.id ?? '')
  expect((await postWebhook(world, createEventBody('payout.failed', object))).status).toBe(200)
  expect((await state()).due_at.getTime()).toBeLessThanOrEqual(world.clock.now())
})

test('the charges of a box’s first payment and of its renewals are assigned to their orders', async () => {
  const { shopper, subscription } = await createSubscriber(world)
  await renewInPortal(world, subscription)
  world.clock.advance(6 * minuteMs)
  await readOnce()
  const orders = await world.sql<{ id: string; total: number }[]>`
    select id, total from public.orders where user_id = ${shopper.id} order by number`
  const read = await movements()
  expect(
    orders.map(({ id }) => Number(read.find(({ order_id }) => order_id === id)?.amount)),
  ).toEqual(orders.map(({ total }) => total))
})

test('the balance of another provider account is read from its own beginning', async () => {
  await world.client.rpc('claim_balance_reading', {
    p_account: 'test',
    p_now: new Date(world.clock.now()).toISOString(),
  })
  expect((await state()).read_until).toBe(null)
})
