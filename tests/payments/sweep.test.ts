import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOrdersSweep } from '../../server/orders-sweep.ts'
import type { PeriodicJob } from '../../server/periodic-job.ts'
import {
  createSubscriber,
  getSubscription,
  renewInPortal,
  getRenewalOrders,
  getEmailTemplatesTo,
} from './boxes.ts'
import {
  createCheckoutLine,
  openPaymentSession,
  checkOut,
  getOrderEmailTemplates,
  getOrders,
  payOnPage,
  getStock,
} from './checkouts.ts'
import { businessEmail } from './small-shop.ts'
import { createRecordingLog, openPaymentWorld, type PaymentWorld } from './world.ts'

const minute = 60_000

let world: PaymentWorld
let sweep: PeriodicJob
beforeAll(async () => {
  world = await openPaymentWorld()
  sweep = aSweep()
})
beforeEach(async () => {
  world.webhook.down = false
  world.provider.fault = { kind: 'none' }
})
afterAll(async () => {
  sweep.stop()
  await world.stop()
})

function aSweep(): PeriodicJob {
  return startOrdersSweep({
    client: world.client,
    stripe: world.stripe,
    now: world.clock.now,
    log: createRecordingLog(world.log),
    intervalMs: minute,
    businessEmail,
  })
}

async function sweepAfter(ms: number): Promise<void> {
  world.clock.advance(ms)
  await sweep.runOnce()
}

describe('pending orders', () => {
  test(
    'a payment with a lost event is settled by the sweep once',
    { tags: ['abuse-14'] },
    async () => {
      world.webhook.down = true
      const { shopper, url, orderId } = await openPaymentSession(world)
      await payOnPage(url)
      expect((await getOrders(world, shopper))[0]?.status).toBe('pending')
      await sweepAfter(2 * minute)
      expect((await getOrders(world, shopper))[0]?.status).toBe('paid')
      world.webhook.down = false
      world.clock.advance(60 * minute)
      await world.sandbox.runDue()
      expect(
        await world.sql`select from public.payment_events where order_id = ${orderId}`,
      ).toHaveLength(2)
      expect(await getOrderEmailTemplates(world, orderId)).toEqual([
        'order_confirmation',
        'order_notice',
      ])
    },
  )

  test('a delayed payment with lost events is recorded and settled by the sweep', async () => {
    world.webhook.down = true
    const { shopper, url, orderId } = await openPaymentSession(world)
    const line = await createCheckoutLine(world, 'nashville-chilli-crisp')
    await payOnPage(url, { card: '4000 0000 0000 7726' })
    const again = async () => (await checkOut(world, shopper, [line])).body.error?.code
    for (const _ of [1, 2]) {
      await sweepAfter(2 * minute)
      expect((await getOrders(world, shopper))[0]?.status).toBe('pending')
      expect(await again()).toBe('payment_processing')
    }
    await world.sandbox.runDue()
    await sweepAfter(2 * minute)
    expect((await getOrders(world, shopper))[0]?.status).toBe('paid')
    expect(await getOrderEmailTemplates(world, orderId)).toEqual([
      'order_confirmation',
      'order_notice',
      'order_waiting',
    ])
  })

  test('two simultaneous sweeps settle an order once', async () => {
    world.webhook.down = true
    const paid = await Promise.all(Array.from({ length: 4 }, () => openPaymentSession(world)))
    for (const { url } of paid) await payOnPage(url)
    const other = aSweep()
    world.clock.advance(2 * minute)
    const asked = world.provider.requests.length
    await Promise.all([sweep.runOnce(), other.runOnce()])
    other.stop()
    const questions = world.provider.requests.slice(asked).filter((call) => call.startsWith('GET'))
    for (const { sessionId, orderId, shopper } of paid) {
      expect(questions.filter((call) => call.includes(sessionId))).toHaveLength(1)
      expect((await getOrders(world, shopper))[0]?.status).toBe('paid')
      expect(await getOrderEmailTemplates(world, orderId)).toEqual([
        'order_confirmation',
        'order_notice',
      ])
    }
  })

  test('an expired session with a lost event releases its stock', async () => {
    world.webhook.down = true
    const before = await getStock(world, 'got-got-need-tee')
    const { shopper } = await openPaymentSession(world, ['got-got-need-tee'])
    await sweepAfter(61 * minute)
    expect((await getOrders(world, shopper))[0]?.status).toBe('expired')
    expect(await getStock(world, 'got-got-need-tee')).toBe(before)
  })

  test('a failed payment with a lost event ends the order', async () => {
    world.webhook.down = true
    const { shopper, url } = await openPaymentSession(world)
    await payOnPage(url, { card: '4000 0000 0000 5126' })
    await sweepAfter(2 * minute)
    await world.sandbox.runDue()
    await sweepAfter(2 * minute)
    expect((await getOrders(world, shopper))[0]?.status).toBe('payment_failed')
  })

  test('the sweep does not change an open session or a running payment', async () => {
    const [open, under] = [await openPaymentSession(world), await openPaymentSession(world)]
    await payOnPage(under.url, { card: '4000 0000 0000 7726' })
    world.clock.advance(2 * minute)
    await sweep.runOnce()
    expect((await getOrders(world, open.shopper))[0]?.status).toBe('pending')
    expect(['pending', 'paid']).toContain((await getOrders(world, under.shopper))[0]?.status)
  })

  test('an order without a session expires after half an hour', async () => {
    const shopper = await world.shopper()
    world.provider.fault = { kind: 'failing' }
    const before = await getStock(world, 'got-got-need-tee')
    await checkOut(world, shopper, [await createCheckoutLine(world, 'got-got-need-tee')])
    world.provider.fault = { kind: 'none' }
    await sweepAfter(20 * minute)
    expect((await getOrders(world, shopper))[0]?.status).toBe('pending')
    await sweepAfter(11 * minute)
    expect((await getOrders(world, shopper))[0]?.status).toBe('expired')
    expect(await getStock(world, 'got-got-need-tee')).toBe(before)
  })

  test('a provider that does not answer is asked again by the next sweep', async () => {
    world.webhook.down = true
    const { shopper, url, sessionId } = await openPaymentSession(world)
    await payOnPage(url)
    const client = world.stripe
    let answers = false
    const careful = startOrdersSweep({
      client: world.client,
      stripe: new Proxy(client, {
        get: (target, name) => {
          if (name === 'checkout' && !answers) throw new Error('The provider is gone')
          return Reflect.get(target, name)
        },
      }),
      now: world.clock.now,
      log: createRecordingLog(world.log),
      intervalMs: minute,
      businessEmail,
    })
    world.clock.advance(2 * minute)
    await careful.runOnce()
    expect((await getOrders(world, shopper))[0]?.status).toBe('pending')
    answers = true
    world.clock.advance(2 * minute)
    await careful.runOnce()
    careful.stop()
    expect((await getOrders(world, shopper))[0]).toMatchObject({
      status: 'paid',
      stripe_session_id: sessionId,
    })
  })
})

describe('subscriptions', () => {
  test('renewals with lost events get their orders from the sweep once', async () => {
    const { shopper, subscription } = await createSubscriber(world)
    world.webhook.down = true
    await renewInPortal(world, subscription)
    await renewInPortal(world, subscription)
    const other = aSweep()
    world.clock.advance(25 * 60 * minute)
    await Promise.all([sweep.runOnce(), other.runOnce()])
    other.stop()
    expect(await getRenewalOrders(world, shopper)).toHaveLength(2)
    world.webhook.down = false
    world.clock.advance(60 * minute)
    for (let round = 0; round < 3; round += 1) await world.sandbox.runDue()
    expect(await getRenewalOrders(world, shopper)).toHaveLength(2)
    expect(await getEmailTemplatesTo(world, shopper)).toEqual([
      'box_renewal',
      'box_renewal',
      'order_confirmation',
    ])
  })

  test('a cancellation with a lost event is recorded within a day', async () => {
    const { shopper, subscription } = await createSubscriber(world)
    world.webhook.down = true
    await world.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    await sweepAfter(60 * minute)
    expect((await getSubscription(world, shopper)).ends_at).toBeNull()
    await sweepAfter(24 * 60 * minute)
    expect((await getSubscription(world, shopper)).ends_at).not.toBeNull()
    expect(await getEmailTemplatesTo(world, shopper)).toContain('box_cancelled')
  })

  test('a subscription with a lost event is stored with its order', async () => {
    world.webhook.down = true
    const { shopper, url } = await openPaymentSession(world, ['twink-box-monthly-subscription'])
    await payOnPage(url)
    await sweepAfter(2 * minute)
    expect(await getSubscription(world, shopper)).toMatchObject({ status: 'active', amount: 2000 })
  })

  test('the sweep records no events for unchanged subscriptions', async () => {
    await createSubscriber(world)
    await sweepAfter(25 * 60 * minute)
    const count = async () => (await world.sql`select from public.payment_events`).length
    const before = await count()
    await sweepAfter(25 * 60 * minute)
    expect(await count()).toBe(before)
  })

  test('a subscription paid before subscriptions were stored is found by the sweep', async () => {
    const { shopper } = await createSubscriber(world)
    await world.sql`delete from public.subscriptions where user_id = ${shopper.id}`
    await world.sql`update public.orders set asked_at = null where user_id = ${shopper.id}`
    await sweepAfter(minute)
    expect(await getSubscription(world, shopper)).toMatchObject({ status: 'active', amount: 2000 })
    expect(await getEmailTemplatesTo(world, shopper)).toEqual(['order_confirmation'])
  })

  test('a subscription without its first payment is asked about for three days', async () => {
    const { shopper, url } = await openPaymentSession(world, ['twink-box-monthly-subscription'])
    await payOnPage(url, { card: '4000 0000 0000 7726' })
    const { stripe_subscription_id: id } = await getSubscription(world, shopper)
    await world.sql`update public.subscriptions set status = 'incomplete' where user_id = ${shopper.id}`
    const asksAbout = async () => {
      const { data } = await world.client.rpc('claim_subscriptions_to_poll', {
        p_limit: 100,
        p_now: new Date(world.clock.now()).toISOString(),
      })
      return (data ?? []).some((box: { id: string }) => box.id === id)
    }
    world.clock.advance(16 * minute)
    expect(await asksAbout()).toBe(true)
    expect(await asksAbout()).toBe(false)
    world.clock.advance(4 * 24 * 60 * minute)
    expect(await asksAbout()).toBe(false)
  })
})
