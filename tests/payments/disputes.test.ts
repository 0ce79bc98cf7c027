import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBalanceReading } from '../desk/money-world.ts'
import { getDispute, getPaymentIntentId, pressBankButton } from './bank.ts'
import { createSubscriber, renewInPortal, getRenewalOrders } from './boxes.ts'
import { runDisputeWatch } from './dispute-watch.ts'
import { postWebhook, createEventBody } from './events.ts'
import { createPaidOrder, runOrdersCommand } from './owner.ts'
import { businessEmail } from './small-shop.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

const hour = 60 * 60_000
const day = 24 * hour

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
beforeEach(() => {
  world.webhook.down = false
  world.provider.fault = { kind: 'none' }
})
afterAll(() => world.stop())

interface State {
  status: string
  dispute_state: string | null
  is_held: boolean
}

async function stateOf(orderId: string): Promise<State | undefined> {
  const [row] = await world.sql<State[]>`
    select status, dispute_state, on_hold_since is not null as is_held from public.orders where id = ${orderId}`
  return row
}

async function letters(number: number, template = 'dispute_notice') {
  const rows = await world.sql<{ recipient: string; data: Record<string, unknown> }[]>`
    select recipient, data from public.outbox where template = ${template} and data ->> 'number' = ${String(number)} order by created_at`
  return rows.map(({ recipient, data }) => ({ recipient, ...data }))
}

async function watchOnce(): Promise<void> {
  await runDisputeWatch(world)
  expect(world.log.filter(({ level }) => level === 'error')).toEqual([])
}

const toPack = async () => {
  const [row] = await world.sql<{ numbers: string[] }[]>`
    select public.order_numbers_to_pack(false, 100, 0) as numbers`
  return row?.numbers.map(Number) ?? []
}

test(
  'a disputed payment puts its order on hold, and the owner is emailed the deadline',
  { tags: ['abuse-taken-back'] },
  async () => {
    const { orderId, number } = await createPaidOrder(world)
    expect(await toPack()).toContain(number)
    await pressBankButton(world, 'dispute', await getPaymentIntentId(world, orderId))
    expect(await stateOf(orderId)).toEqual({ status: 'paid', dispute_state: 'open', is_held: true })
    expect(await toPack()).not.toContain(number)
    const dispute = await getDispute(world, orderId)
    expect(await letters(number)).toEqual([
      expect.objectContaining({
        recipient: businessEmail,
        state: 'open',
        amount: dispute.amount,
        reason: 'fraudulent',
        isSent: false,
        dueBy: new Date((dispute.evidence_details.due_by ?? 0) * 1000)
          .toISOString()
          .replace('.000Z', '+00:00'),
        link: `${world.url}/sandbox/payments/bank`,
      }),
    ])
  },
)

test('a won dispute releases its order, and the balance has the amount without the fee', async () => {
  const { orderId, number } = await createPaidOrder(world)
  await pressBankButton(world, 'dispute', await getPaymentIntentId(world, orderId))
  const { id, amount } = await getDispute(world, orderId)
  await pressBankButton(world, 'answer', id)
  expect((await stateOf(orderId))?.is_held).toBe(true)
  world.clock.advance(day)
  await pressBankButton(world, 'win', id)
  expect(await stateOf(orderId)).toEqual({ status: 'paid', dispute_state: 'won', is_held: false })
  expect(await toPack()).toContain(number)
  expect((await letters(number)).map((letter) => 'state' in letter && letter.state)).toEqual([
    'open',
    'won',
  ])
  world.clock.advance(6 * 60_000)
  const reading = createBalanceReading(world)
  await reading.runOnce()
  await reading.stop()
  const moved = await world.sql`
    select amount::integer, fee::integer from public.balance_transactions where source_id = ${id} order by created_at`
  expect(moved).toEqual([
    { amount: -amount, fee: 2000 },
    { amount, fee: 0 },
  ])
})

test(
  'a lost dispute leaves its order on hold and allows no refund on top',
  { tags: ['abuse-taken-back'] },
  async () => {
    const { orderId, number, order } = await createPaidOrder(world)
    await pressBankButton(world, 'dispute', await getPaymentIntentId(world, orderId))
    await expect(runOrdersCommand(world, 'refund', String(number))).rejects.toThrow(
      'a refund would pay twice',
    )
    await pressBankButton(world, 'lose', (await getDispute(world, orderId)).id)
    expect(await stateOf(orderId)).toEqual({ status: 'paid', dispute_state: 'lost', is_held: true })
    await expect(runOrdersCommand(world, 'refund', String(number))).rejects.toThrow(
      'a refund would pay twice',
    )
    expect(await order()).toMatchObject({ refunded: 0, stock_held: true })
  },
)

test(
  'dispute events in any order leave the same state and send each email once',
  { tags: ['email-disputes-30'] },
  async () => {
    const kinds = ['created', 'funds_withdrawn', 'updated', 'funds_reinstated', 'closed']
    for (const order of [kinds, kinds.toReversed(), ['closed', ...kinds]]) {
      world.webhook.down = true
      const { orderId } = await createPaidOrder(world)
      const [row] = await world.sql<{ number: string; payment: string }[]>`
      select number, stripe_payment_intent_id as payment from public.orders where id = ${orderId}`
      world.webhook.down = false
      world.clock.advance(hour)
      await world.sandbox.runDue()
      const payment = await getPaymentIntentId(world, orderId)
      world.webhook.down = true
      await pressBankButton(world, 'dispute', payment)
      const { id } = await getDispute(world, orderId)
      await pressBankButton(world, 'win', id)
      const dispute = await getDispute(world, orderId)
      world.webhook.down = false
      for (const kind of order) {
        const body = createEventBody(`charge.dispute.${kind}`, dispute)
        expect((await postWebhook(world, body)).status).toBe(200)
        expect((await postWebhook(world, body)).status).toBe(200)
      }
      expect(await stateOf(orderId)).toEqual({
        status: 'paid',
        dispute_state: 'won',
        is_held: false,
      })
      expect(await letters(Number(row?.number))).toHaveLength(1)
    }
  },
)

test(
  'a dispute with lost events is found, and its deadline is reminded of once',
  { tags: ['email-disputes-30'] },
  async () => {
    const { orderId, number } = await createPaidOrder(world)
    world.webhook.down = true
    await pressBankButton(world, 'dispute', await getPaymentIntentId(world, orderId))
    await watchOnce()
    expect(await stateOf(orderId)).toMatchObject({ dispute_state: 'open', is_held: true })
    await watchOnce()
    world.clock.advance(7 * day)
    await watchOnce()
    await watchOnce()
    expect(
      (await letters(number)).map((letter) => 'isReminder' in letter && letter.isReminder),
    ).toEqual([false, true])
    await pressBankButton(world, 'lose', (await getDispute(world, orderId)).id)
    await watchOnce()
    expect(await stateOf(orderId)).toMatchObject({ dispute_state: 'lost' })
  },
)

test('a dispute of a renewal belongs to its own order', async () => {
  const { shopper, orderId, subscription } = await createSubscriber(world)
  await renewInPortal(world, subscription)
  const [later] = await getRenewalOrders(world, shopper)
  await pressBankButton(world, 'dispute', await getPaymentIntentId(world, later?.id ?? ''))
  expect(await stateOf(later?.id ?? '')).toMatchObject({ dispute_state: 'open' })
  expect(await stateOf(orderId)).toMatchObject({ dispute_state: null, is_held: false })
  expect(await letters(Number(later?.number))).toMatchObject([{ isBox: true }])
})

test('an inquiry of a bank puts the order on hold and allows a refund', async () => {
  const { orderId, number, order } = await createPaidOrder(world)
  world.webhook.down = true
  await pressBankButton(world, 'dispute', await getPaymentIntentId(world, orderId))
  const dispute = await getDispute(world, orderId)
  const inquiry = { ...dispute, status: 'warning_needs_response', is_charge_refundable: true }
  world.provider.says.set(dispute.id, inquiry)
  world.webhook.down = false
  const body = createEventBody('charge.dispute.created', inquiry)
  expect((await postWebhook(world, body)).status).toBe(200)
  expect(await stateOf(orderId)).toMatchObject({ dispute_state: 'open', is_held: true })
  expect(await letters(number)).toMatchObject([{ isInquiry: true }])
  const [left] = await world.sql`
    select public.refundable_amount(o)::integer as pence from public.orders o where id = ${orderId}`
  expect(left).toEqual({ pence: (await order())?.total })
  world.provider.says.delete(dispute.id)
})

test('a dispute of an unknown payment is quarantined', async () => {
  const { orderId } = await createPaidOrder(world)
  await pressBankButton(world, 'dispute', await getPaymentIntentId(world, orderId))
  const { id } = await getDispute(world, orderId)
  const dispute = {
    ...(await getDispute(world, orderId)),
    id: `${id}x`,
    payment_intent: 'pi_other',
  }
  world.provider.says.set(dispute.id, dispute)
  const body = createEventBody('charge.dispute.created', dispute)
  expect((await postWebhook(world, body)).status).toBe(200)
  const { id: event } = JSON.parse(body)
  const [row] =
    await world.sql`select outcome, detail from public.payment_events where id = ${event}`
  expect(row).toEqual({ outcome: 'set aside', detail: 'no such order' })
})
