import * as v from 'valibot'
import { maxLines, maxQuantity } from '../../../domain/cart.ts'

/** Said of a body that is no cart. */
export const noItems = 'No valid items in cart'

const pence = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999_999))
const short = v.pipe(v.string(), v.maxLength(255))

const line = v.object({
  product_id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxQuantity)),
  product_name: v.optional(short),
  price: v.nullable(pence),
  stripe_price_id: v.pipe(short, v.startsWith('price_')),
})

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
})

/** What a cart page sends. Names, prices of the delivery and rates in it are not used; the server knows them. */
export interface CheckoutInput {
  userId: string | null
  lines: {
    product_id: string
    quantity: number
    unit_amount: number | null
    stripe_price_id: string
  }[]
  deliveryMethodId: string
  discountCode: string | null
}

export type ParsedInput =
  | { ok: true; input: CheckoutInput }
  | { ok: false; code: 'invalid_request' | 'unknown_delivery' | 'too_many_lines'; message: string }

/** Parses the body of a checkout, or says what is wrong with it. Counts lines before it looks at any. */
export function parseInput(body: unknown): ParsedInput {
  const lines =
    typeof body === 'object' && body !== null && 'cart_items' in body ? body.cart_items : null
  if (Array.isArray(lines) && lines.length > maxLines)
    return {
      ok: false,
      code: 'too_many_lines',
      message: `A cart holds at most ${maxLines} products`,
    }
  const { success, output, issues } = v.safeParse(input, body, { abortEarly: true })
  if (!success) return refusal(issues[0].path?.[0]?.key)
  return {
    ok: true,
    input: {
      userId: output.user_id ?? null,
      lines: output.cart_items.map((one) => ({
        product_id: one.product_id,
        quantity: one.quantity,
        unit_amount: one.price,
        stripe_price_id: one.stripe_price_id,
      })),
      deliveryMethodId: output.delivery_method.id,
      discountCode: output.discount_code,
    },
  }
}

function refusal(field: unknown): ParsedInput {
  return field === 'delivery_method'
    ? {
        ok: false,
        code: 'unknown_delivery',
        message: 'Please choose a delivery option before proceeding to checkout.',
      }
    : { ok: false, code: 'invalid_request', message: noItems }
}
