import { invalid, noSuch } from './api-error.ts'
import { type Context, seconds } from './context.ts'
import type { Coupon, PromotionCode } from './objects.ts'

export interface FoundDiscount {
  coupon: Coupon
  code: PromotionCode | null
}

/** A discount named in a request, by the coupon's or the promotion code's id. */
export function findDiscount(
  context: Context,
  named: { coupon?: string; promotion_code?: string },
): FoundDiscount {
  if (named.promotion_code !== undefined) {
    const code = context.store.get<PromotionCode>('promotion_code', named.promotion_code)
    if (code === null)
      throw noSuch('promotion code', named.promotion_code, 'discounts[0][promotion_code]')
    const coupon = couponOf(context, code)
    if (coupon === null)
      throw invalid('This promotion code cannot be redeemed.', 'discounts[0][promotion_code]')
    return { coupon, code }
  }
  const coupon = context.store.get<Coupon>('coupon', named.coupon ?? '')
  if (coupon === null) throw noSuch('coupon', named.coupon ?? '', 'discounts[0][coupon]')
  return { coupon, code: null }
}

/**
 * A code as a shopper types it: case and spaces do not matter. Null when it gives nothing (any more), or is for another
 * customer than the session's.
 */
export function redeemable(
  context: Context,
  typed: string,
  customer: string | null,
): FoundDiscount | null {
  const wanted = typed.replace(/\s/g, '').toUpperCase()
  const code = context.store
    .all<PromotionCode>('promotion_code')
    .find((one) => one.code.toUpperCase() === wanted)
  if (code !== undefined && code.customer !== null && code.customer !== customer) return null
  const coupon = code === undefined ? null : couponOf(context, code)
  return code === undefined || coupon === null ? null : { coupon, code }
}

/** Pence off a sum; never more than the sum. */
export function discountOf(coupon: Coupon, sum: number): number {
  const off = coupon.amount_off ?? Math.round((sum * (coupon.percent_off ?? 0)) / 100)
  return Math.min(sum, off)
}

/** Whether a code that was good when it was typed has been used elsewhere since. */
export function isSpent(context: Context, discount: { promotion_code: string | null }): boolean {
  const code = context.store.get<PromotionCode>('promotion_code', discount.promotion_code ?? '')
  return code !== null && couponOf(context, code) === null
}

/** Counts a use when the payment is made. */
export function countUse(
  context: Context,
  discount: { coupon: string | null; promotion_code: string | null },
): void {
  const coupon = context.store.get<Coupon>('coupon', discount.coupon ?? '')
  const code = context.store.get<PromotionCode>('promotion_code', discount.promotion_code ?? '')
  if (coupon !== null)
    context.store.put('coupon', coupon.id, { ...coupon, times_redeemed: coupon.times_redeemed + 1 })
  if (code !== null)
    context.store.put('promotion_code', code.id, {
      ...code,
      times_redeemed: code.times_redeemed + 1,
    })
}

function couponOf(context: Context, code: PromotionCode): Coupon | null {
  const coupon = context.store.get<Coupon>('coupon', code.promotion.coupon)
  const now = seconds(context)
  const over = (limit: number | null, used: number): boolean => limit !== null && used >= limit
  if (coupon === null || !coupon.valid || !code.active) return null
  if (code.expires_at !== null && code.expires_at <= now) return null
  if (coupon.redeem_by !== null && coupon.redeem_by <= now) return null
  if (
    over(code.max_redemptions, code.times_redeemed) ||
    over(coupon.max_redemptions, coupon.times_redeemed)
  )
    return null
  return coupon
}
