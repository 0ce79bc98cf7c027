import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createSubscriber,
  getSubscription,
  latestInvoice,
  renewInPortal,
  getRenewalOrders,
  getEmailTemplatesTo,
  twinkBoxSlug,
} from './boxes.ts'
import { openPaymentSession, payOnPage } from './checkouts.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
beforeEach(() => {
  world.webhook.down = false
})
afterAll(() => world.stop())

/** Advances the clock, and processes the payments that fall due with their webhook events. */
async function pass(ms: number): Promise<void> {
  world.clock.advance(ms)
  for (let round = 0; round < 3; round += 1) await world.sandbox.runDue()
}

/** Returns the number of the provider's events of this type about an object (an invoice or a subscription). */
async function toldOf(type: string, id: string): Promise<number> {
  const { data } = await world.stripe.events.list({ type, limit: 100 })
  return data.filter(({ data: { object } }) => 'id' in object && object.id === id).length
}

test('a renewal invoice is a draft for an hour and then finalised and paid', async () => {
  const { shopper, subscription } = await createSubscriber(world)
  const before = await getSubscription(world, shopper)
  await pass(31 * day)
  const draft = await latestInvoice(world, subscription)
  expect(draft).toMatchObject({ status: 'draft', auto_advance: true, attempt_count: 0 })
  expect(draft.status_transitions.finalized_at).toBeNull()
  expect(await toldOf('invoice.created', draft.id)).toBe(1)
  expect(await toldOf('invoice.finalized', draft.id)).toBe(0)
  expect(await getRenewalOrders(world, shopper)).toEqual([])
  const box = await getSubscription(world, shopper)
  expect(box.status).toBe('active')
  expect(box.current_period_end > before.current_period_end).toBe(true)

  await pass(hour)
  const final = await latestInvoice(world, subscription)
  expect(final).toMatchObject({ id: draft.id, status: 'paid', automatically_finalizes_at: null })
  expect(await toldOf('invoice.finalized', draft.id)).toBe(1)
  expect(await toldOf('invoice.paid', draft.id)).toBe(1)
  expect(await getRenewalOrders(world, shopper)).toHaveLength(1)
})

test('the draft invoice of a subscription cancelled in the meantime is not paid', async () => {
  const { shopper, subscription } = await createSubscriber(world)
  await pass(31 * day)
  await world.stripe.subscriptions.cancel(subscription)
  await pass(2 * hour)
  const draft = await latestInvoice(world, subscription)
  expect(draft).toMatchObject({ status: 'draft', auto_advance: false })
  expect(await getRenewalOrders(world, shopper)).toEqual([])
})

test('an unpaid subscription makes only drafts and recovers when it is paid', async () => {
  const { shopper, subscription } = await createSubscriber(world)
  await renewInPortal(world, subscription, 'failed')
  await renewInPortal(world, subscription, 'unpaid', 'retry')
  expect((await world.stripe.subscriptions.retrieve(subscription)).status).toBe('unpaid')
  const open = await latestInvoice(world, subscription)
  expect(open).toMatchObject({ status: 'open', auto_advance: false, next_payment_attempt: null })
  expect(await getSubscription(world, shopper)).toMatchObject({
    status: 'unpaid',
    overdue_amount: 2000,
  })

  await pass(62 * day)
  await pass(2 * hour)
  const draft = await latestInvoice(world, subscription)
  expect(draft).toMatchObject({ status: 'draft', auto_advance: false })
  expect(draft.id).not.toBe(open.id)
  expect(await getRenewalOrders(world, shopper)).toEqual([])

  await renewInPortal(world, subscription, 'succeeded', 'retry')
  expect((await world.stripe.invoices.retrieve(open.id)).status).toBe('paid')
  expect((await getSubscription(world, shopper)).status).toBe('active')
  expect(await getRenewalOrders(world, shopper)).toHaveLength(1)
})

test('a subscription without a first payment expires after a day without a cancellation email', async () => {
  const { shopper, url, sessionId } = await openPaymentSession(world, [twinkBoxSlug])
  await payOnPage(url, { card: '4000 0000 0000 5126' })
  await pass(21_000)
  const session = await world.stripe.checkout.sessions.retrieve(sessionId)
  const id = String(session.subscription)
  const { subscriptions, invoices } = world.stripe
  expect((await subscriptions.retrieve(id)).status).toBe('incomplete')
  await pass(day)
  const lapsed = await subscriptions.retrieve(id)
  expect(lapsed.status).toBe('incomplete_expired')
  expect(lapsed.ended_at).not.toBeNull()
  expect((await invoices.retrieve(String(lapsed.latest_invoice))).status).toBe('void')
  const { data } = await subscriptions.list({ customer: String(lapsed.customer) })
  expect(data).toEqual([])
  expect((await getSubscription(world, shopper)).status).toBe('incomplete')
  const emails = await getEmailTemplatesTo(world, shopper)
  expect(emails).toContain('payment_failed')
  expect(emails).not.toContain('box_cancelled')
})
