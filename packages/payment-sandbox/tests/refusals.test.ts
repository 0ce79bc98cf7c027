import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal, type Refusal, requestRefusal } from './support/refusals.ts'
import { openSandbox, type TestSandbox } from './support/sandbox.ts'

let setup: TestSandbox
beforeAll(async () => {
  setup = await openSandbox()
})
afterAll(() => setup.stop())

const box = 'price_box_monthly'
const line = { price: 'price_sauce', quantity: 2 }
const pay = { mode: 'payment', success_url: 'https://shop.example/paid', line_items: [line] }
const subscribe = { ...pay, mode: 'subscription', line_items: [{ price: box, quantity: 1 }] }
const to = (country: string) => ({ shipping_address_collection: { allowed_countries: [country] } })
const priced = (amount: number, changes = {}) => ({
  quantity: 1,
  price_data: { currency: 'gbp', unit_amount: amount, product_data: { name: 'x' }, ...changes },
})
const size = (key: string, values = ['M']) => ({
  key,
  label: { type: 'custom', custom: 'Size' },
  type: 'dropdown',
  dropdown: { options: values.map((value) => ({ label: value, value })) },
})
const inSeconds = (seconds: number): number => Math.floor(setup.clock.now() / 1000) + seconds
const create = (params: object): Promise<Refusal> =>
  requestRefusal(setup, 'POST', 'checkout/sessions', params)

type Row = [string, object, Partial<Refusal> | RegExp]

describe('refused parameters of a payment session', () => {
  test.each<Row>([
    ['is unknown', { colour: 'red' }, { code: 'parameter_unknown', param: 'colour' }],
    [
      'is unknown within a known one',
      { line_items: [{ ...line, colour: 'red' }] },
      { code: 'parameter_unknown', param: 'line_items[0][colour]' },
    ],
    [
      'was removed from this API version',
      { payment_method_types: ['card'] },
      { code: 'parameter_unknown', param: 'payment_method_types' },
    ],
    ['is named constructor', { constructor: 'x' }, { code: 'parameter_unknown' }],
    ['is missing', { success_url: undefined }, { code: 'parameter_missing', param: 'success_url' }],
    [
      'is a missing quantity',
      { line_items: [{ price: line.price }] },
      { code: 'parameter_missing', param: 'line_items[0][quantity]' },
    ],
    ['is empty', { mode: '' }, { code: 'parameter_invalid_empty', param: 'mode' }],
    ['is another mode', { mode: 'gift' }, /^Invalid mode: must be one of payment, subscription/],
    [
      'is a quantity as a word',
      { line_items: [{ ...line, quantity: 'two' }] },
      { code: 'parameter_invalid_integer', param: 'line_items[0][quantity]' },
    ],
    [
      'is a quantity of zero',
      { line_items: [{ ...line, quantity: 0 }] },
      { code: 'parameter_invalid_integer', param: 'line_items[0][quantity]' },
    ],
    [
      'is an amount of nine digits',
      { line_items: [priced(100_000_000)] },
      {
        code: 'parameter_invalid_integer',
        param: 'line_items[0][price_data][unit_amount]',
      },
    ],
    ['is a text instead of a list', { line_items: 'one' }, /^Invalid array/],
    ['is a text instead of an object', { metadata: 'one' }, /^Invalid object/],
    ['is too long', { client_reference_id: 'x'.repeat(201) }, /at most 200 characters/],
    [
      'is no email address',
      { customer_email: 'sam at example' },
      { code: 'email_invalid', param: 'customer_email' },
    ],
    ['is an unknown language', { locale: 'en-US' }, /^Invalid locale: must be one of auto, bg/],
    [
      'is an unknown country',
      to('UK'),
      { param: 'shipping_address_collection[allowed_countries][0]' },
    ],
    [
      'is an unknown currency',
      { currency: 'xyz' },
      /^Invalid currency: xyz\. Stripe currently supports/,
    ],
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://shop.example',
      'nowhere',
      'https:// x',
    ].flatMap((address): Row[] =>
      ['success_url', 'cancel_url'].map((param): Row => [
        `is ${address} as ${param}`,
        { [param]: address },
        { code: 'url_invalid', param, message: 'Not a valid URL' },
      ]),
    ),
    [
      'expands an unknown field',
      { expand: ['colour'] },
      /^This property cannot be expanded \(colour\)\.$/,
    ],
    [
      'expands an unknown nested field',
      { expand: ['customer.colour'] },
      /cannot be expanded \(customer\.colour\)/,
    ],
  ])('a session parameter that %s is refused', async (_name, changes, expected) => {
    expectRefusal(await create({ ...pay, ...changes }), expected)
  })
})

describe('refused payment sessions', () => {
  test.each<Row>([
    ['without line items', { ...pay, line_items: [] }, /line_items/],
    [
      'for an unknown price',
      { ...pay, line_items: [{ price: 'price_nobody', quantity: 1 }] },
      {
        code: 'resource_missing',
        param: 'line_items[0][price]',
        message: "No such price: 'price_nobody'",
      },
    ],
    [
      'for an unknown customer',
      { ...pay, customer: 'cus_nobody' },
      { code: 'resource_missing', param: 'customer', message: "No such customer: 'cus_nobody'" },
    ],
    [
      'with an unknown shipping rate',
      { ...pay, ...to('GB'), shipping_options: [{ shipping_rate: 'shr_nobody' }] },
      { code: 'resource_missing', message: "No such shipping rate: 'shr_nobody'" },
    ],
    [
      'with an unknown coupon',
      { ...pay, discounts: [{ coupon: 'nobody' }] },
      { code: 'resource_missing', param: 'discounts[0][coupon]' },
    ],
    [
      'with both a customer and an address',
      { ...pay, customer: 'cus_x', customer_email: 'sam@example.com' },
      /only specify one of these/,
    ],
    [
      'with both a price and price data',
      { ...pay, line_items: [{ ...priced(500), price: line.price }] },
      /either `price` or `price_data`/,
    ],
    [
      'with a discount beside promotion codes',
      { ...pay, allow_promotion_codes: true, discounts: [{ coupon: 'x' }] },
      /only specify one of these/,
    ],
    [
      'in another currency than its prices',
      { ...pay, currency: 'usd' },
      /only supports `gbp`\. This doesn't match the expected currency: `usd`/,
    ],
    [
      'in two currencies',
      { ...pay, line_items: [line, priced(500, { currency: 'eur' })] },
      { param: 'line_items[1][price]' },
    ],
    [
      'below thirty pence',
      { ...pay, line_items: [priced(29)] },
      { code: 'amount_too_small', message: expect.stringContaining('at least £0.30') },
    ],
    [
      'above the maximum',
      { ...pay, line_items: [{ ...priced(50_000_000), quantity: 2 }] },
      { code: 'amount_too_large' },
    ],
    [
      'above the maximum in total',
      { ...pay, line_items: [priced(99_999_999), priced(1)] },
      { code: 'amount_too_large' },
    ],
    [
      'with a recurring price in payment mode',
      { ...pay, line_items: subscribe.line_items },
      /payment` mode but passed a recurring price/,
    ],
    [
      'for a subscription of one-time prices',
      { ...subscribe, line_items: [line] },
      /only one-time/,
    ],
    [
      'for a subscription with shipping options',
      { ...subscribe, ...to('GB'), shipping_options: [{ shipping_rate: 'shr_standard' }] },
      /shipping_options/,
    ],
    [
      'for a subscription with a payment description',
      { ...subscribe, payment_intent_data: { description: 'x' } },
      /payment_intent_data/,
    ],
    [
      'for a payment with subscription data',
      { ...pay, subscription_data: { description: 'x' } },
      /subscription_data/,
    ],
    [
      'for two billing intervals',
      {
        ...subscribe,
        line_items: [box, 'price_box_quarterly'].map((price) => ({
          price,
          quantity: 1,
        })),
      },
      /different billing intervals/,
    ],
    [
      'with four fields',
      { ...pay, custom_fields: ['a', 'b', 'c', 'd'].map((key) => size(key)) },
      /maximum 3/,
    ],
    ['with a dash in a key', { ...pay, custom_fields: [size('a-b')] }, /alphanumeric/],
    ['with the same key twice', { ...pay, custom_fields: [size('a'), size('a')] }, /unique/],
    ['with a slash in a size', { ...pay, custom_fields: [size('a', ['S/M'])] }, /alphanumeric/],
    ['with the same size twice', { ...pay, custom_fields: [size('a', ['SM', 'SM'])] }, /unique/],
  ])('a payment session %s is refused', async (_name, params, expected) => {
    expectRefusal(await create(params), expected)
  })

  test('a payment session that expires too soon or too late is refused', async () => {
    const soon = await create({ ...pay, expires_at: inSeconds(29 * 60) })
    expectRefusal(soon, /at least 30 minutes/)
    const late = await create({ ...pay, expires_at: inSeconds(25 * 3600) })
    expectRefusal(late, /less than 24 hours/)
  })
})
