import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDeskUser, createPaidOrderWithTotal, type DeskUser } from '../desk/money.ts'
import { getPaymentIntentId, pressBankButton } from './bank.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

const twoHours = 2 * 60 * 60_000
const crisp = 'nashville-chilli-crisp'
let world: PaymentWorld
let owner: DeskUser
beforeAll(async () => {
  world = await openPaymentWorld()
  owner = await createDeskUser(world, 'owner')
})
beforeEach(async () => {
  world.webhook.down = false
  world.provider.fault = { kind: 'none' }
  await world.sql`update public.products set stock = 1000 where slug = ${crisp}`
})
afterAll(() => world.stop())

type PaidOrder = Awaited<ReturnType<typeof createPaidOrderWithTotal>>

async function askRefund(order: PaidOrder, changes: object): Promise<number> {
  const { data } = await owner.client.rpc('desk_order', { p_number: order.number })
  const request = randomUUID()
  const asked = { do: 'refund', request, number: order.number, lines: [], amount: null, reason: '' }
  return (await owner.ask({ ...asked, left: data.left, ...changes })).status
}

async function listRefunds({ orderId }: PaidOrder) {
  const payment = await getPaymentIntentId(world, orderId)
  return (await world.stripe.refunds.list({ payment_intent: payment, limit: 100 })).data
}

/** Lets the payment that was refunded fail as if its email had been sent. */
async function failRefund(order: PaidOrder, amount: number): Promise<void> {
  await world.sandbox.runDue()
  await world.sql`update public.outbox set sent_at = now() where template like 'refund%' or template = 'order_cancelled'`
  const made = (await listRefunds(order)).find(
    (one) => one.status === 'succeeded' && one.amount === amount,
  )
  await pressBankButton(world, 'fail', made?.id ?? '')
}

async function listFailed({ orderId }: PaidOrder) {
  return world.sql`select amount, settled from public.failed_refunds where order_id = ${orderId} order by amount`
}

async function listEmails({ orderId }: PaidOrder): Promise<string[]> {
  const rows = await world.sql`
    select template from public.outbox
    where split_part(dedupe_key, ':', 2) = ${orderId} and (template like 'refund%' or template = 'order_cancelled') order by created_at`
  return rows.map(({ template }) => String(template))
}

test('the same refund that is asked for again while it is under way is paid once', async () => {
  const order = await createPaidOrderWithTotal(world, [crisp])
  world.webhook.down = true
  expect(await askRefund(order, { amount: 300 })).toBe(200)
  expect(await askRefund(order, { amount: 300 })).toBe(400)
  expect((await listRefunds(order)).map(({ amount }) => amount)).toEqual([300])
  world.webhook.down = false
  world.clock.advance(twoHours)
  await world.sandbox.runDue()
  expect(await askRefund(order, { amount: 300 })).toBe(200)
  expect((await listRefunds(order)).map(({ amount }) => amount)).toEqual([300, 300])
})

test(
  'a failed refund stays owed after a refund of another amount, and is settled by one of its own',
  { tags: ['abuse-taken-back'] },
  async () => {
    const order = await createPaidOrderWithTotal(world, [crisp])
    await askRefund(order, { lines: [{ position: 0, quantity: 1, restock: false }] })
    await world.sandbox.runDue()
    const [made] = await listRefunds(order)
    await failRefund(order, made?.amount ?? 0)
    await askRefund(order, { amount: 100 })
    await world.sandbox.runDue()
    expect(await listFailed(order)).toEqual([{ amount: made?.amount, settled: null }])
    const [held] = await world.sql`
      select on_hold_since is not null as is_held from public.orders where id = ${order.orderId}`
    expect(held).toEqual({ is_held: true })
  },
)

test('of two failed refunds the one that is paid again is settled', async () => {
  const order = await createPaidOrderWithTotal(world, [crisp])
  await askRefund(order, { amount: 500 })
  await failRefund(order, 500)
  await askRefund(order, { amount: 300 })
  await failRefund(order, 300)
  await askRefund(order, { amount: 300 })
  await world.sandbox.runDue()
  expect(await listFailed(order)).toEqual([
    { amount: 300, settled: 'again' },
    { amount: 500, settled: null },
  ])
  await askRefund(order, { amount: 501 })
  await world.sandbox.runDue()
  expect(await listFailed(order)).toMatchObject([{}, { amount: 500, settled: 'again' }])
})

test('a refund that was under way when another one failed does not make up for it', async () => {
  const order = await createPaidOrderWithTotal(world, [crisp])
  await askRefund(order, { amount: 200 })
  await world.sandbox.runDue()
  world.webhook.down = true
  await askRefund(order, { amount: 200 })
  world.webhook.down = false
  await failRefund(order, 200)
  world.clock.advance(twoHours)
  await world.sandbox.runDue()
  expect(await listFailed(order)).toEqual([{ amount: 200, settled: null }])
})

test('a refund that is paid again after it failed is emailed again', async () => {
  const order = await createPaidOrderWithTotal(world, [crisp])
  await askRefund(order, { amount: 500 })
  await failRefund(order, 500)
  await askRefund(order, { amount: 500 })
  await world.sandbox.runDue()
  expect(await listEmails(order)).toEqual(['refund', 'refund_failed', 'refund'])
})

test('the shopper is not promised a refund again when the bank has withdrawn the payment', async () => {
  const order = await createPaidOrderWithTotal(world, [crisp])
  await askRefund(order, { amount: 500 })
  await world.sandbox.runDue()
  await pressBankButton(world, 'dispute', await getPaymentIntentId(world, order.orderId))
  await world.sql`update public.disputes set amount = ${order.total} where order_id = ${order.orderId}`
  await failRefund(order, 500)
  expect(await listEmails(order)).toEqual(['refund'])
  const [notice] = await world.sql`
    select data -> 'isWithdrawn' as is_withdrawn from public.outbox
    where template = 'refund_failed_notice' and data ->> 'number' = ${String(order.number)}`
  expect(notice).toEqual({ is_withdrawn: true })
})

test('a shopper whose whole refund fails is told so, as long as no bank has withdrawn the payment', async () => {
  const order = await createPaidOrderWithTotal(world, [crisp])
  await askRefund(order, { amount: order.total })
  await failRefund(order, order.total)
  expect(await listEmails(order)).toEqual(['refund', 'refund_failed'])
  const [notice] = await world.sql`
    select data -> 'isWithdrawn' as is_withdrawn from public.outbox
    where template = 'refund_failed_notice' and data ->> 'number' = ${String(order.number)}`
  expect(notice).toEqual({ is_withdrawn: false })
})
