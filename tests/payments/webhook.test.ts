import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStripeWebhook } from '../../supabase/functions/stripe-webhook/handler.ts'
import {
  createCheckoutLine,
  openPaymentSession,
  getOrderEmailTemplates,
  getOrders,
  getStock,
} from './checkouts.ts'
import {
  createSessionEvent,
  postWebhook,
  createEventBody,
  getNowInSeconds,
  signWebhookBody,
} from './events.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

const eventsTaken = async (): Promise<number> =>
  (await world.sql`select from public.payment_events`).length

describe('signatures', () => {
  test.each([
    ['no signature', () => null],
    ['an empty signature', () => ''],
    ['a garbage signature', () => 'garbage'],
    [
      'no timestamp',
      (body: string, now: number) => signWebhookBody(body, now).replace(/t=\d+,/, ''),
    ],
    ['two timestamps', (body: string, now: number) => `t=${now},${signWebhookBody(body, now)}`],
    [
      'a timestamp that is no number',
      (body: string, now: number) => signWebhookBody(body, now).replace(/t=\d+/, 't=soon'),
    ],
    [
      'a v0 signature only',
      (body: string, now: number) => signWebhookBody(body, now).replace('v1=', 'v0='),
    ],
    [
      'a signature by another secret',
      (body: string, now: number) => signWebhookBody(body, now, 'whsec_of_somebody'),
    ],
    ['a body changed by a byte', (body: string, now: number) => signWebhookBody(`${body} `, now)],
    [
      'a signature 301 seconds old',
      (body: string, now: number) => signWebhookBody(body, now - 301),
    ],
    [
      'a signature from the future',
      (body: string, now: number) => signWebhookBody(body, now + 302),
    ],
  ])(
    'an event with %s is refused before any database request',
    { tags: ['abuse-14', 'abuse-15'] },
    async (_name, signature) => {
      const { sessionId, shopper } = await openPaymentSession(world)
      const body = await createSessionEvent(world, 'checkout.session.completed', sessionId)
      const reads: string[] = []
      const webhook = createStripeWebhook({
        ...world.environment,
        fetch: (input, init) => {
          reads.push(String(input))
          return fetch(input, init)
        },
      })
      const header = signature(body, getNowInSeconds(world))
      const answer = await webhook(
        new Request(`${world.url}/functions/v1/stripe-webhook`, {
          method: 'POST',
          body,
          headers: header === null ? {} : { 'stripe-signature': header },
        }),
      )
      expect(answer.status).toBe(400)
      expect(reads).toEqual([])
      expect((await getOrders(world, shopper))[0]?.status).toBe('pending')
    },
  )

  test(
    'a signature 299 seconds old and one of two signatures are accepted',
    { tags: ['abuse-15'] },
    async () => {
      const [first, second] = [await openPaymentSession(world), await openPaymentSession(world)]
      const old = await createSessionEvent(world, 'checkout.session.completed', first.sessionId)
      expect(
        (await postWebhook(world, old, signWebhookBody(old, getNowInSeconds(world) - 299))).status,
      ).toBe(200)
      const rolled = await createSessionEvent(world, 'checkout.session.completed', second.sessionId)
      const both = `${signWebhookBody(rolled, getNowInSeconds(world), 'whsec_old')},${signWebhookBody(rolled, getNowInSeconds(world)).split(',')[1]}`
      expect((await postWebhook(world, rolled, both)).status).toBe(200)
      for (const { shopper } of [first, second])
        expect((await getOrders(world, shopper))[0]?.status).toBe('paid')
    },
  )

  test('the webhook does not start without a valid secret', { tags: ['abuse-16'] }, () => {
    for (const secret of ['', '  ', 'whsec_a b'])
      expect(() =>
        createStripeWebhook({ ...world.environment, STRIPE_WEBHOOK_SECRET: secret }),
      ).toThrow(/STRIPE_WEBHOOK_SECRET/)
  })

  test('a signed body that is no JSON is refused', async () => {
    expect((await postWebhook(world, 'signed, but what')).status).toBe(400)
  })

  test('a webhook body above 256 KB is refused', async () => {
    const body = createEventBody('x', { filling: 'x'.repeat(256 * 1024) })
    expect((await postWebhook(world, body)).status).toBe(413)
  })

  test('the webhook needs no Origin and refuses GET', async () => {
    const answer = await fetch(`${world.url}/functions/v1/stripe-webhook`)
    expect(answer.status).toBe(405)
  })
})

describe('effects of events', () => {
  test(
    'an event delivered fifty times at once causes one change and two emails',
    { tags: ['abuse-16', 'email-orders-30'] },
    async () => {
      const { sessionId, shopper, orderId } = await openPaymentSession(world)
      const body = await createSessionEvent(world, 'checkout.session.completed', sessionId)
      const answers = await Promise.all(Array.from({ length: 50 }, () => postWebhook(world, body)))
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
      expect((await getOrders(world, shopper))[0]?.status).toBe('paid')
      expect(await getOrderEmailTemplates(world, orderId)).toEqual([
        'order_confirmation',
        'order_notice',
      ])
    },
  )

  test('a repeated event does not change the record of the first', async () => {
    const { sessionId } = await openPaymentSession(world)
    const id = `evt_${crypto.randomUUID()}`
    const body = await createSessionEvent(world, 'checkout.session.completed', sessionId, {}, id)
    for (let time = 0; time < 2; time++) await postWebhook(world, body)
    const [event] =
      await world.sql`select outcome, detail from public.payment_events where id = ${id}`
    expect({ ...event }).toEqual({ outcome: 'applied', detail: 'paid' })
  })

  test(
    'simultaneous events of one payment take the stock and the cart once',
    { tags: ['abuse-16'] },
    async () => {
      await world.sql`update public.products set stock = 50 where slug = 'apple-terror-sauce'`
      const { sessionId, shopper } = await openPaymentSession(world, ['apple-terror-sauce'])
      const { product_id } = await createCheckoutLine(world, 'apple-terror-sauce')
      const items = [{ product_id, quantity: 9 }]
      await world.sql`insert into public.carts (user_id, items) values (${shopper.id}, ${world.sql.json(items)})`
      await postWebhook(
        world,
        await createSessionEvent(world, 'checkout.session.expired', sessionId, {
          payment_status: 'unpaid',
        }),
      )
      const bodies = await Promise.all(
        Array.from({ length: 20 }, () =>
          createSessionEvent(world, 'checkout.session.completed', sessionId),
        ),
      )
      await Promise.all(bodies.map((body) => postWebhook(world, body)))
      expect(await getStock(world, 'apple-terror-sauce')).toBe(49)
      const [cart] = await world.sql`select items from public.carts where user_id = ${shopper.id}`
      expect(cart?.items).toEqual([{ product_id, quantity: 8 }])
    },
  )

  test('fifty different events of one payment cause one change and two emails', async () => {
    const { sessionId, shopper, orderId } = await openPaymentSession(world)
    const bodies = await Promise.all(
      Array.from({ length: 50 }, () =>
        createSessionEvent(world, 'checkout.session.completed', sessionId),
      ),
    )
    const answers = await Promise.all(bodies.map((body) => postWebhook(world, body)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect((await getOrders(world, shopper))[0]?.status).toBe('paid')
    expect(await getOrderEmailTemplates(world, orderId)).toEqual([
      'order_confirmation',
      'order_notice',
    ])
  })

  test('a payment whose session was not stored still finds its order', async () => {
    const { sessionId, shopper, orderId } = await openPaymentSession(world)
    await world.sql`update public.orders set stripe_session_id = null, stripe_session_url = null where id = ${orderId}`
    await postWebhook(
      world,
      await createSessionEvent(world, 'checkout.session.completed', sessionId),
    )
    expect((await getOrders(world, shopper))[0]).toMatchObject({
      status: 'paid',
      stripe_session_id: sessionId,
    })
  })

  test(
    'a completed session without a payment leaves the order pending',
    { tags: ['abuse-16'] },
    async () => {
      const { sessionId, shopper, orderId } = await openPaymentSession(world)
      expect(
        (
          await postWebhook(
            world,
            await createSessionEvent(world, 'checkout.session.completed', sessionId, {
              payment_status: 'unpaid',
            }),
          )
        ).status,
      ).toBe(200)
      expect((await getOrders(world, shopper))[0]?.status).toBe('pending')
      expect(await getOrderEmailTemplates(world, orderId)).toEqual(['order_waiting'])
    },
  )

  test.each([
    ['another amount', { amount_total: 1 }],
    ['another currency', { currency: 'usd' }],
    ['another session', { id: 'cs_test_other' }],
    ['an unknown order', { client_reference_id: '00000000-0000-4000-8000-00000000dead' }],
    ['no order', { id: 'cs_test_strange', client_reference_id: null, metadata: {} }],
    [
      'a discount above the goods',
      {
        amount_total: 0,
        total_details: { amount_discount: 2000, amount_shipping: 329, amount_tax: 0 },
      },
    ],
    [
      'a negative discount',
      {
        amount_total: 9179,
        total_details: { amount_discount: -8000, amount_shipping: 329, amount_tax: 0 },
      },
    ],
  ])(
    'an event with %s is quarantined and logged',
    { tags: ['abuse-16'] },
    async (_name, changes) => {
      const { sessionId, shopper, orderId } = await openPaymentSession(world)
      const id = `evt_${crypto.randomUUID()}`
      const body = await createSessionEvent(
        world,
        'checkout.session.completed',
        sessionId,
        changes,
        id,
      )
      expect((await postWebhook(world, body)).status).toBe(200)
      expect((await getOrders(world, shopper))[0]?.status).toBe('pending')
      expect(await getOrderEmailTemplates(world, orderId)).toEqual([])
      const [event] = await world.sql`select outcome from public.payment_events where id = ${id}`
      expect(event?.outcome).toBe('set aside')
      expect(
        world.log.some(
          (line) => line.level === 'warn' && 'event' in line.details && line.details.event === id,
        ),
      ).toBe(true)
    },
  )

  test('a discount granted by the provider is stored on the order', async () => {
    const { sessionId, shopper } = await openPaymentSession(world)
    const details = {
      amount_total: 850 - 85 + 329,
      total_details: { amount_discount: 85, amount_shipping: 329, amount_tax: 0 },
    }
    await postWebhook(
      world,
      await createSessionEvent(world, 'checkout.session.completed', sessionId, details),
    )
    expect((await getOrders(world, shopper))[0]).toMatchObject({
      status: 'paid',
      discount: 85,
      total: 1094,
    })
  })

  test(
    'an unhandled kind of event is accepted and changes nothing',
    { tags: ['abuse-16'] },
    async () => {
      const before = await eventsTaken()
      expect(
        (await postWebhook(world, createEventBody('payout.paid', { id: 'po_1' }))).status,
      ).toBe(200)
      expect(await eventsTaken()).toBe(before)
    },
  )

  test('an event is answered with 500 when the database cannot be reached', async () => {
    const { sessionId } = await openPaymentSession(world)
    const body = await createSessionEvent(world, 'checkout.session.completed', sessionId)
    const webhook = createStripeWebhook({
      ...world.environment,
      fetch: () => Promise.reject(new TypeError('gone')),
    })
    const answer = await webhook(
      new Request(world.url, {
        method: 'POST',
        body,
        headers: { 'stripe-signature': signWebhookBody(body, getNowInSeconds(world)) },
      }),
    )
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('gone')
  })
})
