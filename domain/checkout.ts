import type { Cart, CartItem } from './cart.ts'
import { checkoutTexts } from './checkout-texts.ts'
import type { DeliveryMethod } from './delivery.ts'

/** The request body of the function create-checkout. The price of a line is in pence, the price of the delivery in pounds. */
export interface CheckoutPayload {
  user_id: string
  cart_items: ReturnType<typeof toCheckoutLine>
  delivery_method: NonNullable<ReturnType<typeof toDeliveryPayload>>
  discount_code?: string
  gift?: { to: string; from: string; note: string }
}

export interface CheckoutRefusal {
  reason: 'sign-in' | 'empty' | 'delivery' | 'blocked' | 'code' | 'invalid'
  title: string
  text: string
}

export type CheckoutCheck =
  | { ok: true; payload: CheckoutPayload }
  | { ok: false; refusal: CheckoutRefusal }

export const missingDeliveryIdMessage = 'Selected delivery method is missing Stripe configuration'

/** Checks a cart in the order of the specification, and returns the payload or the first refusal. */
export function checkCheckout(input: {
  userId: string | null
  cart: Cart
  delivery: DeliveryMethod | null
}): CheckoutCheck {
  const { userId, cart, delivery } = input
  if (userId === null)
    return refuse('sign-in', 'Sign in required', 'Please sign in to complete your purchase.')
  if (cart.length === 0)
    return refuse('empty', 'Empty cart', 'Your cart is empty. Add some items before checkout.')
  if (delivery === null)
    return refuse(
      'delivery',
      'Delivery method required',
      'Please choose a delivery option before proceeding to checkout.',
    )
  const faults = cart.flatMap(
    (item) =>
      getItemFault(
        item.product?.id ? { name: item.product.name, priceId: getPriceId(item) } : null,
      ) ?? [],
  )
  if (faults.length > 0) return refuse('invalid', checkoutTexts.failed, formatItemFaults(faults))
  const lines = cart.flatMap(toCheckoutLine)
  if (lines.length === 0) return refuse('invalid', checkoutTexts.failed, 'No valid items in cart')
  const method = toDeliveryPayload(delivery)
  if (method === null) return refuse('invalid', checkoutTexts.failed, missingDeliveryIdMessage)
  return { ok: true, payload: { user_id: userId, cart_items: lines, delivery_method: method } }
}

/**
 * Returns the delivery method for the payload, with its price in pounds; null when the method has no id at the payment provider.
 */
export function toDeliveryPayload(method: DeliveryMethod) {
  const { id, name, price, stripeId } = method
  if (stripeId === null || stripeId === '') return null
  return { id, name, price: price / 100, stripe_id: stripeId }
}

/** Returns the error message of a cart line, or null (specification, section 5). `item` is null when the line has no product. */
export function getItemFault(item: null): string
export function getItemFault(item: { name: string; priceId: string | null } | null): string | null
export function getItemFault(item: { name: string; priceId: string | null } | null): string | null {
  if (item === null) return 'Invalid product data'
  if (!item.priceId) return `${item.name} - missing price information`
  return item.priceId.startsWith('price_') ? null : `${item.name} - invalid price format`
}

export function formatItemFaults(faults: readonly string[]): string {
  return `Invalid items in cart: ${faults.join(', ')}`
}

function toCheckoutLine(item: CartItem) {
  const priceId = getPriceId(item)
  if (priceId === null) return []
  return [
    {
      product_id: item.product.id,
      quantity: item.quantity,
      product_name: item.product.name,
      price: item.product.price,
      stripe_price_id: priceId,
    },
  ]
}

function getPriceId(item: CartItem): string | null {
  return item.priceId || item.product.priceId || null
}

function refuse(reason: CheckoutRefusal['reason'], title: string, text: string): CheckoutCheck {
  return { ok: false, refusal: { reason, title, text } }
}
