import type Stripe from 'stripe'
import type { DiscountIds, PayableOrder } from './session.ts'

type OwnCode = NonNullable<PayableOrder['ownCode']>

/**
 * Makes at the provider what the order's session needs of its discount. A code that was typed in the cart becomes a
 * coupon for this order alone, to the penny. Otherwise the code of the order's address, if there is one, becomes a
 * promotion code that only this customer can type on the payment page, once. Boxes are left out of that: the provider
 * would take the tenth off their delivery too.
 */
export async function prepareDiscount(
  stripe: Stripe,
  order: PayableOrder,
  idempotencyKey: string,
): Promise<DiscountIds> {
  if (order.discount > 0)
    return { coupon: await createCoupon(stripe, order, idempotencyKey), customer: null }
  if (order.ownCode === null || order.isSubscription) return { coupon: null, customer: null }
  return { coupon: null, customer: await ownerOf(stripe, order.ownCode, order.email) }
}

async function createCoupon(
  stripe: Stripe,
  order: PayableOrder,
  idempotencyKey: string,
): Promise<string> {
  const coupon = await stripe.coupons.create(
    {
      name: `Your code ${order.discountCode ?? ''}`.slice(0, 40),
      amount_off: order.discount,
      currency: order.currency,
      duration: 'once',
      max_redemptions: 1,
      metadata: { order_id: order.id },
    },
    { idempotencyKey: `${idempotencyKey}:coupon` },
  )
  return coupon.id
}

/** The customer whom the provider lets use a code; made with it when the provider does not know it yet. */
async function ownerOf(stripe: Stripe, own: OwnCode, email: string): Promise<string> {
  const known = await stripe.promotionCodes.list({ code: own.code, limit: 1 })
  const owner = known.data[0]?.customer ?? null
  if (owner !== null) return typeof owner === 'string' ? owner : owner.id
  // Two checkouts at once make one of each.
  const key = (part: string) => ({ idempotencyKey: `own-code:${own.code}:${part}` })
  const customer = await stripe.customers.create({ email }, key('customer'))
  const coupon = await stripe.coupons.create(
    { name: `${own.percent}% off`, percent_off: own.percent, duration: 'once' },
    key('coupon'),
  )
  await stripe.promotionCodes.create(
    {
      promotion: { type: 'coupon', coupon: coupon.id },
      code: own.code,
      customer: customer.id,
      max_redemptions: 1,
      expires_at: own.expiresAt,
    },
    key('promotion'),
  )
  return customer.id
}
