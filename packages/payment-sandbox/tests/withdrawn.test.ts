import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payOnPage } from './support/pay-on-page.ts'
import { expectRefusal, type Refusal, requestRefusal } from './support/refusals.ts'
import { openSandbox, type TestSandbox } from './support/sandbox.ts'

let setup: TestSandbox
beforeAll(async () => {
  setup = await openSandbox()
})
afterAll(() => setup.stop())

const pay = {
  mode: 'payment' as const,
  success_url: 'https://shop.example/paid',
  line_items: [{ price: 'price_sauce', quantity: 2 }],
}
const inSeconds = (seconds: number): number => Math.floor(setup.clock.now() / 1000) + seconds
const create = (params: object): Promise<Refusal> =>
  requestRefusal(setup, 'POST', 'checkout/sessions', params)

describe('refused payment sessions', () => {
  test('a payment session for an archived price or product is refused', async () => {
    const { products, prices } = setup.stripe
    const product = await products.create({ name: 'Sauce' })
    const price = await prices.create({ product: product.id, currency: 'gbp', unit_amount: 500 })
    await products.update(product.id, { active: false })
    const sold = { ...pay, line_items: [{ price: price.id, quantity: 1 }] }
    expectRefusal(await create(sold), /marked as inactive/)
    await products.update(product.id, { active: true })
    await prices.update(price.id, { active: false })
    expectRefusal(await create(sold), {
      message: 'The price specified is inactive. This field only accepts active prices.',
    })
  })

  test('a payment session for a deleted customer is refused', async () => {
    const { id } = await setup.stripe.customers.create({ email: 'sam@example.com' })
    expect(await setup.stripe.customers.del(id)).toMatchObject({ id, deleted: true })
    expectRefusal(await create({ ...pay, customer: id }), {
      code: 'resource_missing',
      param: 'customer',
    })
    expect(await setup.stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true })
    expect((await requestRefusal(setup, 'DELETE', `customers/${id}`)).status).toBe(404)
  })
})

describe('refused discounts', () => {
  const param = 'discounts[0][promotion_code]'
  const aCoupon = (params = {}) =>
    setup.stripe.coupons.create({ percent_off: 10, duration: 'once', ...params })
  const aCode = async (params = {}) =>
    setup.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: (await aCoupon()).id },
      ...params,
    })
  const withCoupon = (coupon: string) => create({ ...pay, discounts: [{ coupon }] })
  const withCode = (promotion_code: string) => create({ ...pay, discounts: [{ promotion_code }] })

  const use = async (discount: { coupon?: string; promotion_code?: string }) => {
    const session = await setup.stripe.checkout.sessions.create({ ...pay, discounts: [discount] })
    const fields = { email: 'sam@example.com' }
    expect((await payOnPage(session.url ?? '', fields)).status).toBe(303)
  }

  test('an expired, exhausted, deleted or foreign-currency coupon is refused', async () => {
    const past = await aCoupon({ redeem_by: inSeconds(60) })
    setup.clock.advance(61_000)
    expectRefusal(await withCoupon(past.id), {
      code: 'coupon_expired',
      param: 'discounts[0][coupon]',
      message: `Coupon expired: ${past.id}`,
    })
    const once = await aCoupon({ max_redemptions: 1 })
    await use({ coupon: once.id })
    expectRefusal(await withCoupon(once.id), { code: 'coupon_expired' })
    expect((await setup.stripe.coupons.retrieve(once.id)).valid).toBe(false)
    const foreign = await aCoupon({ percent_off: undefined, amount_off: 100, currency: 'usd' })
    expectRefusal(await withCoupon(foreign.id), /expected currency: `gbp`/)
    const gone = await aCoupon()
    await setup.stripe.coupons.del(gone.id)
    expectRefusal(await withCoupon(gone.id), { code: 'resource_missing' })
    expect((await requestRefusal(setup, 'GET', `coupons/${gone.id}`)).status).toBe(404)
  })

  test('a new coupon with an expiry in the past is refused', async () => {
    const coupon = { percent_off: 10, redeem_by: inSeconds(-1) }
    expectRefusal(await requestRefusal(setup, 'POST', 'coupons', coupon), { param: 'redeem_by' })
  })

  test('an expired, exhausted, inactive, deleted or foreign promotion code is refused', async () => {
    const past = await aCode({ expires_at: inSeconds(60) })
    setup.clock.advance(61_000)
    expectRefusal(await withCode(past.id), { param, message: expect.stringContaining('expired') })
    const once = await aCode({ max_redemptions: 1 })
    await use({ promotion_code: once.id })
    expectRefusal(await withCode(once.id), /used the maximum number of times/)
    const stopped = await aCode()
    await setup.stripe.promotionCodes.update(stopped.id, { active: false })
    expectRefusal(await withCode(stopped.id), /no longer active/)
    const orphan = await aCode()
    await setup.stripe.coupons.del(String(orphan.promotion.coupon))
    expectRefusal(await withCode(orphan.id), /no longer active/)
    const { id: customer } = await setup.stripe.customers.create({})
    expectRefusal(await withCode((await aCode({ customer })).id), /another customer/)
    expectRefusal(await withCode('promo_nobody'), { code: 'resource_missing', param })
  })
})

test('a promotion code of several customers works for each of them on the payment page', async () => {
  const { coupons, customers, promotionCodes, checkout } = setup.stripe
  const coupon = (await coupons.create({ percent_off: 10, duration: 'once' })).id
  const [first, second, stranger] = await Promise.all(
    ['first', 'second', 'stranger'].map((name) =>
      customers.create({ email: `${name}@shared.example` }),
    ),
  )
  for (const customer of [first, second])
    await promotionCodes.create({
      promotion: { type: 'coupon', coupon },
      code: 'SHARED',
      customer: customer?.id ?? '',
    })
  const typedBy = async (customer: string): Promise<number | undefined> => {
    const session = await checkout.sessions.create({
      ...pay,
      customer,
      allow_promotion_codes: true,
    })
    await payOnPage(session.url ?? '', { do: 'code', code: 'shared' })
    const { total_details: details } = await checkout.sessions.retrieve(session.id)
    return details?.amount_discount
  }
  expect(await typedBy(first?.id ?? '')).toBeGreaterThan(0)
  expect(await typedBy(second?.id ?? '')).toBeGreaterThan(0)
  expect(await typedBy(stranger?.id ?? '')).toBe(0)
})
