import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSubscriber, getSubscription, getEmailTemplatesTo, twinkBoxSlug } from './boxes.ts'
import {
  createCheckoutLine,
  type CheckoutResponse,
  createCheckoutBody,
  getOrders,
  payOnPage,
  postCheckout,
} from './checkouts.ts'
import { openPaymentWorld, type Shopper, type PaymentWorld } from './world.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

const invalid = 'This code is no longer valid.'

async function shopperWithCode(): Promise<{ shopper: Shopper; code: string }> {
  const shopper = await world.shopper()
  const [row] = await world.sql`select public.issue_discount_code(${shopper.email}) as given`
  return { shopper, code: row?.given.code }
}

/** Checks out with a discount code that was entered in the cart, or with null for none. */
async function checkOutWith(
  shopper: Shopper,
  code: string | null,
  slug = 'nashville-chilli-crisp',
): Promise<CheckoutResponse> {
  const body = createCheckoutBody(shopper, [await createCheckoutLine(world, slug)])
  return postCheckout(world, { ...body, discount_code: code }, shopper.token)
}

async function inCart(code: string, { token }: Shopper): Promise<object> {
  const response = await fetch(`${world.url}/rest/v1/rpc/discount_of`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: world.keys.publishable,
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ p_code: code }),
  })
  return response.json()
}

/** Returns the provider's promotion code for a discount code. */
async function promotionOf(code: string) {
  const { data } = await world.stripe.promotionCodes.list({ code, limit: 1 })
  const [promotion] = data
  if (promotion === undefined) throw new Error(`The provider has no ${code}`)
  return promotion
}

/** Creates a shopper with a discount code who has opened the payment page, where the code may be entered. */
async function aVisitor() {
  const { shopper, code } = await shopperWithCode()
  expect((await checkOutWith(shopper, null)).status).toBe(200)
  return { shopper, code, promotion: await promotionOf(code) }
}

const typed = (code: string) => ({ do: 'code', code })

describe('a customer deleted at the provider', () => {
  test('a customer deleted at the provider is created again at checkout with a working discount code', async () => {
    const { shopper, code, promotion } = await aVisitor()
    await world.stripe.customers.del(String(promotion.customer))
    const { status, body } = await checkOutWith(shopper, null, 'apple-terror-sauce')
    expect(status).toBe(200)
    const next = await promotionOf(code)
    expect(next.customer).not.toBe(promotion.customer)
    expect((await payOnPage(body.url ?? '', typed(code))).status).toBe(200)
    await payOnPage(body.url ?? '')
    const order = (await getOrders(world, shopper)).at(-1)
    const discount = Math.round((order?.subtotal ?? 0) / 10)
    expect(order).toMatchObject({ status: 'paid', discount })
  })

  test('a customer deleted at the provider is created once by simultaneous checkouts', async () => {
    const { shopper, code, promotion } = await aVisitor()
    await world.stripe.customers.del(String(promotion.customer))
    const slugs = ['apple-terror-sauce', 'spice-bag-mix', 'apple-terror-sauce']
    const answers = await Promise.all(slugs.map((slug) => checkOutWith(shopper, null, slug)))
    expect(answers.map(({ status }) => status)).not.toContain(502)
    const { data } = await world.stripe.promotionCodes.list({ code, limit: 10 })
    expect(data).toHaveLength(2)
  })

  test('a customer deleted at the provider can pay with a discount code typed in the cart', async () => {
    const { shopper, code, promotion } = await aVisitor()
    await world.stripe.customers.del(String(promotion.customer))
    expect((await checkOutWith(shopper, code)).status).toBe(200)
  })

  test(
    'a used discount code stays used when its customer is created again at the provider',
    { tags: ['abuse-6'] },
    async () => {
      const { shopper, code } = await shopperWithCode()
      const { body } = await checkOutWith(shopper, null)
      await payOnPage(body.url ?? '', typed(code))
      await payOnPage(body.url ?? '')
      await world.sql`update public.discount_codes set used_at = null where code = ${code}`
      const promotion = await promotionOf(code)
      await world.stripe.customers.del(String(promotion.customer))
      expect((await checkOutWith(shopper, null, 'apple-terror-sauce')).status).toBe(200)
      expect((await promotionOf(code)).id).toBe(promotion.id)
    },
  )

  test('a customer deleted at the provider gets no portal, and the subscription is stored as ended', async () => {
    const { shopper, subscription } = await createSubscriber(world, [twinkBoxSlug])
    const box = await getSubscription(world, shopper)
    world.webhook.down = true
    await world.stripe.customers.del(box.stripe_customer_id)
    world.webhook.down = false
    const answer = await fetch(`${world.url}/functions/v1/billing-portal`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        apikey: world.keys.publishable,
        authorization: `Bearer ${shopper.token}`,
      },
      body: JSON.stringify({ box: box.id }),
    })
    expect([answer.status, (await answer.json()).error]).toEqual([
      409,
      expect.objectContaining({
        code: 'box_ended',
        message: 'This box has ended and there’s nothing more to pay. Please reload the page.',
      }),
    ])
    expect(await getSubscription(world, shopper)).toMatchObject({
      status: 'cancelled',
      stripe_subscription_id: subscription,
    })
    expect(await getEmailTemplatesTo(world, shopper)).toContain('box_cancelled')
  })
})

describe('a discount code withdrawn at the provider', () => {
  test.each<[string, (promotion: Awaited<ReturnType<typeof promotionOf>>) => Promise<unknown>]>([
    ['archived', ({ id }) => world.stripe.promotionCodes.update(id, { active: false })],
    ['whose coupon is gone', (one) => world.stripe.coupons.del(String(one.promotion.coupon))],
  ])(
    '(%s) is not valid at the checkout, and then in the cart',
    { tags: ['abuse-6'] },
    async (_name, withdraw) => {
      const { shopper, code, promotion } = await aVisitor()
      await withdraw(promotion)
      const { status, body } = await checkOutWith(shopper, code)
      expect([status, body.error?.code, body.error?.message]).toEqual([
        409,
        'discount_refused',
        invalid,
      ])
      expect(await inCart(code, shopper)).toEqual({ error: invalid })
      const orders = await getOrders(world, shopper)
      expect(orders.filter((order) => order.status === 'pending' && order.discount > 0)).toEqual([])
      const [row] = await world.sql`select public.issue_discount_code(${shopper.email}) as given`
      expect(row?.given).toEqual({ code: null })
    },
  )

  test('a discount code withdrawn at the provider blocks no checkout without it', async () => {
    const { shopper, code, promotion } = await aVisitor()
    await world.stripe.coupons.del(String(promotion.promotion.coupon))
    const { status, body } = await checkOutWith(shopper, null, 'apple-terror-sauce')
    expect(status).toBe(200)
    expect((await payOnPage(body.url ?? '', typed(code))).status).toBe(422)
    expect(await inCart(code, shopper)).toEqual({ error: invalid })
    await payOnPage(body.url ?? '')
    expect((await getOrders(world, shopper)).at(-1)).toMatchObject({ status: 'paid', discount: 0 })
  })

  test('a coupon withdrawn before its session opened releases the order', async () => {
    const { shopper, code } = await shopperWithCode()
    const coupons = async () => (await world.stripe.coupons.list({ limit: 100 })).data
    const known = new Set((await coupons()).map(({ id }) => id))
    // The failing requests let the checkout create a coupon, but not the session after it.
    world.provider.fault = { kind: 'failing', path: '/v1/checkout/sessions' }
    expect((await checkOutWith(shopper, code)).status).toBe(502)
    world.provider.fault = { kind: 'none' }
    const [coupon] = (await coupons()).filter(({ id }) => !known.has(id))
    await world.stripe.coupons.del(coupon?.id ?? '')
    const { status, body } = await checkOutWith(shopper, code)
    expect([status, body.error?.message]).toEqual([409, invalid])
    expect((await getOrders(world, shopper)).map((order) => order.status)).toEqual(['expired'])
    expect((await checkOutWith(shopper, null)).status).toBe(200)
  })

  test('a discount code inactive at the provider because it expired is refused as expired', async () => {
    const { shopper, code, promotion } = await aVisitor()
    await world.stripe.promotionCodes.update(promotion.id, { active: false })
    await world.sql`update public.discount_codes set expires_at = now() - interval '1 second' where code = ${code}`
    const { body } = await checkOutWith(shopper, code)
    expect(body.error?.message).toBe('This code has expired.')
  })
})
