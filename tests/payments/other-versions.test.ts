import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stripeVersion } from '../../supabase/functions/_shared/stripe.ts'
import { createStripeWebhook } from '../../supabase/functions/stripe-webhook/handler.ts'
import {
  getSubscription,
  latestInvoice,
  renewInPortal,
  getRenewalOrders,
  twinkBoxSlug,
} from './boxes.ts'
import { openPaymentSession, getOrderEmailTemplates, getOrders, payOnPage } from './checkouts.ts'
import { createEventBody, getNowInSeconds, signWebhookBody } from './events.ts'
import { openPaymentWorld, type Shopper, type PaymentWorld } from './world.ts'

const minute = 60_000

let world: PaymentWorld
let webhook: (request: Request) => Promise<Response>
beforeAll(async () => {
  world = await openPaymentWorld()
  webhook = createStripeWebhook(world.environment)
  // The webhook refuses the provider's own events, so that the shop only receives those that a test sends.
  world.webhook.down = true
})
beforeEach(() => {
  world.provider.fault = { kind: 'none' }
})
afterAll(() => world.stop())

/** Returns an event of an account with the API version of June 2024. */
function oldEvent(type: string, object: object, id?: string): string {
  return JSON.stringify({
    ...JSON.parse(createEventBody(type, object, id)),
    api_version: '2024-06-20',
  })
}

/** Posts an event to the webhook. Returns the status. */
async function bring(body: string): Promise<number> {
  const headers = { 'stripe-signature': signWebhookBody(body, getNowInSeconds(world)) }
  return (await webhook(new Request(world.url, { method: 'POST', body, headers }))).status
}

/** Returns a session that was paid, but whose event has not reached the shop. */
async function aPaidSession(slugs?: string[]) {
  const session = await openPaymentSession(world, slugs)
  await payOnPage(session.url)
  return session
}

/** Returns a shopper who has paid for the first box, after the shop has processed the payment. */
async function aSubscriber(): Promise<{ shopper: Shopper; subscription: string }> {
  const { sessionId, shopper } = await aPaidSession([twinkBoxSlug])
  await bring(createEventBody('checkout.session.completed', { id: sessionId }))
  return { shopper, subscription: (await getSubscription(world, shopper)).stripe_subscription_id }
}

/** Returns a session in the format of API versions until 2025, with the address at the top level. */
async function oldSession(id: string): Promise<object> {
  const { collected_information: collected, ...rest } =
    await world.stripe.checkout.sessions.retrieve(id)
  return { ...rest, shipping_details: collected?.shipping_details ?? null }
}

/** Returns an invoice in the format of API versions until 2025, with the subscription at the top level. */
function oldInvoice({ parent, ...rest }: Stripe.Invoice): object {
  return { ...rest, subscription: parent?.subscription_details?.subscription ?? null }
}

/** Returns an event that says the session has expired, for a session that has been paid meanwhile. */
function expired(sessionId: string): string {
  return createEventBody('checkout.session.expired', {
    id: sessionId,
    status: 'expired',
    payment_status: 'unpaid',
  })
}

describe('events of another API version', () => {
  test(
    'a session event of another API version settles the order with its address, size and payment',
    { tags: ['abuse-16'] },
    async () => {
      const { sessionId, orderId, shopper } = await aPaidSession(['got-got-need-tee'])
      const body = oldEvent('checkout.session.completed', await oldSession(sessionId))
      expect(await bring(body)).toBe(200)
      const [order] = await getOrders(world, shopper)
      expect(order).toMatchObject({
        status: 'paid',
        delivery_address: { name: 'Sam Ple', line1: '12 Rye Lane', postcode: 'SE15 5BS' },
        stripe_payment_intent_id: expect.stringMatching(/^pi_/),
      })
      const [line] =
        await world.sql`select size from public.order_items where order_id = ${orderId}`
      expect(line?.size).toBe('M')
      expect(await getOrderEmailTemplates(world, orderId)).toEqual([
        'order_confirmation',
        'order_notice',
      ])
    },
  )

  test(
    'an invoice event of another API version creates the order of a renewal',
    { tags: ['abuse-16'] },
    async () => {
      const { shopper, subscription } = await aSubscriber()
      await renewInPortal(world, subscription)
      const invoice = await latestInvoice(world, subscription)
      expect(await bring(oldEvent('invoice.paid', oldInvoice(invoice)))).toBe(200)
      expect(await getRenewalOrders(world, shopper)).toMatchObject([
        { status: 'paid', total: 2000 },
      ])
    },
  )

  test('a failed invoice of another API version is recorded on the subscription', async () => {
    const { shopper, subscription } = await aSubscriber()
    await renewInPortal(world, subscription, 'failed')
    const invoice = await latestInvoice(world, subscription)
    expect(await bring(oldEvent('invoice.payment_failed', oldInvoice(invoice)))).toBe(200)
    expect(await getSubscription(world, shopper)).toMatchObject({
      status: 'past_due',
      overdue_amount: 2000,
    })
  })

  test('a refund event of another API version refunds the amount at the provider', async () => {
    const { sessionId, shopper } = await aPaidSession()
    await bring(createEventBody('checkout.session.completed', { id: sessionId }))
    const [order] = await getOrders(world, shopper)
    const payment_intent = order?.stripe_payment_intent_id ?? ''
    const { charge } = await world.stripe.refunds.create({ payment_intent, amount: 250 })
    const about = { id: charge, amount_refunded: 1179, refunds: { data: [] } }
    expect(await bring(oldEvent('charge.refunded', about))).toBe(200)
    expect((await getOrders(world, shopper))[0]).toMatchObject({
      status: 'partially_refunded',
      refunded: 250,
    })
  })

  test('the provider is asked in the pinned API version', async () => {
    const { sessionId } = await aPaidSession()
    const asked = await world.stripe.checkout.sessions.retrieve(sessionId)
    expect(asked.lastResponse.apiVersion).toBe(stripeVersion)
  })
})

describe('events and the present state', () => {
  test('a session event causes one request to the provider', async () => {
    const { sessionId } = await aPaidSession()
    const before = world.provider.requests.length
    await bring(createEventBody('checkout.session.completed', { id: sessionId }))
    expect(world.provider.requests.slice(before)).toEqual([
      `GET /v1/checkout/sessions/${sessionId}`,
    ])
  })

  test(
    'an outdated session event is settled by the present state at the provider',
    { tags: ['abuse-16'] },
    async () => {
      const { sessionId, shopper } = await aPaidSession()
      expect(await bring(expired(sessionId))).toBe(200)
      expect((await getOrders(world, shopper))[0]?.status).toBe('paid')
      const open = await openPaymentSession(world)
      const id = `evt_${crypto.randomUUID()}`
      const paid = { id: open.sessionId, status: 'complete', payment_status: 'paid' }
      expect(await bring(createEventBody('checkout.session.completed', paid, id))).toBe(200)
      expect((await getOrders(world, open.shopper))[0]?.status).toBe('pending')
      const [event] = await world.sql`
      select outcome, detail from public.payment_events where id = ${id}`
      expect(event).toEqual({ outcome: 'set aside', detail: 'The session is still open' })
      await payOnPage(open.url)
      await bring(createEventBody('checkout.session.completed', { id: open.sessionId }))
      expect((await getOrders(world, open.shopper))[0]?.status).toBe('paid')
    },
  )

  test('a failed delayed payment ends the order of a subscription', async () => {
    const { sessionId, shopper, url } = await openPaymentSession(world, [twinkBoxSlug])
    await payOnPage(url, { card: '4000 0000 0000 5126' })
    await bring(createEventBody('checkout.session.completed', { id: sessionId }))
    expect((await getOrders(world, shopper))[0]?.status).toBe('pending')
    world.clock.advance(minute)
    await world.sandbox.runDue()
    await bring(createEventBody('checkout.session.async_payment_failed', { id: sessionId }))
    expect((await getOrders(world, shopper))[0]?.status).toBe('payment_failed')
  })

  test.each([
    ['checkout.session.completed', 'cs_test_none'],
    ['charge.refunded', 'ch_none'],
    ['invoice.paid', 'in_none'],
  ])(
    'the event %s about an object unknown at the provider is quarantined',
    { tags: ['abuse-16'] },
    async (type, objectId) => {
      const id = `evt_${crypto.randomUUID()}`
      expect(await bring(createEventBody(type, { id: objectId }, id))).toBe(200)
      const [event] = await world.sql`
      select outcome, detail from public.payment_events where id = ${id}`
      expect(event).toEqual({ outcome: 'set aside', detail: 'The provider does not have it' })
    },
  )

  test(
    'an event during a provider outage is answered with 500 and settled on redelivery',
    { tags: ['abuse-16'] },
    async () => {
      const { sessionId, shopper } = await aPaidSession()
      const id = `evt_${crypto.randomUUID()}`
      const body = createEventBody('checkout.session.completed', { id: sessionId }, id)
      world.provider.fault = { kind: 'failing', method: 'GET' }
      expect(await bring(body)).toBe(500)
      expect((await getOrders(world, shopper))[0]?.status).toBe('pending')
      expect(await world.sql`select from public.payment_events where id = ${id}`).toEqual([])
      world.provider.fault = { kind: 'none' }
      expect(await bring(body)).toBe(200)
      expect((await getOrders(world, shopper))[0]?.status).toBe('paid')
      expect(await bring(body)).toBe(200)
      const events = await world.sql`select outcome from public.payment_events where id = ${id}`
      expect(events).toEqual([{ outcome: 'applied' }])
    },
  )
})
