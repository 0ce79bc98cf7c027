import { ApiError, createInvalidError } from './api-error.ts'
import {
  type SandboxContext,
  getObject,
  findObject,
  saveObject,
  getCurrentSeconds,
} from './context.ts'
import type { Coupon, PromotionCode, Session } from './objects.ts'
import type { SessionParams } from './parameters.ts'

export interface FoundDiscount {
  coupon: Coupon
  code: PromotionCode | null
}

type DiscountParams = NonNullable<SessionParams['discounts']>[number]
type Buyer = Pick<Session, 'currency' | 'customer'>

/**
 * Finds the discount for a new session by a coupon or a promotion code.
 * @throws ApiError when it does not exist, is used up or expired, or is for another customer
 */
export function findDiscount(
  context: SandboxContext,
  named: DiscountParams,
  buyer: Buyer,
): FoundDiscount {
  const { coupon: id, promotion_code: codeId } = named
  if ((id === undefined) === (codeId === undefined))
    throw createInvalidError(
      'You must specify either `coupon` or `promotion_code`.',
      'discounts[0]',
    )
  const found =
    codeId === undefined
      ? findByCoupon(context, id ?? '')
      : findByCode(context, codeId, buyer.customer)
  const { currency } = found.coupon
  if (currency !== null && currency !== buyer.currency)
    throw createInvalidError(
      `The coupon \`${found.coupon.id}\` only supports \`${currency}\`. This doesn't match the expected currency: \`${buyer.currency}\`.`,
      'discounts[0]',
    )
  return found
}

function findByCoupon(context: SandboxContext, id: string): FoundDiscount {
  const param = 'discounts[0][coupon]'
  const coupon = getObject(context, 'coupon', id, param)
  if (findCodeError(context, coupon) === null) return { coupon, code: null }
  throw createInvalidError(`Coupon expired: ${id}`, param, 'coupon_expired')
}

function findByCode(context: SandboxContext, id: string, customer: string | null): FoundDiscount {
  const param = 'discounts[0][promotion_code]'
  const code = getObject(context, 'promotion_code', id, param)
  const coupon = findObject(context, 'coupon', code.promotion.coupon)
  const isForeign = code.customer !== null && code.customer !== customer
  const fault =
    (isForeign ? 'it is for another customer' : null) ??
    findCodeError(context, code) ??
    (coupon && findCodeError(context, coupon))
  if (fault === null && code.active && coupon !== null) return { coupon, code }
  const why = fault ?? 'it is no longer active'
  throw createInvalidError(`This promotion code cannot be redeemed because ${why}.`, param)
}

/** Returns the reason why a coupon or promotion code is no longer valid; null when it is valid. */
function findCodeError(context: SandboxContext, one: Coupon | PromotionCode): string | null {
  const end = one.object === 'coupon' ? one.redeem_by : one.expires_at
  if (end !== null && end <= getCurrentSeconds(context)) return 'it has expired'
  if (one.max_redemptions !== null && one.times_redeemed >= one.max_redemptions)
    return 'it has been used the maximum number of times'
  return null
}

/**
 * Finds the discount of a promotion code as typed, in any letter case and with spaces. Returns null when the code is not valid, or
 * is for another customer or currency.
 */
export function getRedeemableCoupon(
  context: SandboxContext,
  typed: string,
  buyer: Buyer,
): FoundDiscount | null {
  const wanted = typed.replace(/\s/g, '').toUpperCase()
  const isFor = ({ customer }: PromotionCode) => customer === null || customer === buyer.customer
  const code = context.store
    .all('promotion_code')
    .find((one) => one.active && one.code.toUpperCase() === wanted && isFor(one))
  try {
    return findDiscount(context, { promotion_code: code?.id ?? '' }, buyer)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Returns the discount on a sum in pence, which is at most the sum. */
export function calculateDiscount(coupon: Coupon, sum: number): number {
  const off = coupon.amount_off ?? Math.round((sum * (coupon.percent_off ?? 0)) / 100)
  return Math.min(sum, off)
}

type UsedDiscount = Session['discounts'][number]

export function isDiscountUsedUp(
  context: SandboxContext,
  { promotion_code: id }: UsedDiscount,
): boolean {
  const code = findObject(context, 'promotion_code', id)
  return code !== null && getCoupon(context, code) === null
}

export function recordRedemption(context: SandboxContext, used: UsedDiscount): void {
  const coupon = findObject(context, 'coupon', used.coupon)
  const code = findObject(context, 'promotion_code', used.promotion_code)
  if (coupon !== null) {
    const counted = { ...coupon, times_redeemed: coupon.times_redeemed + 1 }
    saveObject(context, { ...counted, valid: findCodeError(context, counted) === null })
  }
  if (code !== null) {
    const counted = { ...code, times_redeemed: code.times_redeemed + 1 }
    saveObject(context, {
      ...counted,
      active: code.active && findCodeError(context, counted) === null,
    })
  }
}

function getCoupon(context: SandboxContext, code: PromotionCode): Coupon | null {
  const coupon = findObject(context, 'coupon', code.promotion.coupon)
  if (coupon === null || !code.active) return null
  return findCodeError(context, code) === null && findCodeError(context, coupon) === null
    ? coupon
    : null
}
