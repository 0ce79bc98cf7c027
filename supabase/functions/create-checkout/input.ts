import * as v from 'valibot'
import { maxCartLines, maxQuantity } from '../../../domain/cart.ts'
import { cleanLine } from '../../../domain/clean-text.ts'
import {
  getItemFault,
  formatItemFaults,
  missingDeliveryIdMessage,
} from '../../../domain/checkout.ts'
import { giftSchema } from '../../../domain/gift.ts'
import { normaliseDiscountCode } from '../../../domain/discount-code.ts'
import { Refused } from '../_shared/responses.ts'

export const noItemsMessage = 'No valid items in cart'

const pence = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999_999))
const short = v.pipe(v.string(), v.maxLength(255))

const line = v.pipe(
  v.object({
    product_id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
    quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxQuantity)),
    product_name: v.optional(short),
    price: v.nullable(pence),
    stripe_price_id: v.pipe(short, v.startsWith('price_')),
  }),
  v.transform(({ product_name: _unused, price: unit_amount, ...rest }) => ({
    ...rest,
    unit_amount,
  })),
)
type Line = v.InferOutput<typeof line>

/** Fields of a cart line that an error message repeats; the name goes back only to the sender of the request. */
const named = v.object({
  product_id: v.pipe(v.string(), v.uuid()),
  // The name under which an error message mentions the product.
  product_name: v.fallback(
    v.pipe(
      short,
      v.transform((name) => cleanLine(name)),
      v.nonEmpty(),
    ),
    'Unnamed Product',
  ),
  stripe_price_id: v.fallback(v.nullish(v.string(), null), null),
})

const input = v.object({
  user_id: v.optional(v.string()),
  delivery_method: v.object({
    id: v.pipe(v.string(), v.regex(/^[a-z]{1,20}$/)),
    // The database knows the shipping rate's id; a request without one comes from a page on which delivery does not work.
    stripe_id: v.fallback(v.nullish(short, null), null),
  }),
  /** The discount code that the shopper typed or pasted. */
  discount_code: v.nullish(
    v.pipe(v.string(), v.maxLength(255), v.transform(normaliseDiscountCode), v.maxLength(60)),
    null,
  ),
  gift: v.optional(giftSchema, {}),
})

export type CheckoutInput = ReturnType<typeof readCheckout>

/**
 * Parses a checkout request. Its names and shipping rates are ignored; a price only serves to detect that the price has
 * changed since.
 * @throws Refused (400)
 */
export function readCheckout(body: unknown) {
  const lines = readLines(
    typeof body === 'object' && body !== null && 'cart_items' in body ? body.cart_items : null,
  )
  const { success, output, issues } = v.safeParse(input, body, { abortEarly: true })
  if (!success) {
    const noDelivery = 'Please choose a delivery option before proceeding to checkout.'
    throw issues[0].path?.[0]?.key === 'delivery_method'
      ? new Refused(400, 'unknown_delivery', noDelivery)
      : new Refused(400, 'invalid_request', noItemsMessage)
  }
  if (!output.delivery_method.stripe_id)
    throw new Refused(400, 'delivery_not_configured', missingDeliveryIdMessage)
  return {
    userId: output.user_id ?? null,
    lines,
    deliveryMethodId: output.delivery_method.id,
    discountCode: output.discount_code,
    gift: output.gift,
  }
}

/**
 * Parses the cart's lines.
 * @throws Refused (400) for an invalid line
 */
function readLines(sent: unknown): Line[] {
  if (!Array.isArray(sent) || sent.length === 0)
    throw new Refused(400, 'invalid_request', noItemsMessage)
  if (sent.length > maxCartLines)
    throw new Refused(400, 'too_many_lines', `A cart holds at most ${maxCartLines} products`)
  const lines: Line[] = []
  const faults: string[] = []
  const ids = new Set<string>()
  for (const one of sent as unknown[]) {
    const { success, output } = v.safeParse(line, one)
    if (success && !ids.has(output.product_id)) lines.push(output)
    else faults.push(faultOf(one))
    if (success) ids.add(output.product_id)
  }
  if (faults.length === 0) return lines
  const isNothingNamed = lines.length === 0 && faults.every((fault) => fault === getItemFault(null))
  throw new Refused(
    400,
    'invalid_request',
    isNothingNamed ? noItemsMessage : formatItemFaults(faults),
  )
}

function faultOf(sent: unknown): string {
  const { success, output } = v.safeParse(named, sent)
  if (!success) return getItemFault(null)
  return (
    getItemFault({ name: output.product_name, priceId: output.stripe_price_id }) ??
    getItemFault(null)
  )
}
