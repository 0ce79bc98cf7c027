import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type Stripe from 'stripe'
import { createDeskUser, type DeskUser } from '../desk/money.ts'
import { getDispute, getPaymentIntentId, pressBankButton } from './bank.ts'
import { postWebhook, createEventBody } from './events.ts'
import { runDisputeWatch } from './dispute-watch.ts'
import { createPaidOrder } from './owner.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

const day = 24 * 60 * 60_000
let world: PaymentWorld
let owner: DeskUser
beforeAll(async () => {
  world = await openPaymentWorld()
  owner = await createDeskUser(world, 'owner')
})
beforeEach(() => {
  world.webhook.down = false
  world.provider.says.clear()
})
afterAll(() => world.stop())

/** Returns a paid order, and a function that gives its dispute a state and delivers the provider's event. */
async function aDisputedOrder() {
  const { orderId, number } = await createPaidOrder(world)
  world.webhook.down = true
  await pressBankButton(world, 'dispute', await getPaymentIntentId(world, orderId))
  const dispute = await getDispute(world, orderId)
  world.webhook.down = false
  const become = async (status: Stripe.Dispute.Status, days: number, submission_count = 0) => {
    const due_by = Math.floor((world.clock.now() + days * day) / 1000)
    const details = { ...dispute.evidence_details, due_by, submission_count }
    const now = { ...dispute, status, evidence_details: details }
    world.provider.says.set(dispute.id, now)
    expect((await postWebhook(world, createEventBody('charge.dispute.updated', now))).status).toBe(
      200,
    )
  }
  return { orderId, number, become }
}

async function listNotices(number: number) {
  return world.sql`
    select data ->> 'state' as state, (data ->> 'isInquiry')::boolean as asks, (data ->> 'isReminder')::boolean as reminds,
      (data ->> 'isAppeal')::boolean as appeals
    from public.outbox where template = 'dispute_notice' and data ->> 'number' = ${String(number)} order by created_at`
}
const open = { state: 'open', asks: false, reminds: false, appeals: false }
const won = { ...open, state: 'won' }

async function isHeld(orderId: string): Promise<unknown> {
  const [row] = await world.sql`
    select on_hold_since is not null as is_held from public.orders where id = ${orderId}`
  return row?.['is_held']
}

test(
  'a bank’s question that becomes a withdrawal is emailed, on Today and reminded of, though it was answered',
  { tags: ['abuse-taken-back'] },
  async () => {
    const { number, become } = await aDisputedOrder()
    await become('warning_needs_response', 9)
    await become('warning_under_review', 9, 1)
    await become('needs_response', 20, 1)
    const [today] = await world.sql`select public.unanswered_disputes() -> 'count' as count`
    expect(today).toEqual({ count: 1 })
    world.clock.advance(18 * day)
    await runDisputeWatch(world)
    expect(await listNotices(number)).toEqual([
      { ...open, asks: true },
      open,
      { ...open, reminds: true },
    ])
    await become('lost', 0, 2)
  },
)

test('an order whose hold was released is held again when its dispute becomes worse', async () => {
  const { orderId, number, become } = await aDisputedOrder()
  const release = () => owner.client.rpc('desk_release_hold', { p_number: number })
  await become('warning_needs_response', 9)
  for (const worse of ['needs_response', 'lost'] as const) {
    await release()
    expect(await isHeld(orderId)).toBe(false)
    await become(worse, 9)
    expect(await isHeld(orderId)).toBe(true)
  }
})

test('an appeal against a won dispute is emailed with its deadline', async () => {
  const { number, become } = await aDisputedOrder()
  await become('needs_response', 9)
  await become('won', 9, 1)
  await become('appeal_needs_response', 20, 1)
  expect(await listNotices(number)).toEqual([open, won, { ...open, appeals: true }])
  await become('lost', 0, 2)
})

test('a dispute that cannot be settled does not hold up the others, and is recorded once a day', async () => {
  const foreign = await createPaidOrder(world)
  const { orderId } = await createPaidOrder(world)
  world.webhook.down = true
  await pressBankButton(world, 'dispute', await getPaymentIntentId(world, orderId))
  await pressBankButton(world, 'dispute', await getPaymentIntentId(world, foreign.orderId))
  const { id } = await getDispute(world, foreign.orderId)
  await world.sql`update public.orders set stripe_payment_intent_id = 'pi_gone' where id = ${foreign.orderId}`
  await runDisputeWatch(world)
  await runDisputeWatch(world)
  const [rows] = await world.sql`
    select count(*)::integer as count from public.payment_events where id like ${`watched_${id}%`}`
  expect(rows).toEqual({ count: 1 })
  expect(await isHeld(orderId)).toBe(true)
})
