import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStripeWebhook } from '../../supabase/functions/stripe-webhook/handler.ts'
import { openPaymentSession, getOrders } from './checkouts.ts'
import {
  createSessionEvent,
  postWebhook,
  createEventBody,
  getNowInSeconds,
  setProviderObject,
  signWebhookBody,
} from './events.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

const kinds = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'customer.subscription.updated',
  'invoice.paid',
]

const warned = (id: string) =>
  world.log.filter(
    ({ level, details }) => level === 'warn' && 'event' in details && details.event === id,
  )

async function outcomeOf(id: string): Promise<unknown> {
  const [row] = await world.sql`select outcome from public.payment_events where id = ${id}`
  return row?.outcome
}

/** Returns the body of an event in which `changes` replaces some parts. */
function changed(body: string, changes: object): string {
  return JSON.stringify({ ...JSON.parse(body), ...changes })
}

describe('invalid signed events', () => {
  test.each(kinds)(
    'the event %s without an object is quarantined and logged',
    { tags: ['abuse-16'] },
    async (kind) => {
      const id = `evt_${crypto.randomUUID()}`
      const body = changed(createEventBody(kind, {}, id), { data: { object: null } })
      expect((await postWebhook(world, body)).status).toBe(200)
      expect(await outcomeOf(id)).toBe('set aside')
      expect(warned(id)).toHaveLength(1)
    },
  )

  test.each<[string, object]>([
    ['an amount with a fraction', { amount_total: 1179.5 }],
    ['an amount that no column holds', { amount_total: 2 ** 40 }],
    ['a session without an id', { id: null }],
    ['a NUL in its order', { client_reference_id: 'a\0b' }],
    ['a lone surrogate', { client_reference_id: '\ud83d' }],
    ['a payment that is a number', { payment_intent: 7 }],
    ['an address that is a text', { collected_information: { shipping_details: 'London' } }],
    ['custom fields that are no list', { custom_fields: { key: 'size0' } }],
  ])('a session event with %s changes nothing', async (_name, changes) => {
    const { sessionId, shopper } = await openPaymentSession(world)
    const body = await createSessionEvent(world, 'checkout.session.completed', sessionId, changes)
    expect((await postWebhook(world, body)).status).toBe(200)
    expect((await getOrders(world, shopper))[0]?.status).toBe('pending')
    expect(world.log.at(-1)?.level).toBe('warn')
  })

  test.each(['null', '[]', '7', '"event"', '{}', '{"id":null,"type":{},"data":[]}'])(
    'the body %s is no event and is quarantined',
    async (body) => {
      const lines = world.log.length
      expect((await postWebhook(world, body)).status).toBe(200)
      expect(world.log.slice(lines).map(({ level }) => level)).toEqual(['warn'])
    },
  )

  test('an event about an object unknown at the provider is accepted', async () => {
    const invoice = {
      id: 'in_none',
      parent: { subscription_details: { subscription: 'sub_none' } },
    }
    const charge = { id: 'ch_none', payment_intent: 'pi_none' }
    for (const body of [
      createEventBody('invoice.paid', invoice),
      createEventBody('customer.subscription.deleted', { id: 'sub_none' }),
      createEventBody('charge.refunded', charge),
    ])
      expect((await postWebhook(world, body)).status).toBe(200)
  })

  test('an event is answered with 500 while the database is away, so that it is sent again', async () => {
    const webhook = createStripeWebhook({
      ...world.environment,
      fetch: () => Promise.reject(new TypeError('gone')),
    })
    const body = changed(createEventBody('charge.refunded', {}), { data: { object: null } })
    const headers = { 'stripe-signature': signWebhookBody(body, getNowInSeconds(world)) }
    expect((await webhook(new Request(world.url, { method: 'POST', body, headers }))).status).toBe(
      500,
    )
  })

  test('no signed event is answered with a server error', { tags: ['abuse-16'] }, async () => {
    const { sessionId } = await openPaymentSession(world)
    const event = JSON.parse(
      await createSessionEvent(world, 'checkout.session.completed', sessionId),
    )
    const { object } = event.data
    const value = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' })
    const odd = fc.oneof(
      value,
      fc.constantFrom(null, '', '\0', '\ud800', -1, 1e300, 0.5, 2 ** 53, [], {}, true),
    )
    const objectWith = fc
      .record({ name: fc.constantFrom(...Object.keys(object)), value: odd })
      .map((part) => ({ ...object, [part.name]: part.value }))
    const bodies = fc.oneof(
      fc
        .record({ type: fc.constantFrom(...kinds), object: fc.oneof(odd, objectWith) })
        .map(({ type, object: about }) => ({ ...event, type, data: { object: about } })),
      fc
        .record({ name: fc.constantFrom('id', 'type', 'data', 'livemode'), value: odd })
        .map((part) => ({ ...event, [part.name]: part.value })),
      value,
    )
    const run = fc.asyncProperty(bodies, objectWith, fc.uuid(), async (body, answered, id) => {
      const own = 'id' in Object(body) && body.id === event.id ? { ...body, id: `evt_${id}` } : body
      setProviderObject(world, { ...answered, id: sessionId })
      expect((await postWebhook(world, JSON.stringify(own))).status).toBeLessThan(500)
    })
    await fc.assert(run, { seed: 20_261_122, numRuns: 300 })
  })
})

describe('live and test mode', () => {
  test(
    'a live event settles no test order and is quarantined and logged',
    { tags: ['abuse-16'] },
    async () => {
      const { sessionId, shopper } = await openPaymentSession(world)
      const id = `evt_${crypto.randomUUID()}`
      const body = await createSessionEvent(world, 'checkout.session.completed', sessionId, {}, id)
      expect((await postWebhook(world, changed(body, { livemode: true }))).status).toBe(200)
      expect((await getOrders(world, shopper))[0]?.status).toBe('pending')
      expect(await outcomeOf(id)).toBe('set aside')
      expect(warned(id)).toHaveLength(1)
    },
  )

  test.each(['sk_live_x', 'rk_live_x'])(
    'a test event settles no order with the key %s',
    async (key) => {
      const { sessionId, shopper } = await openPaymentSession(world)
      const webhook = createStripeWebhook({ ...world.environment, STRIPE_SECRET_KEY: key })
      const send = async (livemode: boolean) => {
        const body = changed(
          await createSessionEvent(world, 'checkout.session.completed', sessionId),
          {
            id: `evt_${crypto.randomUUID()}`,
            livemode,
          },
        )
        const headers = { 'stripe-signature': signWebhookBody(body, getNowInSeconds(world)) }
        return (await webhook(new Request(world.url, { method: 'POST', body, headers }))).status
      }
      expect(await send(false)).toBe(200)
      expect((await getOrders(world, shopper))[0]?.status).toBe('pending')
      expect(await send(true)).toBe(200)
      expect((await getOrders(world, shopper))[0]?.status).toBe('paid')
    },
  )
})
