import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestRefusal } from './support/refusals.ts'
import { createSession, openSandbox, secretKey, type TestSandbox } from './support/sandbox.ts'

let setup: TestSandbox
beforeAll(async () => {
  setup = await openSandbox()
})
afterAll(() => setup.stop())

const create = (
  changes: Parameters<typeof createSession>[1] = {},
  options: Parameters<typeof createSession>[2] = {},
) => createSession(setup, changes, options)

/** Returns an API request that creates a customer, with `body` as its form. */
function customerRequest(body: string, key: string): Request {
  return new Request(`${setup.url}/v1/customers`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secretKey}`,
      'idempotency-key': key,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body,
  })
}

async function postCustomer(body: string, key: string): Promise<{ status: number; body: object }> {
  const answer = await fetch(customerRequest(body, key))
  return { status: answer.status, body: await answer.json() }
}

test('a wrong key, a missing key and an unknown path are refused', async () => {
  await expect(setup.clientWith('sk_test_wrong').checkout.sessions.list()).rejects.toBeInstanceOf(
    Stripe.errors.StripeAuthenticationError,
  )
  expect((await fetch(`${setup.url}/v1/checkout/sessions`)).status).toBe(401)
  expect((await requestRefusal(setup, 'POST', 'nothing/here')).status).toBe(404)
})

test('another API version is refused', async () => {
  for (const version of ['2024-06-20', '2026-10-28.clover', 'latest']) {
    const answer = await fetch(`${setup.url}/v1/customers`, {
      headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': version },
    })
    const { error } = await answer.json()
    expect([answer.status, error.message]).toEqual([
      400,
      expect.stringContaining(`Invalid Stripe API version: ${version}`),
    ])
  }
})

describe('idempotency keys', () => {
  test('a repeated request under an idempotency key is replayed, and another one is refused', async () => {
    const first = await create({}, { idempotencyKey: 'key-1' })
    const second = await create({}, { idempotencyKey: 'key-1' })
    expect(second).toEqual(first)
    expect(new Headers(second.lastResponse.headers).get('idempotent-replayed')).toBe('true')
    const other = create({ client_reference_id: 'x' }, { idempotencyKey: 'key-1' })
    await expect(other).rejects.toMatchObject({ statusCode: 400, rawType: 'idempotency_error' })
    const elsewhere = setup.stripe.customers.create({}, { idempotencyKey: 'key-1' })
    await expect(elsewhere).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })

  test('parameters in another order count as the same idempotent request', async () => {
    const first = await postCustomer('name=Sam&metadata[a]=1&metadata[b]=2', 'key-5')
    const second = await postCustomer('metadata[b]=2&metadata[a]=1&name=Sam', 'key-5')
    expect(second).toEqual(first)
    const other = await postCustomer('metadata[b]=1&metadata[a]=2&name=Sam', 'key-5')
    expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } })
  })

  test('thirty simultaneous requests under an idempotency key create one session', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 30 }, () => create({}, { idempotencyKey: 'key-2' })),
    )
    expect(new Set(sessions.map((session) => session.id)).size).toBe(1)
  })

  test('a request under an idempotency key in use is answered with 409', async () => {
    const ask = () => setup.sandbox.handle(customerRequest('email=a@example.com', 'key-4'))
    const [first, second] = await Promise.all([ask(), ask()])
    expect([first.status, second.status]).toEqual([200, 409])
    expect(await second.json()).toMatchObject({
      error: { type: 'idempotency_error', code: 'idempotency_key_in_use' },
    })
    expect((await ask()).headers.get('idempotent-replayed')).toBe('true')
  })

  test('a refused request can be corrected under the same idempotency key', async () => {
    await expect(
      create({ line_items: [{ price: 'price_nobody', quantity: 1 }] }, { idempotencyKey: 'key-3' }),
    ).rejects.toThrow(/No such price/)
    expect((await create({}, { idempotencyKey: 'key-3' })).status).toBe('open')
  })
})

describe('objects of the account', () => {
  test('a lookup key moves to a new price only with transfer_lookup_key', async () => {
    const { id: product } = await setup.stripe.products.create({ name: 'Sauce' })
    const price = (amount: number, extra = {}) =>
      setup.stripe.prices.create({
        product,
        currency: 'gbp',
        unit_amount: amount,
        lookup_key: 'sauce',
        ...extra,
      })
    const old = await price(100)
    await expect(price(200)).rejects.toThrow(/already uses that lookup key/)
    const next = await price(200, { transfer_lookup_key: true })
    const { data } = await setup.stripe.prices.list({ lookup_keys: ['sauce'] })
    expect(data.map((one) => one.id)).toEqual([next.id])
    expect((await setup.stripe.prices.retrieve(old.id)).lookup_key).toBeNull()
  })

  test('metadata and descriptions can be removed', async () => {
    const { products } = setup.stripe
    const metadata = { shelf: '3', row: '2' }
    const { id } = await products.create({ name: 'Sauce', description: 'Hot', metadata })
    const less = await products.update(id, { description: '', metadata: { shelf: '' } })
    expect([less.description, less.metadata]).toEqual([null, { row: '2' }])
    expect((await products.update(id, { metadata: '' })).metadata).toEqual({})
  })

  test('a session has its lines, totals and delivery, and expires once', async () => {
    const session = await create({
      shipping_address_collection: { allowed_countries: ['GB'] },
      shipping_options: [{ shipping_rate: 'shr_priority' }],
    })
    expect(session).toMatchObject({
      amount_subtotal: 900,
      amount_total: 1294,
      currency: 'gbp',
      status: 'open',
      payment_status: 'unpaid',
    })
    const { data } = await setup.stripe.checkout.sessions.listLineItems(session.id)
    expect(data.map((line) => [line.description, line.quantity, line.amount_total])).toEqual([
      ['Hot sauce', 2, 900],
    ])
    expect((await setup.stripe.checkout.sessions.expire(session.id)).status).toBe('expired')
    await expect(setup.stripe.checkout.sessions.expire(session.id)).rejects.toThrow(
      /status of `expired`/,
    )
    await expect(setup.stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    })
  })

  test('a coupon reduces the goods but not the delivery', async () => {
    const coupon = await setup.stripe.coupons.create({ percent_off: 10, duration: 'once' })
    const session = await create({
      discounts: [{ coupon: coupon.id }],
      shipping_address_collection: { allowed_countries: ['GB'] },
      shipping_options: [{ shipping_rate: 'shr_standard' }],
    })
    expect(session.amount_total).toBe(900 - 90 + 329)
  })

  test('prices of the catalogue are read at the time of the session', async () => {
    const price = { id: 'price_new', name: 'Hot sauce', unitAmount: 475, recurring: null }
    setup.catalogue.prices.push(price)
    const line_items = [{ price: 'price_new', quantity: 2 }]
    expect((await create({ line_items })).amount_total).toBe(950)
    price.unitAmount = 500
    expect((await create({ line_items })).amount_total).toBe(1000)
  })
})
