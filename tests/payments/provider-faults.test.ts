import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createStripe } from '../../supabase/functions/_shared/stripe.ts'
import { createCreateCheckout } from '../../supabase/functions/create-checkout/handler.ts'
import {
  createCheckoutLine,
  checkOut,
  createCheckoutBody,
  getOrders,
  payOnPage,
} from './checkouts.ts'
import { type ProviderFault } from './small-shop.ts'
import { createRecordingLog, openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
beforeEach(() => {
  world.provider.fault = { kind: 'none' }
})
afterAll(() => world.stop())

test('all attempts at the provider end before the page times out', () => {
  const stripe = createStripe('sk_test_x', null)
  const pausesMs = 2 * 2_000
  const attempts = stripe.getMaxNetworkRetries() + 1
  expect(stripe.getApiField('timeout') * attempts + pausesMs).toBeLessThan(15_000)
})

describe('a checkout with a failing provider', () => {
  test.each<[string, ProviderFault]>([
    ['does not answer', { kind: 'silent' }],
    ['fails', { kind: 'failing' }],
    ['loses the connection after accepting', { kind: 'cut' }],
  ])(
    'a checkout while the provider %s is answered within 15 s, and a retry gets the same session',
    { tags: ['abuse-provider'], timeout: 30_000 },
    async (_name, fault) => {
      const shopper = await world.shopper()
      const lines = [await createCheckoutLine(world, 'nashville-chilli-crisp', 3)]
      await world.sql`insert into public.carts (user_id, items) values (${shopper.id}, ${world.sql.json([{ product_id: lines[0]?.product_id ?? '', quantity: 3 }])})`
      world.provider.fault = fault
      const first = await checkOut(world, shopper, lines)
      expect([first.status, first.body.error?.message]).toEqual([
        502,
        'Failed to create checkout session',
      ])
      const [cart] =
        await world.sql`select jsonb_array_length(items) as lines from public.carts where user_id = ${shopper.id}`
      expect(cart?.lines).toBe(1)
      world.provider.fault = { kind: 'none' }
      const second = await checkOut(world, shopper, lines)
      const third = await checkOut(world, shopper, lines)
      expect(second.status).toBe(200)
      expect(third.body).toEqual(second.body)
      const [order, ...others] = await getOrders(world, shopper)
      expect(others).toEqual([])
      const sessions = await world.stripe.checkout.sessions.list({ limit: 100 })
      expect(
        sessions.data
          .filter((session) => session.client_reference_id === order?.id)
          .map((session) => session.id),
      ).toEqual([second.body.session_id])
      await payOnPage(second.body.url ?? '')
      expect((await getOrders(world, shopper)).map((one) => one.status)).toEqual(['paid'])
    },
  )

  test('a checkout whose idempotency key is in use waits for its session', async () => {
    const shopper = await world.shopper()
    world.provider.fault = { kind: 'busy', times: 4 }
    const answer = await checkOut(world, shopper, [
      await createCheckoutLine(world, 'nashville-chilli-crisp', 6),
    ])
    expect(answer.status).toBe(200)
    expect((await getOrders(world, shopper)).map((order) => order.stripe_session_id)).toEqual([
      answer.body.session_id,
    ])
  }, 30_000)

  test.each<[string, ProviderFault]>([
    ['fails', { kind: 'failing' }],
    ['repeats a cached failure', { kind: 'kept failure' }],
  ])(
    'a checkout while the provider %s and the backend is lost logs both causes',
    async (_name, fault) => {
      const shopper = await world.shopper()
      const lines = [await createCheckoutLine(world, 'nashville-chilli-crisp', 7)]
      world.provider.fault = fault
      const log: PaymentWorld['log'] = []
      const checkout = createCreateCheckout({
        ...world.environment,
        log: createRecordingLog(log),
        fetch: (input, init) => {
          const isAfterwards = /\/orders\?|\/rpc\/release_order/.test(String(input))
          return isAfterwards ? Promise.reject(new TypeError('Cut off')) : fetch(input, init)
        },
      })
      const request = new Request(`${world.url}/functions/v1/create-checkout`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${shopper.token}` },
        body: JSON.stringify(createCheckoutBody(shopper, lines)),
      })
      expect((await checkout(request)).status).toBe(502)
      expect(log.map(({ message, details }) => [message, JSON.stringify(details)])).toEqual([
        [
          'checkout: an order could not be freed after a fault of the provider',
          expect.stringContaining('Cut off'),
        ],
        ['checkout: failed', expect.stringContaining('Down')],
      ])
    },
  )

  test('a checkout whose failure is cached under its idempotency key starts a new order', async () => {
    const shopper = await world.shopper()
    const lines = [await createCheckoutLine(world, 'nashville-chilli-crisp', 2)]
    world.provider.fault = { kind: 'kept failure' }
    expect((await checkOut(world, shopper, lines)).status).toBe(502)
    world.provider.fault = { kind: 'none' }
    expect((await checkOut(world, shopper, lines)).status).toBe(200)
    expect((await getOrders(world, shopper)).map((order) => order.status)).toEqual([
      'expired',
      'pending',
    ])
  }, 30_000)

  test('a cart changed during a slow checkout leaves only the newer session to pay', async () => {
    const shopper = await world.shopper()
    let letGo = (): void => undefined
    const until = new Promise<void>((resolve) => {
      letGo = resolve
    })
    world.provider.fault = { kind: 'held', until }
    const calls = world.provider.requests.length
    const first = checkOut(world, shopper, [
      await createCheckoutLine(world, 'nashville-chilli-crisp', 4),
    ])
    await expect.poll(() => world.provider.requests.length).toBe(calls + 1)
    world.provider.fault = { kind: 'none' }
    const second = await checkOut(world, shopper, [
      await createCheckoutLine(world, 'nashville-chilli-crisp', 5),
    ])
    letGo()
    const { status, body } = await first
    expect([status, body.error?.code]).toEqual([409, 'cart_changed'])
    expect(second.status).toBe(200)
    const open = await world.stripe.checkout.sessions.list({ status: 'open', limit: 100 })
    const orders = await getOrders(world, shopper)
    expect(orders.map((order) => order.status)).toEqual(['expired', 'pending'])
    const ids = new Set(orders.map((order) => order.id))
    const own = open.data.filter((session) => ids.has(session.client_reference_id ?? ''))
    expect(own.map((session) => session.id)).toEqual([second.body.session_id])
  })

  test(
    'a price that differs at the provider is refused at checkout',
    { tags: ['abuse-1'] },
    async () => {
      const shopper = await world.shopper()
      const line = await createCheckoutLine(world, 'nashville-chilli-crisp')
      const catalogue = await world.stripe.products.create({ name: 'Nashville Chilli Crisp' })
      const price = await world.stripe.prices.create({
        product: catalogue.id,
        currency: 'gbp',
        unit_amount: 700,
      })
      await world.sql`update public.prices set stripe_price_id = ${price.id} where product_id = ${line.product_id}`
      const answer = await checkOut(world, shopper, [{ ...line, stripe_price_id: price.id }])
      expect(answer.status).toBe(502)
      expect((await getOrders(world, shopper)).map((order) => order.status)).toEqual(['expired'])
      expect(world.log.some((one) => JSON.stringify(one.details).includes('stripe:sync'))).toBe(
        true,
      )
      await world.sql`update public.prices set stripe_price_id = ${String(line.stripe_price_id)} where product_id = ${line.product_id}`
    },
  )
})
