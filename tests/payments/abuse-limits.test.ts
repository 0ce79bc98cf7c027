import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createCheckoutLine,
  checkOut,
  createCheckoutBody,
  getOrders,
  postCheckout,
  type CheckoutLine,
} from './checkouts.ts'
import { openPaymentWorld, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

describe('limits of the checkout', () => {
  const manyLines = (count: number): CheckoutLine[] =>
    Array.from({ length: count }, (_, index) => ({
      product_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      quantity: 1,
      product_name: 'x',
      price: 1,
      stripe_price_id: 'price_x',
    }))

  test.each([
    [
      '10,000 invalid items',
      (): object => ({
        cart_items: Array(10_000).fill(0),
        delivery_method: { id: 'standard', stripe_id: 'shr_sandbox_standard' },
      }),
      [400],
    ],
    [
      '10,000 items',
      (): object => ({
        cart_items: manyLines(10_000),
        delivery_method: { id: 'standard', stripe_id: 'shr_sandbox_standard' },
      }),
      [400, 413],
    ],
    [
      'a note of 1 MB',
      (): object => ({
        cart_items: manyLines(1),
        delivery_method: { id: 'standard', stripe_id: 'shr_sandbox_standard' },
        note: 'x'.repeat(1024 * 1024),
      }),
      [413],
    ],
  ])('a cart with %s is refused', { tags: ['abuse-9'] }, async (_name, body, statuses) => {
    const shopper = await world.shopper()
    const text = JSON.stringify(body())
    expect(statuses).toContain((await postCheckout(world, text, shopper.token)).status)
  })

  test(
    'a cart of more than fifty items is checked and logged as suspicious',
    { tags: ['abuse-9'] },
    async () => {
      const shopper = await world.shopper()
      expect((await checkOut(world, shopper, manyLines(50))).status).toBe(409)
      expect((await checkOut(world, shopper, manyLines(51))).status).toBe(409)
      const events =
        await world.sql`select severity, source, details from public.security_audit_log where details ->> 'userId' = ${shopper.id}`
      expect(events.map((event) => ({ ...event }))).toEqual([
        {
          severity: 'high',
          source: 'server',
          details: {
            form: 'create-checkout',
            lines: 51,
            userId: shopper.id,
            userAgent: expect.any(String),
            url: `${world.url}/functions/v1/create-checkout`,
            address: expect.stringMatching(/^[0-9a-f]{64}$/),
            sender: expect.stringMatching(/^[0-9a-f]{64}$/),
            timestamp: expect.any(String),
            version: '1',
          },
        },
      ])
      await world.sql`delete from public.security_audit_log`
    },
  )

  test(
    'the thirty-first checkout in five minutes is refused with 429 and logged, up to a limit',
    { tags: ['form-checkout-30'] },
    async () => {
      const shopper = await world.shopper()
      const lines = [await createCheckoutLine(world, 'nashville-chilli-crisp')]
      for (let attempt = 0; attempt < 30; attempt++) await checkOut(world, shopper, lines)
      const answer = await checkOut(world, shopper, lines)
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      for (let attempt = 0; attempt < 9; attempt++) await checkOut(world, shopper, lines)
      const notes = await world.sql`
      select details ->> 'form' as form from public.security_audit_log
      where event_type = 'rate_limit_violation' and details ->> 'userId' = ${shopper.id}`
      expect(notes.map(({ form }) => form)).toEqual(Array(5).fill('create-checkout'))
      await world.sql`delete from public.rate_limits`
      await world.sql`delete from public.security_audit_log`
    },
  )

  test.each([
    '{"cart_items":[],"__proto__":{"polluted":1}}',
    '{"a":{"\\u005f_proto__":1}}',
    'no json',
    '',
    '[1',
    '"text"',
    'null',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  ])('the checkout body %.60s is refused', async (body) => {
    const shopper = await world.shopper()
    expect((await postCheckout(world, body, shopper.token)).status).toBe(400)
  })

  test(
    'a valid cart with a __proto__ key is refused',
    { tags: ['abuse-28', 'form-checkout-28'] },
    async () => {
      const shopper = await world.shopper()
      const body = JSON.stringify(
        createCheckoutBody(shopper, [await createCheckoutLine(world, 'spice-bag-mix')]),
      )
      for (const extra of [
        '{"__proto__":{},',
        '{"note":[{"__proto__":1}],',
        '{"\\u005f_proto__":1,',
      ])
        expect((await postCheckout(world, body.replace('{', extra), shopper.token)).status).toBe(
          400,
        )
      expect((await postCheckout(world, body, shopper.token)).status).toBe(200)
    },
  )

  test('guests, API keys, invalid tokens and ended sessions get 401 at checkout', async () => {
    const shopper = await world.shopper()
    const body = {
      user_id: shopper.id,
      cart_items: [await createCheckoutLine(world, 'spice-bag-mix')],
      delivery_method: { id: 'standard', stripe_id: 'shr_sandbox_standard' },
    }
    const tokens = [
      null,
      world.keys.publishable,
      world.keys.secret,
      'nonsense',
      `${shopper.token.slice(0, -4)}AAAA`,
    ]
    for (const token of tokens) expect((await postCheckout(world, body, token)).status).toBe(401)
    await world.sql`delete from auth.sessions where user_id = ${shopper.id}`
    const { status, body: answer } = await postCheckout(world, body, shopper.token)
    expect([status, answer.error?.message]).toEqual([
      401,
      'Please sign in to complete your purchase.',
    ])
    expect(await getOrders(world, shopper)).toEqual([])
  })

  test('a checkout in the name of another account is refused', async () => {
    const [shopper, victim] = [await world.shopper(), await world.shopper()]
    const body = {
      user_id: victim.id,
      cart_items: [await createCheckoutLine(world, 'spice-bag-mix')],
      delivery_method: { id: 'standard', stripe_id: 'shr_sandbox_standard' },
    }
    expect((await postCheckout(world, body, shopper.token)).status).toBe(403)
    expect(await getOrders(world, victim)).toEqual([])
  })

  test(
    'a checkout from another site is refused',
    { tags: ['abuse-36', 'form-checkout-36'] },
    async () => {
      const shopper = await world.shopper()
      const body = {
        cart_items: [await createCheckoutLine(world, 'spice-bag-mix')],
        delivery_method: { id: 'standard', stripe_id: 'shr_sandbox_standard' },
      }
      for (const origin of ['https://evil.example', 'null', `${world.url}.evil.example`])
        expect((await postCheckout(world, body, shopper.token, { origin })).status).toBe(403)
      expect((await postCheckout(world, body, shopper.token, { origin: world.url })).status).toBe(
        200,
      )
    },
  )

  test('a checkout by another method than POST is refused', async () => {
    const shopper = await world.shopper()
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await fetch(`${world.url}/functions/v1/create-checkout`, {
        method,
        headers: { apikey: world.keys.publishable, authorization: `Bearer ${shopper.token}` },
      })
      expect(answer.status).toBe(405)
    }
  })
})
