import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStripe } from '../../supabase/functions/_shared/stripe.ts'
import { providerKey } from './small-shop.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.stop())

type Params = Stripe.Checkout.SessionCreateParams

function params(changes: Partial<Params> = {}): Params {
  return {
    mode: 'payment',
    success_url: 'https://shop.example/checkout/success',
    line_items: [{ price: 'price_sandbox_spice_bag_mix', quantity: 2 }],
    ...changes,
  }
}

const create = (changes: Partial<Params> = {}, options = {}) =>
  world.stripe.checkout.sessions.create(params(changes), options)
const inSeconds = (seconds: number): number => Math.floor(world.clock.now() / 1000) + seconds

/** Sends fields that the client’s types would not allow. */
async function post(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; error: Record<string, string> }> {
  const answer = await fetch(`${world.url}/sandbox/payments/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${providerKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams(fields),
  })
  return { status: answer.status, error: (await answer.json()).error }
}

describe('what the provider refuses, the sandbox refuses', () => {
  const box = 'price_sandbox_twink_box_monthly_subscription'
  const dropdown = (key: string) => ({
    key,
    label: { type: 'custom' as const, custom: 'Size' },
    type: 'dropdown' as const,
    dropdown: { options: [{ label: 'M', value: 'M' }] },
  })

  test.each<[string, Partial<Params>, RegExp]>([
    [
      'a recurring price in payment mode',
      { line_items: [{ price: box, quantity: 1 }] },
      /payment` mode but passed a recurring price/,
    ],
    ['a subscription of one-time prices', { mode: 'subscription' }, /only one-time prices/],
    [
      'shipping options in a subscription',
      {
        mode: 'subscription',
        line_items: [{ price: box, quantity: 1 }],
        shipping_address_collection: { allowed_countries: ['GB'] },
        shipping_options: [{ shipping_rate: 'shr_sandbox_standard' }],
      },
      /shipping_options/,
    ],
    [
      'a payment description in a subscription',
      {
        mode: 'subscription',
        line_items: [{ price: box, quantity: 1 }],
        payment_intent_data: { description: 'x' },
      },
      /payment_intent_data/,
    ],
    [
      'subscription data in a payment',
      { subscription_data: { description: 'x' } },
      /subscription_data/,
    ],
    [
      'discounts beside promotion codes',
      { allow_promotion_codes: true, discounts: [{ coupon: 'x' }] },
      /only specify one of these/,
    ],
    [
      'boxes of two rhythms',
      {
        mode: 'subscription',
        line_items: [
          { price: box, quantity: 1 },
          { price: 'price_sandbox_twink_box_quarterly_subscription', quantity: 1 },
        ],
      },
      /different billing intervals/,
    ],
    [
      'a price that is not there',
      { line_items: [{ price: 'price_nobody', quantity: 1 }] },
      /No such price: 'price_nobody'/,
    ],
    [
      'a rate that is not there',
      {
        shipping_address_collection: { allowed_countries: ['GB'] },
        shipping_options: [{ shipping_rate: 'shr_nobody' }],
      },
      /No such shipping rate/,
    ],
    ['a coupon that is not there', { discounts: [{ coupon: 'nobody' }] }, /No such coupon/],
    ['four custom fields', { custom_fields: ['a', 'b', 'c', 'd'].map(dropdown) }, /maximum 3/],
    ['a key with a dash', { custom_fields: [dropdown('a-b')] }, /alphanumeric/],
    ['the same key twice', { custom_fields: [dropdown('a'), dropdown('a')] }, /unique/],
    ['no lines', { line_items: [] }, /line_items/],
    [
      'a sum below thirty pence',
      {
        line_items: [
          {
            price_data: { currency: 'gbp', unit_amount: 29, product_data: { name: 'x' } },
            quantity: 1,
          },
        ],
      },
      /at least 30 pence/,
    ],
    [
      'both a price and price data',
      {
        line_items: [
          {
            price: box,
            price_data: { currency: 'gbp', unit_amount: 1, product_data: { name: 'x' } },
          },
        ],
      },
      /either `price` or `price_data`/,
    ],
  ])('%s', async (_name, changes, words) => {
    await expect(create(changes)).rejects.toThrow(words)
  })

  test('a time limit under half an hour or over a day', async () => {
    await expect(create({ expires_at: inSeconds(29 * 60) })).rejects.toThrow(/at least 30 minutes/)
    await expect(create({ expires_at: inSeconds(25 * 3600) })).rejects.toThrow(/less than 24 hours/)
    expect((await create({ expires_at: inSeconds(31 * 60) })).status).toBe('open')
  })

  test.each<[string, Record<string, string>, string, string]>([
    ['an unknown field', { colour: 'red' }, 'parameter_unknown', 'colour'],
    [
      'an unknown field within',
      { 'line_items[0][colour]': 'red' },
      'parameter_unknown',
      'line_items[0][colour]',
    ],
    ['a missing mode', { mode: '' }, 'parameter_invalid_empty', 'mode'],
    [
      'a quantity that is no number',
      { 'line_items[0][quantity]': 'two' },
      'parameter_invalid_integer',
      'line_items[0][quantity]',
    ],
    [
      'a quantity of none',
      { 'line_items[0][quantity]': '0' },
      'parameter_invalid_integer',
      'line_items[0][quantity]',
    ],
  ])('%s is named', async (_name, fields, code, param) => {
    const sent = {
      mode: 'payment',
      success_url: 'https://shop.example',
      'line_items[0][price]': 'price_sandbox_spice_bag_mix',
      ...fields,
    }
    const { status, error } = await post('checkout/sessions', sent)
    expect({ status, ...error }).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      code,
      param,
    })
  })

  test('a missing field is named', async () => {
    const { error } = await post('checkout/sessions', { mode: 'payment' })
    expect(error).toMatchObject({ code: 'parameter_missing', param: 'success_url' })
  })

  test('another key, no key, another path and a broken version', async () => {
    await expect(
      createStripe('sk_test_wrong', `${world.url}/sandbox/payments`).checkout.sessions.list(),
    ).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect((await fetch(`${world.url}/sandbox/payments/v1/checkout/sessions`)).status).toBe(401)
    expect((await post('nothing/here', {})).status).toBe(404)
    expect(
      (await post('customers', {}, { 'stripe-version': 'latest' })).error['message'],
    ).toContain('Invalid Stripe API version')
  })
})

describe('idempotency keys', () => {
  test('the same request under a key is answered once, another one is refused', async () => {
    const first = await create({}, { idempotencyKey: 'key-1' })
    const second = await create({}, { idempotencyKey: 'key-1' })
    expect(second).toEqual(first)
    expect(new Headers(second.lastResponse.headers).get('idempotent-replayed')).toBe('true')
    const other = create({ client_reference_id: 'x' }, { idempotencyKey: 'key-1' })
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })

  test('thirty at once are one', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 30 }, () => create({}, { idempotencyKey: 'key-2' })),
    )
    expect(new Set(sessions.map((session) => session.id)).size).toBe(1)
  })

  test('while one is under way another under its key is told to come again', async () => {
    const body = new URLSearchParams({ email: 'a@example.com' }).toString()
    const headers = {
      authorization: `Bearer ${providerKey}`,
      'idempotency-key': 'key-4',
      'content-type': 'application/x-www-form-urlencoded',
    }
    const ask = () =>
      world.sandbox.handle(
        new Request(`${world.url}/sandbox/payments/v1/customers`, {
          method: 'POST',
          headers,
          body,
        }),
      )
    const [first, second] = await Promise.all([ask(), ask()])
    expect([first.status, second.status]).toEqual([200, 409])
    expect(await second.json()).toMatchObject({
      error: { type: 'idempotency_error', code: 'idempotency_key_in_use' },
    })
    expect((await ask()).headers.get('idempotent-replayed')).toBe('true')
  })

  test('what was refused may be sent again rightly', async () => {
    await expect(
      create({ line_items: [{ price: 'price_nobody', quantity: 1 }] }, { idempotencyKey: 'key-3' }),
    ).rejects.toThrow(/No such price/)
    expect((await create({}, { idempotencyKey: 'key-3' })).status).toBe('open')
  })
})

describe('the account', () => {
  test('a lookup key goes to a new price only when it is handed over', async () => {
    const { id: product } = await world.stripe.products.create({ name: 'Sauce' })
    const price = (amount: number, extra = {}) =>
      world.stripe.prices.create({
        product,
        currency: 'gbp',
        unit_amount: amount,
        lookup_key: 'sauce',
        ...extra,
      })
    const old = await price(100)
    await expect(price(200)).rejects.toThrow(/already uses that lookup key/)
    const next = await price(200, { transfer_lookup_key: true })
    const { data } = await world.stripe.prices.list({ lookup_keys: ['sauce'] })
    expect(data.map((one) => one.id)).toEqual([next.id])
    await world.stripe.prices.update(old.id, { active: false })
    await expect(create({ line_items: [{ price: old.id, quantity: 1 }] })).rejects.toThrow(
      /inactive/,
    )
  })

  test('a session tells its lines, sums and delivery, and can be ended once', async () => {
    const session = await create({
      shipping_address_collection: { allowed_countries: ['GB'] },
      shipping_options: [{ shipping_rate: 'shr_sandbox_priority' }],
    })
    expect(session).toMatchObject({
      amount_subtotal: 900,
      amount_total: 1294,
      currency: 'gbp',
      status: 'open',
      payment_status: 'unpaid',
    })
    const { data } = await world.stripe.checkout.sessions.listLineItems(session.id)
    expect(data.map((line) => [line.description, line.quantity, line.amount_total])).toEqual([
      ['Spice Bag Mix', 2, 900],
    ])
    expect((await world.stripe.checkout.sessions.expire(session.id)).status).toBe('expired')
    await expect(world.stripe.checkout.sessions.expire(session.id)).rejects.toThrow(
      /status of `expired`/,
    )
    await expect(world.stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    })
  })

  test('a coupon takes its part off the goods, not off the delivery', async () => {
    const coupon = await world.stripe.coupons.create({ percent_off: 10, duration: 'once' })
    const session = await create({
      discounts: [{ coupon: coupon.id }],
      shipping_address_collection: { allowed_countries: ['GB'] },
      shipping_options: [{ shipping_rate: 'shr_sandbox_standard' }],
    })
    expect(session.amount_total).toBe(900 - 90 + 329)
  })

  test('prices of the catalogue are those of the moment', async () => {
    await world.sql`update public.prices set unit_amount = 475 where stripe_price_id = 'price_sandbox_spice_bag_mix'`
    expect((await create()).amount_total).toBe(950)
    await world.sql`update public.prices set unit_amount = 450 where stripe_price_id = 'price_sandbox_spice_bag_mix'`
  })
})
