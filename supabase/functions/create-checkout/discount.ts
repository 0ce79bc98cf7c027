import type Stripe from 'stripe'
import { getObjectId } from '../_shared/payment-facts.ts'
import type { DiscountIds, PayableOrder } from './session.ts'

type OwnCode = NonNullable<PayableOrder['ownCode']>

/** `withdrawn` is the code, typed or not, that the owner has withdrawn in Stripe's dashboard; null when there is none. */
interface PreparedDiscount extends DiscountIds {
  withdrawn: string | null
}

/**
 * Creates the Stripe objects that the order's payment session needs for its discount. A code that was typed in the cart
 * becomes a coupon for this order alone, of the exact amount. Otherwise the code of the order's address, if there is one,
 * becomes a promotion code that only this customer can type on the payment page, once. Subscriptions get no promotion code,
 * because Stripe would also take the percentage off their delivery. Nothing is created for a code that was withdrawn. `now`
 * in ms since 1970.
 */
export async function prepareDiscount(
  stripe: Stripe,
  order: PayableOrder,
  idempotencyKey: string,
  now: number,
): Promise<PreparedDiscount> {
  const { discountCode, ownCode } = order
  const none = { coupon: null, customer: null, withdrawn: null }
  const code = discountCode ?? (order.isSubscription ? null : (ownCode?.code ?? null))
  if (code === null) return none
  const kept = await findCode(stripe, code)
  if (kept !== null && isWithdrawn(kept, now)) return { ...none, withdrawn: code }
  if (discountCode === null && ownCode !== null)
    return { ...none, customer: await ownerOf(stripe, ownCode, order.email, kept) }
  if (order.discount === 0) return none
  return { ...none, coupon: await createCoupon(stripe, order, idempotencyKey) }
}

async function findCode(stripe: Stripe, code: string): Promise<Stripe.PromotionCode | null> {
  const { data } = await stripe.promotionCodes.list({ code, limit: 1, expand: ['data.customer'] })
  return data[0] ?? null
}

/**
 * Returns true when a code was archived, or its coupon deleted, in Stripe's dashboard, although it was neither used nor
 * expired.
 */
function isWithdrawn(code: Stripe.PromotionCode, now: number): boolean {
  const hasRunOut = code.expires_at !== null && code.expires_at * 1000 <= now
  return !code.active && code.times_redeemed === 0 && !hasRunOut
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

/**
 * Returns the Stripe customer who may use a code; null when the code has been used. Creates the customer and the promotion
 * code if Stripe does not have the code yet. If the customer was deleted there, a new one is created with the same code,
 * which can belong to several customers.
 */
async function ownerOf(
  stripe: Stripe,
  own: OwnCode,
  email: string,
  kept: Stripe.PromotionCode | null,
): Promise<string | null> {
  const owner = kept?.customer ?? null
  const isDeleted = owner !== null && typeof owner !== 'string' && owner.deleted === true
  if (owner !== null && !isDeleted) return getObjectId(owner)
  if (kept !== null && (!kept.active || kept.times_redeemed > 0)) return null
  // The idempotency keys make concurrent checkouts create only one customer and one promotion code.
  const made = kept === null ? own.code : `${own.code}:${kept.id}`
  const key = (part: string) => ({ idempotencyKey: `own-code:${made}:${part}` })
  const customer = await stripe.customers.create({ email }, key('customer'))
  const coupon =
    getObjectId(kept?.promotion.coupon) ??
    (
      await stripe.coupons.create(
        { name: `${own.percent}% off`, percent_off: own.percent, duration: 'once' },
        key('coupon'),
      )
    ).id
  await stripe.promotionCodes.create(
    {
      promotion: { type: 'coupon', coupon },
      code: own.code,
      customer: customer.id,
      max_redemptions: 1,
      expires_at: own.expiresAt,
    },
    key('promotion'),
  )
  return customer.id
}
