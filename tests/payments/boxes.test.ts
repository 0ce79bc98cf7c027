import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseEmail } from '../../mail/emails.ts'
import { startOrdersSweep } from '../../server/orders-sweep.ts'
import {
  createSubscriber,
  getSubscriptions,
  getSubscription,
  latestInvoice,
  getEmailsTo,
  renewInPortal,
  getRenewalOrders,
  postSubscriptionEvent,
  getEmailTemplatesTo,
  twinkBoxSlug,
} from './boxes.ts'
import {
  createCheckoutLine,
  openPaymentSession,
  checkOut,
  getOrders,
  payOnPage,
  getStock,
} from './checkouts.ts'
import {
  postWebhook,
  createEventBody,
  getNowInSeconds,
  setProviderObject,
  signWebhookBody,
} from './events.ts'
import { businessEmail } from './small-shop.ts'
import { createRecordingLog, openPaymentWorld, type PaymentWorld } from './world.ts'

const bear = 'big-gay-bear-box-monthly-subscription'
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

/** Runs the orders sweep once, with which the server regularly asks the provider for missed changes. */
async function sweepOnce({ client, stripe, clock, log }: PaymentWorld): Promise<void> {
  const sweep = startOrdersSweep({
    client,
    stripe,
    now: clock.now,
    log: createRecordingLog(log),
    intervalMs: day,
    businessEmail,
  })
  await sweep.runOnce()
  sweep.stop()
}

/** Expects that the templates can parse the data of all emails to a shopper. */
async function expectReadable(shopper: { email: string }): Promise<void> {
  for (const { template, data } of await getEmailsTo(world, { ...shopper, id: '', token: '' }))
    expect(parseEmail(template, data).template).toBe(template)
}

describe('a new subscription', () => {
  test('a paid subscription is stored with its cost, sizes and next payment date', async () => {
    const { shopper, subscription } = await createSubscriber(world, [bear, twinkBoxSlug])
    const box = await getSubscription(world, shopper)
    const atProvider = await world.stripe.subscriptions.retrieve(subscription)
    expect(box).toMatchObject({
      status: 'active',
      amount: 6500,
      stripe_customer_id: atProvider.customer,
      ends_at: null,
      overdue_amount: null,
    })
    expect(box.boxes.map(({ name, size, unitAmount }) => [name, size, unitAmount])).toEqual([
      ['Big Gay Bear Box, Monthly', 'M', 4500],
      ['Twink Box, Monthly', null, 2000],
    ])
    expect(box.current_period_end.getTime() / 1000).toBe(
      atProvider.items.data[0]?.current_period_end,
    )
    expect(await getEmailTemplatesTo(world, shopper)).toEqual(['order_confirmation'])
  })

  test('a repeated first invoice creates no second order', async () => {
    const { shopper, subscription, orderId } = await createSubscriber(world)
    const invoice = await latestInvoice(world, subscription)
    expect(invoice.billing_reason).toBe('subscription_create')
    for (let time = 0; time < 3; time += 1)
      expect((await postWebhook(world, createEventBody('invoice.paid', invoice))).status).toBe(200)
    expect(await getOrders(world, shopper)).toHaveLength(1)
    expect(await getEmailTemplatesTo(world, shopper)).toEqual(['order_confirmation'])
    const [order] = await getOrders(world, shopper)
    expect(order).toMatchObject({
      id: orderId,
      status: 'paid',
      stripe_subscription_id: subscription,
    })
  })

  test('a subscription whose first payment fails sends no cancellation email', async () => {
    const { shopper, url } = await openPaymentSession(world, [twinkBoxSlug])
    await payOnPage(url, { card: '4000 0000 0000 5126' })
    expect((await getSubscription(world, shopper)).status).toBe('incomplete')
    world.clock.advance(21_000)
    await world.sandbox.runDue()
    expect((await getSubscription(world, shopper)).status).toBe('incomplete')
    expect(await getEmailTemplatesTo(world, shopper)).toEqual(['order_waiting', 'payment_failed'])
  })
})

describe('a renewal', () => {
  test('a renewal creates a paid order with the address and size of the first, stock and an email', async () => {
    await world.sql`update public.products set stock = 10 where slug = ${bear}`
    const { shopper, subscription } = await createSubscriber(world, [
      bear,
      'nashville-chilli-crisp',
    ])
    await world.sql`update public.products set allergens = 'Contains **mustard**.' where slug = ${bear}`
    await renewInPortal(world, subscription)
    const [first, later] = await getOrders(world, shopper)
    expect(later).toMatchObject({
      status: 'paid',
      subtotal: 4500,
      delivery_price: 0,
      discount: 0,
      total: 4500,
      stock_held: true,
      stripe_subscription_id: subscription,
      delivery_address: first?.delivery_address,
    })
    const lines = await world.sql`
      select name, quantity, unit_amount, size, allergens, recurring_interval from public.order_items where order_id = ${later?.id ?? ''}`
    expect(lines).toEqual([
      {
        name: 'Big Gay Bear Box, Monthly',
        quantity: 1,
        unit_amount: 4500,
        size: 'M',
        allergens: 'Contains **mustard**. May contain any other of the 14 named allergens.',
        recurring_interval: 'month',
      },
    ])
    expect(await getStock(world, bear)).toBe(8)
    expect(await getEmailTemplatesTo(world, shopper)).toEqual(['box_renewal', 'order_confirmation'])
    await expectReadable(shopper)
    const box = await getSubscription(world, shopper)
    const [, email] = (await getEmailsTo(world, shopper)).toSorted((a, b) =>
      b.template.localeCompare(a.template),
    )
    expect(email?.data).toMatchObject({
      number: Number(later?.number),
      total: 4500,
      nextAmount: 4500,
    })
    expect(new Date(String(email?.data['nextAt']))).toEqual(box.current_period_end)
    const notices = await world.sql`
      select data from public.outbox where template = 'order_notice' and recipient = ${businessEmail} and dedupe_key = ${`order_notice:${later?.id}`}`
    expect(notices).toHaveLength(1)
    expect(notices[0]?.data).toMatchObject({ boxOf: Number(first?.number), boxInTurn: 2 })
    await world.sql`update public.products set stock = null, allergens = null where slug = ${bear}`
  })

  test(
    'a renewal has the label of its product’s page, and never an earlier one, when the text of the label was removed',
    { tags: ['abuse-food'] },
    async () => {
      const { sql } = world
      await sql`update public.products set allergens = 'Contains **mustard**.' where slug = ${bear}`
      const { shopper, subscription } = await createSubscriber(world, [bear])
      await sql`update public.products set allergens = null, allergen_answers = '{"peanuts": "contains"}' where slug = ${bear}`
      await renewInPortal(world, subscription)
      await sql`update public.products set allergen_answers = null where slug = ${bear}`
      const labels = (await getEmailsTo(world, shopper))
        .filter(({ template }) => template === 'box_renewal')
        .map(({ data }) => data['lines'])
      expect(labels).toMatchObject([
        [{ allergens: 'Contains: peanuts. May contain any other of the 14 named allergens.' }],
      ])
    },
  )

  test(
    'a renewal reported many times at once creates one order and one email',
    { tags: ['abuse-16-boxes', 'email-boxes-30'] },
    async () => {
      const { shopper, subscription } = await createSubscriber(world)
      await renewInPortal(world, subscription)
      const invoice = await latestInvoice(world, subscription)
      const same = createEventBody('invoice.paid', invoice)
      const bodies = Array.from({ length: 10 }, () => same)
      for (let time = 0; time < 10; time += 1) bodies.push(createEventBody('invoice.paid', invoice))
      const answers = await Promise.all(bodies.map((body) => postWebhook(world, body)))
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
      expect(await getRenewalOrders(world, shopper)).toHaveLength(1)
      expect(await getEmailTemplatesTo(world, shopper)).toEqual([
        'box_renewal',
        'order_confirmation',
      ])
    },
  )

  test('a renewal of a product out of stock is paid, and the owner is notified', async () => {
    const { shopper, subscription } = await createSubscriber(world)
    await world.sql`update public.products set stock = 0 where slug = ${twinkBoxSlug}`
    await renewInPortal(world, subscription)
    const [later] = await getRenewalOrders(world, shopper)
    expect(later).toMatchObject({ status: 'paid', stock_held: false })
    const [notice] = await world.sql`
      select data ->> 'note' as note from public.outbox where dedupe_key = ${`order_notice:${later?.id}`}`
    expect(notice?.note).toContain('not everything of it is in stock')
    await world.sql`update public.products set stock = null where slug = ${twinkBoxSlug}`
  })

  test('a subscription renews by itself on its day each month', async () => {
    const other = await openPaymentWorld()
    const { shopper } = await createSubscriber(other)
    const first = await getSubscription(other, shopper)
    const turns = [first.current_period_end]
    for (const _turn of [1, 2]) {
      // Each renewal takes two steps: the invoice is a draft for an hour before it is paid.
      for (const wait of [31 * day, hour]) {
        other.clock.advance(wait)
        await other.sandbox.runDue()
        await other.sandbox.runDue()
      }
      turns.push((await getSubscription(other, shopper)).current_period_end)
    }
    expect(await getRenewalOrders(other, shopper)).toHaveLength(2)
    expect(new Set(turns.map((turn) => turn.getTime())).size).toBe(3)
    await other.stop()
  })

  test('a renewal reported before the first order waits for its address', async () => {
    world.webhook.down = true
    const { shopper, url, sessionId } = await openPaymentSession(world, [twinkBoxSlug])
    await payOnPage(url)
    const session = await world.stripe.checkout.sessions.retrieve(sessionId)
    await renewInPortal(world, String(session.subscription))
    world.webhook.down = false
    const invoice = await latestInvoice(world, String(session.subscription))
    expect((await postWebhook(world, createEventBody('invoice.paid', invoice))).status).toBe(200)
    const [first, later] = await getOrders(world, shopper)
    expect([first?.status, later?.status]).toEqual(['paid', 'paid'])
    expect(later?.delivery_address).toMatchObject({ line1: '12 Rye Lane' })
    world.clock.advance(60 * 60 * 1000)
    for (let round = 0; round < 3; round += 1) await world.sandbox.runDue()
    expect(await getOrders(world, shopper)).toHaveLength(2)
    expect(await getEmailTemplatesTo(world, shopper)).toEqual(['box_renewal', 'order_confirmation'])
  })

  test(
    'an invoice that names another subscription is applied to its real one',
    { tags: ['abuse-14-boxes'] },
    async () => {
      const { shopper, subscription } = await createSubscriber(world)
      const other = await createSubscriber(world)
      world.webhook.down = true
      await renewInPortal(world, other.subscription)
      world.webhook.down = false
      const parent = { type: 'subscription_details', subscription_details: { subscription } }
      const invoice = { ...(await latestInvoice(world, other.subscription)), parent }
      expect((await postWebhook(world, createEventBody('invoice.paid', invoice))).status).toBe(200)
      expect(await getOrders(world, shopper)).toHaveLength(1)
      expect(await getOrders(world, other.shopper)).toHaveLength(2)
    },
  )

  test('a renewal settled by hand is quarantined and logged', async () => {
    const { shopper, subscription } = await createSubscriber(world)
    const [order] = await getOrders(world, shopper)
    const settle = (invoice: object) =>
      world.client.rpc('settle_payment', {
        p_event_id: `evt_${crypto.randomUUID()}`,
        p_event_type: 'invoice.paid',
        p_facts: { subscription: facts, revision, invoices: [invoice] },
        p_business_email: businessEmail,
      })
    const box = await getSubscription(world, shopper)
    const revision = Number(box.revision)
    const facts = {
      id: subscription,
      customerId: box.stripe_customer_id,
      orderId: order?.id,
      currency: 'gbp',
      status: 'active',
      items: [
        {
          priceId: 'price_sandbox_twink_box_monthly_subscription',
          quantity: 1,
          unitAmount: 2000,
          interval: { unit: 'month', count: 1 },
        },
      ],
      periodEnd: box.current_period_end,
      cancelsAtPeriodEnd: false,
    }
    const line = { priceId: 'price_x', quantity: 1, amount: 2000, description: 'A box' }
    const invoice = { id: 'in_x', currency: 'gbp', amountPaid: 2000, paymentIntentId: 'pi_x' }
    for (const [changes, detail] of [
      [{ currency: 'usd', lines: [line] }, 'another currency'],
      [{ amountPaid: 2001, lines: [line] }, 'another amount than its lines'],
      [{ lines: [{ ...line, amount: -5 }] }, 'lines that are no boxes'],
      [{ lines: [{ ...line, priceId: null }] }, 'lines that are no boxes'],
      [{ lines: [] }, 'lines that are no boxes'],
    ] as const)
      expect((await settle({ ...invoice, ...changes })).data).toMatchObject({
        outcome: 'set aside',
        detail,
      })
    expect(await getOrders(world, shopper)).toHaveLength(1)
    const lessThanAll = await settle({ ...invoice, amountPaid: 1500, lines: [line] })
    expect(lessThanAll.data).toMatchObject({ outcome: 'applied' })
    expect((await getRenewalOrders(world, shopper))[0]).toMatchObject({
      subtotal: 2000,
      discount: 500,
      total: 1500,
    })
  })
})

describe('a failed renewal', () => {
  test('a failed renewal creates no order, sends one email with the next attempt, and recovers when it is paid', async () => {
    const { shopper, subscription } = await createSubscriber(world)
    await renewInPortal(world, subscription, 'failed')
    const late = await getSubscription(world, shopper)
    expect(late).toMatchObject({ status: 'past_due', overdue_amount: 2000 })
    expect(late.retry_at?.getTime()).toBeGreaterThan(world.clock.now())
    expect(await getRenewalOrders(world, shopper)).toEqual([])
    await renewInPortal(world, subscription, 'failed', 'retry')
    expect(await getEmailTemplatesTo(world, shopper)).toEqual([
      'box_payment_failed',
      'order_confirmation',
    ])
    const email = (await getEmailsTo(world, shopper)).find(
      (one) => one.template === 'box_payment_failed',
    )
    expect(email?.data).toMatchObject({ overdueAmount: 2000, isOver: false })
    await renewInPortal(world, subscription, 'succeeded', 'retry')
    expect(await getSubscription(world, shopper)).toMatchObject({
      status: 'active',
      overdue_amount: null,
      retry_at: null,
    })
    expect(await getRenewalOrders(world, shopper)).toHaveLength(1)
    await expectReadable(shopper)
  })

  test('a renewal that fails for good ends the subscription with its reason', async () => {
    const { shopper, subscription } = await createSubscriber(world)
    await renewInPortal(world, subscription, 'failed')
    for (let time = 0; time < 3; time += 1)
      await renewInPortal(world, subscription, 'failed', 'retry')
    const box = await getSubscription(world, shopper)
    expect(box).toMatchObject({ status: 'cancelled', end_reason: 'unpaid', overdue_amount: null })
    expect(box.ended_at).not.toBeNull()
    expect(await getEmailTemplatesTo(world, shopper)).toEqual([
      'box_cancelled',
      'box_payment_failed',
      'order_confirmation',
    ])
    await expectReadable(shopper)
  })

  test('a failed renewal that is paid before its event arrives sends no failure email', async () => {
    const { shopper, subscription } = await createSubscriber(world)
    world.webhook.down = true
    await renewInPortal(world, subscription, 'failed')
    const failed = await latestInvoice(world, subscription)
    await renewInPortal(world, subscription, 'succeeded', 'retry')
    world.webhook.down = false
    expect(
      (await postWebhook(world, createEventBody('invoice.payment_failed', failed))).status,
    ).toBe(200)
    expect((await getSubscription(world, shopper)).status).toBe('active')
    expect(await getEmailTemplatesTo(world, shopper)).not.toContain('box_payment_failed')
  })
})

describe('a cancellation', () => {
  test('a cancellation is emailed once and ends the subscription on its last day', async () => {
    const { shopper, subscription } = await createSubscriber(world)
    await world.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    await world.sandbox.runDue()
    const box = await getSubscription(world, shopper)
    expect(box).toMatchObject({ status: 'active', cancel_at_period_end: true, end_reason: 'asked' })
    expect(box.ends_at).toEqual(box.current_period_end)
    const email = (await getEmailsTo(world, shopper)).find(
      (one) => one.template === 'box_cancelled',
    )
    expect(email?.data).toMatchObject({ isOver: false, reason: 'asked', amount: 2000 })
    await renewInPortal(world, subscription)
    expect(await getSubscription(world, shopper)).toMatchObject({
      status: 'cancelled',
      ends_at: null,
    })
    expect(await getRenewalOrders(world, shopper)).toEqual([])
    expect(await getEmailTemplatesTo(world, shopper)).toEqual([
      'box_cancelled',
      'order_confirmation',
    ])
    await expectReadable(shopper)
  })

  test('a cancellation and a failed renewal are not emailed again after their emails were deleted', async () => {
    const other = await openPaymentWorld()
    const cancelled = await createSubscriber(other)
    await other.stripe.subscriptions.update(cancelled.subscription, { cancel_at_period_end: true })
    const overdue = await createSubscriber(other)
    await renewInPortal(other, overdue.subscription, 'failed')
    expect(await getEmailTemplatesTo(other, cancelled.shopper)).toContain('box_cancelled')
    expect(await getEmailTemplatesTo(other, overdue.shopper)).toContain('box_payment_failed')

    const now = other.clock.now()
    await other.sql`update public.outbox set sent_at = ${new Date(now)}`
    await other.sql`select public.delete_outdated_data(${new Date(now + 31 * day)})`
    for (const { subscription } of [cancelled, overdue])
      expect(
        await postSubscriptionEvent(other, 'customer.subscription.updated', subscription),
      ).toBe(200)
    other.clock.advance(day)
    await sweepOnce(other)
    for (const { shopper } of [cancelled, overdue])
      expect(await getEmailTemplatesTo(other, shopper)).toEqual([])
    const asked = await other.sql`select from public.subscriptions where asked_at > created_at`
    expect(asked).toHaveLength(2)
    await other.stop()
  })

  test('a withdrawn cancellation continues the subscription, and a second one is emailed again', async () => {
    const { shopper, subscription } = await createSubscriber(world)
    const set = async (cancels: boolean) => {
      await world.stripe.subscriptions.update(subscription, { cancel_at_period_end: cancels })
      await world.sandbox.runDue()
      world.clock.advance(2000)
    }
    await set(true)
    await set(false)
    expect(await getSubscription(world, shopper)).toMatchObject({ ends_at: null, end_reason: null })
    await set(true)
    const emails = await getEmailTemplatesTo(world, shopper)
    expect(emails).toEqual(['box_cancelled', 'box_cancelled', 'box_resumed', 'order_confirmation'])
    await expectReadable(shopper)
  })

  test('an immediate cancellation ends the subscription at once', async () => {
    const { shopper, subscription } = await createSubscriber(world)
    await world.stripe.subscriptions.cancel(subscription)
    await world.sandbox.runDue()
    expect(await getSubscription(world, shopper)).toMatchObject({
      status: 'cancelled',
      end_reason: 'asked',
    })
    const email = (await getEmailsTo(world, shopper)).find(
      (one) => one.template === 'box_cancelled',
    )
    expect(email?.data).toMatchObject({ isOver: true })
  })
})

describe('subscription events', () => {
  test(
    'subscription events in any order leave the newest state, one order per payment and one email per cause',
    { tags: ['abuse-16-boxes', 'email-boxes-30'] },
    async () => {
      const { shopper, subscription } = await createSubscriber(world)
      world.webhook.down = true
      await renewInPortal(world, subscription, 'failed')
      await renewInPortal(world, subscription, 'succeeded', 'retry')
      await world.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
      world.webhook.down = false
      const { data } = await world.stripe.events.list({ limit: 10 })
      const news = data.filter((event) => {
        const object: object = event.data.object
        const invoice = 'parent' in object ? JSON.stringify(object.parent) : ''
        return ('id' in object && object.id === subscription) || invoice.includes(subscription)
      })
      expect(news.length).toBeGreaterThan(4)
      for (const order of [
        news,
        news.toReversed(),
        news.toSorted((a, b) => a.id.localeCompare(b.id)),
      ])
        for (const event of order) {
          const body = JSON.stringify({ ...event, id: `evt_${crypto.randomUUID()}` })
          expect((await postWebhook(world, body)).status).toBe(200)
        }
      expect(await getSubscription(world, shopper)).toMatchObject({
        status: 'active',
        cancel_at_period_end: true,
      })
      expect(await getRenewalOrders(world, shopper)).toHaveLength(1)
      expect(await getEmailTemplatesTo(world, shopper)).toEqual([
        'box_cancelled',
        'box_renewal',
        'order_confirmation',
      ])
    },
  )

  test('outdated subscription events change nothing', { tags: ['abuse-16-boxes'] }, async () => {
    const { shopper, subscription } = await createSubscriber(world)
    const before = await getSubscription(world, shopper)
    for (const changes of [
      { status: 'canceled', ended_at: 1, canceled_at: 1 },
      { cancel_at_period_end: true, cancel_at: 1 },
      { status: 'past_due' },
    ])
      expect(
        await postSubscriptionEvent(world, 'customer.subscription.updated', subscription, changes),
      ).toBe(200)
    expect(await getSubscription(world, shopper)).toEqual(before)
    expect(await getEmailTemplatesTo(world, shopper)).toEqual(['order_confirmation'])
  })

  test(
    'a subscription state read before another update is read again',
    { tags: ['abuse-16-boxes'] },
    async () => {
      const { shopper, subscription } = await createSubscriber(world)
      const old = await getSubscription(world, shopper)
      const stale = {
        subscription: {
          id: subscription,
          orderId: (await getOrders(world, shopper))[0]?.id,
          customerId: old.stripe_customer_id,
          currency: 'gbp',
          status: 'active',
          items: [],
          periodEnd: old.current_period_end,
          cancelsAtPeriodEnd: false,
        },
        revision: Number(old.revision),
        invoices: [],
      }
      await world.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
      await world.sandbox.runDue()
      const { data } = await world.client.rpc('settle_payment', {
        p_event_id: 'evt_stale',
        p_event_type: 'customer.subscription.updated',
        p_facts: stale,
        p_business_email: businessEmail,
      })
      expect(data).toEqual({ outcome: 'outdated' })
      expect((await getSubscription(world, shopper)).cancel_at_period_end).toBe(true)
      expect(await world.sql`select from public.payment_events where id = 'evt_stale'`).toEqual([])
    },
  )

  test('a forged subscription event is refused', { tags: ['abuse-14-boxes'] }, async () => {
    const { shopper, subscription } = await createSubscriber(world)
    await world.stripe.subscriptions.update(subscription, { metadata: { nothing: 'new' } })
    const body = createEventBody('customer.subscription.deleted', { id: subscription })
    for (const signature of [
      null,
      signWebhookBody(body, getNowInSeconds(world), 'whsec_of_somebody'),
      't=1,v1=00',
    ])
      expect((await postWebhook(world, body, signature)).status).toBe(400)
    expect((await getSubscription(world, shopper)).status).toBe('active')
  })

  test('an event of an unknown subscription changes nothing', async () => {
    const { shopper, subscription, orderId } = await createSubscriber(world)
    expect(
      (
        await postWebhook(
          world,
          createEventBody('customer.subscription.updated', { id: 'sub_nobody' }),
        )
      ).status,
    ).toBe(200)
    const other = await createSubscriber(world)
    // Another subscription gets the metadata of this one, as can happen in the provider's dashboard.
    await world.stripe.subscriptions.update(other.subscription, { metadata: { order_id: orderId } })
    await world.sandbox.runDue()
    expect(
      (await getSubscriptions(world, shopper)).map((box) => box.stripe_subscription_id),
    ).toEqual([subscription])
    const [event] = await world.sql`
      select outcome, detail from public.payment_events where type = 'customer.subscription.updated' order by received_at desc limit 1`
    expect(event).toEqual({ outcome: 'set aside', detail: 'a subscription of no order' })
  })
})

describe('refunds', () => {
  test('a partial and a full refund are each emailed with their own amount', async () => {
    const { shopper, url, orderId } = await openPaymentSession(world)
    await payOnPage(url)
    const [order] = await getOrders(world, shopper)
    const payment_intent = order?.stripe_payment_intent_id ?? ''
    await world.stripe.refunds.create({ payment_intent, amount: 250 })
    await world.sandbox.runDue()
    await world.stripe.refunds.create({ payment_intent })
    await world.sandbox.runDue()
    const emails = (await getEmailsTo(world, shopper)).filter((one) => one.template === 'refund')
    expect(emails.map(({ data }) => [data['amount'], data['refunded'], data['total']])).toEqual([
      [250, 250, 1179],
      [929, 1179, 1179],
    ])
    await expectReadable(shopper)
    expect((await getOrders(world, shopper))[0]).toMatchObject({ id: orderId, status: 'refunded' })
  })

  test('refund events in the wrong order send one email with the total', async () => {
    const { shopper, orderId, url } = await openPaymentSession(world)
    await payOnPage(url)
    const charge = (amount: number) => {
      const about = {
        id: `ch_${orderId}`,
        object: 'charge',
        currency: 'gbp',
        payment_intent: 'pi_1',
        metadata: { order_id: orderId },
        amount_refunded: amount,
      }
      return createEventBody('charge.refunded', setProviderObject(world, about))
    }
    for (const amount of [900, 300, 900, 300])
      expect((await postWebhook(world, charge(amount))).status).toBe(200)
    const emails = (await getEmailsTo(world, shopper)).filter((one) => one.template === 'refund')
    expect(emails.map(({ data }) => data['amount'])).toEqual([900])
  })

  test('a refund of a renewal belongs to its own order, even when its payment event was lost', async () => {
    const { shopper, subscription } = await createSubscriber(world)
    world.webhook.down = true
    await renewInPortal(world, subscription)
    world.webhook.down = false
    const invoice = await latestInvoice(world, subscription)
    const { data } = await world.stripe.invoicePayments.list({ invoice: invoice.id })
    const payment = String(data[0]?.payment.payment_intent)
    await world.stripe.refunds.create({ payment_intent: payment, amount: 500 })
    await world.sandbox.runDue()
    const [first, later] = await getOrders(world, shopper)
    expect(first).toMatchObject({ status: 'paid', refunded: 0 })
    expect(later).toMatchObject({
      status: 'partially_refunded',
      refunded: 500,
      stripe_payment_intent_id: payment,
    })
    const emails = (await getEmailsTo(world, shopper)).filter((one) => one.template === 'refund')
    expect(emails.map(({ data }) => [data['number'], data['amount']])).toEqual([
      [Number(later?.number), 500],
    ])
  })
})

test('a customer with a subscription can start another one', async () => {
  const { shopper } = await createSubscriber(world)
  const { body } = await checkOut(world, shopper, [await createCheckoutLine(world, bear)])
  await payOnPage(body.url ?? '')
  await world.sandbox.runDue()
  expect((await getSubscriptions(world, shopper)).map((box) => [box.status, box.amount])).toEqual([
    ['active', 2000],
    ['active', 4500],
  ])
})
