import type Stripe from 'stripe'
import * as v from 'valibot'
import { business } from '../../../domain/business.ts'
import { deliveryAreaText } from '../../../domain/delivery-area.ts'

/** A pending order as `begin_checkout` returns it. Amounts are in pence, `expiresAt` is in seconds since 1970. */
export const payableOrderSchema = v.object({
  id: v.string(),
  number: v.number(),
  cartHash: v.string(),
  email: v.string(),
  currency: v.string(),
  subtotal: v.number(),
  /** Pence taken off the goods, by the code that was typed in the cart. */
  discount: v.number(),
  /** Pence taken off the delivery, by a code for the whole order. */
  deliveryDiscount: v.number(),
  discountCode: v.nullable(v.string()),
  /**
   * The personal code of the order's email address, with its expiry in seconds since 1970; null when the order was placed
   * with a code.
   */
  ownCode: v.nullable(v.object({ code: v.string(), percent: v.number(), expiresAt: v.number() })),
  total: v.number(),
  isSubscription: v.boolean(),
  expiresAt: v.number(),
  /**
   * Minutes for which stock is reserved; 0 when it is not reserved, null when the stock of nothing in the order is counted.
   */
  heldMinutes: v.nullable(v.number()),
  delivery: v.object({ name: v.string(), price: v.number(), stripeId: v.string() }),
  lines: v.array(
    v.object({
      position: v.number(),
      name: v.string(),
      quantity: v.number(),
      stripePriceId: v.string(),
      sizes: v.array(v.string()),
    }),
  ),
})
export type PayableOrder = v.InferOutput<typeof payableOrderSchema>

/**
 * Returns true when the delivery is a line item of the session: a subscription allows no shipping rates, and a discount
 * applies to line items only.
 */
const isDeliveryLine = (order: PayableOrder): boolean =>
  order.isSubscription || order.deliveryDiscount > 0

/**
 * Stripe's ids for the order's discount: a coupon that is already applied, or a customer who may type their own code on the
 * payment page.
 */
export interface DiscountIds {
  coupon: string | null
  customer: string | null
}

type Params = Stripe.Checkout.SessionCreateParams

/**
 * Returns the parameters of an order's payment session, which is a subscription for a box. They depend on the order alone,
 * so that a second request with the same idempotency key is identical.
 */
export function createSessionParams(
  order: PayableOrder,
  siteUrl: string,
  discount: DiscountIds,
): Params {
  const { coupon, customer } = discount
  const metadata = { order_id: order.id, order_number: String(order.number) }
  const shared: Params = {
    mode: order.isSubscription ? 'subscription' : 'payment',
    client_reference_id: order.id,
    metadata,
    ...(customer === null ? { customer_email: order.email } : { customer }),
    locale: 'en-GB',
    expires_at: order.expiresAt,
    // Stripe accepts only one of the two parameters. A code is typed in the cart, where the shop checks whose it is.
    ...(coupon === null ? { allow_promotion_codes: true } : { discounts: [{ coupon }] }),
    // Without adaptive pricing Stripe charges in pounds, the currency in which the shop shows its prices.
    adaptive_pricing: { enabled: false },
    shipping_address_collection: { allowed_countries: ['GB'] },
    custom_fields: order.lines.flatMap(sizeField),
    // Stripe cannot restrict delivery addresses within a country, so the payment page only shows a text about them.
    custom_text: {
      shipping_address: { message: deliveryAreaText },
      submit: { message: `${heldLine(order)}${termsLine(siteUrl)}` },
    },
    success_url: `${siteUrl}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${siteUrl}/checkout/cancelled`,
  }
  const goods = order.lines.map((line) => ({ price: line.stripePriceId, quantity: line.quantity }))
  const sold: Params = isDeliveryLine(order)
    ? { line_items: [...goods, deliveryLine(order)] }
    : { line_items: goods, shipping_options: [{ shipping_rate: order.delivery.stripeId }] }
  return order.isSubscription
    ? { ...shared, ...sold, subscription_data: { metadata } }
    : {
        ...shared,
        ...sold,
        submit_type: 'pay',
        payment_intent_data: { metadata, description: `Order ${order.number}` },
      }
}

/** Returns false when a price or shipping rate at Stripe differs from the database. */
export function hasExpectedTotal(session: Stripe.Checkout.Session, order: PayableOrder): boolean {
  const isLine = isDeliveryLine(order)
  const goods = isLine ? order.subtotal + order.delivery.price : order.subtotal
  const rates = session.shipping_options.map((option) => option.shipping_amount)
  return (
    session.currency === order.currency &&
    session.amount_subtotal === goods &&
    (session.total_details?.amount_discount ?? 0) === order.discount &&
    (isLine || rates.every((amount) => amount === order.delivery.price))
  )
}

function deliveryLine(order: PayableOrder): Stripe.Checkout.SessionCreateParams.LineItem {
  return {
    quantity: 1,
    price_data: {
      currency: order.currency,
      unit_amount: order.delivery.price,
      product_data: {
        name: `${order.delivery.name} delivery${order.isSubscription ? ' of the first box' : ''}`,
      },
    },
  }
}

/**
 * Returns the field for a product's size. Stripe allows only letters and digits in keys and values, and 50 characters in a
 * label. The value is the position of the size, because "S/M" without its slash is "SM", which may be another size. The
 * session also stores the names of the sizes.
 */
function sizeField(line: PayableOrder['lines'][number]): Params['custom_fields'] & object {
  if (line.sizes.length === 0) return []
  return [
    {
      key: `size${line.position}`,
      label: { type: 'custom', custom: `Size: ${line.name}`.slice(0, 50) },
      type: 'dropdown',
      dropdown: {
        options: line.sizes.map((size, place) => ({ label: size, value: String(place) })),
      },
    },
  ]
}

/** Returns the sentence about reserved stock; empty when stock is reserved for the usual hour. */
function heldLine({ heldMinutes }: PayableOrder): string {
  if (heldMinutes === null || heldMinutes >= 60) return ''
  return heldMinutes === 0
    ? 'We can’t hold these for you this time: if the last one goes before you’ve paid, you get all your money back. '
    : `We’re holding these for you for ${heldMinutes} minutes. `
}

function termsLine(siteUrl: string): string {
  return `You are buying from ${business.legalName}. Our terms (version ${business.termsVersion}), with your right to cancel, are at ${siteUrl}/terms-of-service`
}
