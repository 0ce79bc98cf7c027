import * as v from 'valibot'
import { maxLines, maxQuantity } from '../../../domain/cart.ts'
import { giftSchema } from '../../../domain/gift.ts'
import { Refused } from '../_shared/answers.ts'

export const noItems = 'No valid items in cart'

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

const input = v.object({
  user_id: v.optional(v.string()),
  cart_items: v.pipe(
    v.array(line),
    v.minLength(1),
    v.check((lines) => new Set(lines.map((one) => one.product_id)).size === lines.length),
  ),
  delivery_method: v.object({ id: v.pipe(v.string(), v.regex(/^[a-z]{1,20}$/)) }),
  /** As it was typed; case and spaces do not matter. */
  discount_code: v.nullish(v.pipe(v.string(), v.maxLength(60)), null),
  gift: v.optional(giftSchema, {}),
})

export type CheckoutInput = ReturnType<typeof readCheckout>

/** Names and rates in it are ignored; a price only tells whether it has changed since. @throws Refused (400) */
export function readCheckout(body: unknown) {
  const lines =
    typeof body === 'object' && body !== null && 'cart_items' in body ? body.cart_items : null
  if (Array.isArray(lines) && lines.length > maxLines)
    throw new Refused(400, 'too_many_lines', `A cart holds at most ${maxLines} products`)
  const { success, output, issues } = v.safeParse(input, body, { abortEarly: true })
  if (success)
    return {
      userId: output.user_id ?? null,
      lines: output.cart_items,
      deliveryMethodId: output.delivery_method.id,
      discountCode: output.discount_code,
      gift: output.gift,
    }
  const noDelivery = 'Please choose a delivery option before proceeding to checkout.'
  throw issues[0].path?.[0]?.key === 'delivery_method'
    ? new Refused(400, 'unknown_delivery', noDelivery)
    : new Refused(400, 'invalid_request', noItems)
}
