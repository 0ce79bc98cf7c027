import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCallFaults, findErrorFaults, findEventFaults } from './support/provider-watch.ts'
import { payOnPage } from './support/pay-on-page.ts'
import { boxPrice, createSession, openSandbox, type TestSandbox } from './support/sandbox.ts'
import { getLatestInvoice, renewInPortal } from './support/subscriptions.ts'

let setup: TestSandbox
beforeAll(async () => {
  setup = await openSandbox()
})
afterAll(() => setup.stop())

describe('the type check of the sandbox', () => {
  const refund = {
    id: 're_1',
    object: 'refund',
    amount: 100,
    balance_transaction: null,
    charge: 'ch_1',
    created: 1,
    currency: 'gbp',
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: 'pi_1',
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  const answered = (changes: object) =>
    findCallFaults('GET', '/v1/refunds/re_1', '', { ...refund, ...changes })

  test('a response that matches the types has no faults', () => {
    expect(answered({})).toEqual([])
    const page = { object: 'list', url: '/v1/refunds', has_more: false, data: [refund] }
    expect(findCallFaults('GET', '/v1/refunds', '?limit=1', page)).toEqual([])
  })

  test.each<[string, object, string]>([
    ['an extra field', { livemode: false }, 'told.livemode is unknown'],
    ['a number as a string', { amount: '100' }, 'told.amount is "100"'],
    ['an unexpected null', { currency: null }, 'told.currency is null'],
    ['a value outside its enum', { reason: 'bored' }, 'told.reason is "bored"'],
    ['a wrong type in a nested object', { metadata: { a: 1 } }, 'told.metadata.a is 1'],
    ['an object of another kind', { charge: { object: 'refund' } }, 'told.charge'],
  ])('a response with a type error is reported: %s', (_name, changes, words) => {
    expect(answered(changes).join()).toContain(words)
  })

  test('a response with a missing field is reported', () => {
    const { reason: _reason, ...rest } = refund
    expect(findCallFaults('GET', '/v1/refunds/re_1', '', rest)).toEqual(['told.reason is missing'])
  })

  test.each([
    ['amount=ten', 'sent.amount is "ten"'],
    ['colour=red', 'sent.colour is unknown'],
    ['reason=bored', 'sent.reason is "bored"'],
    ['expand=charge', 'sent.expand is "charge"'],
  ])('a request with a type error is reported: %s', (sent, words) => {
    expect(findCallFaults('POST', '/v1/refunds', sent, refund)).toEqual([words])
  })

  test('an unknown call, event or error is reported', () => {
    expect(findCallFaults('GET', '/v1/colours', '', {})).toEqual(['The provider has no such call'])
    expect(findEventFaults({ type: 'colour.changed' })).toEqual(['The provider has no such event'])
    expect(findErrorFaults({ error: { type: 'colour_error', message: 'x' } })).toEqual([
      'the type is colour_error',
    ])
    const error = { type: 'card_error', message: 'x', code: 'too_red', doc_url: 'https://x' }
    expect(findErrorFaults({ error })).toEqual(['the code is "too_red"'])
  })
})

test('every response and event of the sandbox matches the types of the Stripe client', async () => {
  const { stripe } = setup
  const metadata = { shop: 'yes' }
  const product = await stripe.products.create({ name: 'Sauce', images: ['https://x.example/a'] })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'gbp',
    unit_amount: 850,
    lookup_key: 'sauce',
    recurring: { interval: 'month' },
  })
  await stripe.products.update(product.id, { images: '', metadata })
  await stripe.prices.update(price.id, { metadata })
  const rate = await stripe.shippingRates.create({
    display_name: 'Standard',
    type: 'fixed_amount',
    fixed_amount: { amount: 329, currency: 'gbp' },
  })
  await stripe.shippingRates.update(rate.id, { active: false })
  const coupon = await stripe.coupons.create({ amount_off: 100, currency: 'gbp', name: 'A pound' })
  const customer = await stripe.customers.create({ email: 'sam@example.com', metadata })
  const code = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    customer: customer.id,
    expand: ['customer', 'promotion.coupon'],
  })
  await stripe.promotionCodes.update(code.id, { active: false })
  const endpoint = await stripe.webhookEndpoints.create({
    url: 'https://shop.example/functions/v1/stripe-webhook',
    enabled_events: ['invoice.paid', 'checkout.session.completed'],
    api_version: '2026-10-28.endive',
  })
  expect(endpoint.secret).toMatch(/^whsec_/)
  await stripe.webhookEndpoints.update(endpoint.id, { enabled_events: ['*'], disabled: true })
  await stripe.billingPortal.configurations.create({
    features: { subscription_cancel: { enabled: true } },
  })

  const pay = async (changes: Parameters<typeof createSession>[1] = {}, fields = {}) => {
    const { id, url } = await createSession(setup, changes)
    expect((await payOnPage(url ?? '', fields)).status).toBe(303)
    return id
  }
  const size = {
    key: 'size',
    label: { type: 'custom' as const, custom: 'Size' },
    type: 'dropdown' as const,
    dropdown: { options: ['S', 'M'].map((value) => ({ label: value, value })) },
  }
  const paid = await pay({
    custom_fields: [size],
    custom_text: { submit: { message: 'Thank you' } },
    payment_intent_data: { description: 'Two sauces', metadata },
    shipping_address_collection: { allowed_countries: ['GB'] },
    shipping_options: [{ shipping_rate: 'shr_standard' }],
  })
  const session = await stripe.checkout.sessions.retrieve(paid, {
    expand: ['line_items', 'payment_intent.latest_charge', 'shipping_cost.shipping_rate'],
  })
  const { payment_intent: payment } = session
  if (payment === null || typeof payment === 'string') throw new Error('It was not told in full')
  await stripe.refunds.create({ payment_intent: payment.id, amount: 100, expand: ['charge'] })
  const line_items = [{ price: boxPrice, quantity: 1 }]
  const subscribed = await pay({
    mode: 'subscription',
    customer_email: 'ann@example.com',
    line_items,
  })
  const subscription = String((await stripe.checkout.sessions.retrieve(subscribed)).subscription)
  await renewInPortal(setup, subscription, 'failed')
  const invoice = await getLatestInvoice(setup, subscription)
  await stripe.invoices.retrieve(invoice.id, {
    expand: ['customer', 'parent.subscription_details.subscription'],
  })
  await stripe.subscriptions.cancel(subscription, { expand: ['latest_invoice', 'customer'] })
  await stripe.checkout.sessions.expire((await createSession(setup)).id)
  await pay({}, { card: '4000 0000 0000 0259' })
  setup.clock.advance(24 * 60 * 60_000)
  await setup.sandbox.runDue()
  const { data: moved } = await stripe.balanceTransactions.list({ expand: ['data.source'] })
  const kinds = moved.map(({ source }) => (typeof source === 'object' ? source?.object : source))
  expect(new Set(kinds)).toEqual(new Set(['charge', 'refund', 'dispute', 'payout']))

  const lists = {
    products: stripe.products,
    prices: stripe.prices,
    rates: stripe.shippingRates,
    coupons: stripe.coupons,
    codes: stripe.promotionCodes,
    customers: stripe.customers,
    payments: stripe.paymentIntents,
    charges: stripe.charges,
    refunds: stripe.refunds,
    balance: stripe.balanceTransactions,
    payouts: stripe.payouts,
    subscriptions: stripe.subscriptions,
    invoices: stripe.invoices,
    invoicePayments: stripe.invoicePayments,
    events: stripe.events,
    endpoints: stripe.webhookEndpoints,
    sessions: stripe.checkout.sessions,
    configurations: stripe.billingPortal.configurations,
  }
  for (const [name, resource] of Object.entries(lists)) {
    const { data } = await resource.list({ limit: 100 })
    // The list of subscriptions is empty, because ended subscriptions are not listed by default.
    expect([name, data.length === 0]).toEqual([name, name === 'subscriptions'])
    for (const { id } of data.slice(0, 3)) await resource.retrieve(id)
  }
  await stripe.customers.del(customer.id)
  await stripe.coupons.del(coupon.id)
  await stripe.webhookEndpoints.del(endpoint.id)
  setup.protocol.expectRight()
})
