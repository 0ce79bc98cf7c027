import { invalid } from './api-error.ts'
import { type Calls, bareCall, call } from './calls.ts'
import { type Context, existing, keep, refuseKnown, seconds, withMetadata } from './context.ts'
import { stamped } from './context.ts'
import { newId } from './ids.ts'
import { boolean, integer, metadata, object, oneOf, percentage, text, time } from './rules.ts'
import type { Value } from './rules.ts'
import { currency } from './values.ts'

const id = text()

const couponParams = object(
  {},
  {
    id: text(500),
    name: text(40),
    percent_off: percentage,
    amount_off: integer(1),
    currency,
    duration: oneOf('once'),
    max_redemptions: integer(1),
    redeem_by: time,
    metadata,
  },
)

const codeParams = object(
  { promotion: object({ type: oneOf('coupon'), coupon: id }, {}) },
  {
    code: text(500),
    active: boolean,
    customer: id,
    expires_at: time,
    max_redemptions: integer(1),
    metadata,
  },
)

export const couponCalls: Calls = {
  'POST coupons': call('coupon', couponParams, (context, params) => {
    checkCoupon(context, params)
    const { id = newId('coupon'), amount_off = null } = params
    refuseKnown(context, 'coupon', id)
    return keep(context, {
      ...stamped(context, id),
      object: 'coupon',
      name: params.name ?? null,
      percent_off: params.percent_off ?? null,
      amount_off,
      currency: amount_off === null ? null : (params.currency ?? null),
      duration: 'once',
      max_redemptions: params.max_redemptions ?? null,
      times_redeemed: 0,
      redeem_by: params.redeem_by ?? null,
      metadata: withMetadata({}, params.metadata),
      valid: true,
    })
  }),
  /** Its codes give nothing any more. */
  'DELETE coupons/:id': bareCall('coupon', (context, id) => {
    existing(context, 'coupon', id)
    return context.store.together(() => {
      context.store.drop('coupon', id)
      for (const code of context.store.all('promotion_code'))
        if (code.promotion.coupon === id) keep(context, { ...code, active: false })
      return { id, object: 'coupon', deleted: true }
    })
  }),
  'POST promotion_codes': call('promotion_code', codeParams, (context, params) => {
    const { code = newId('').slice(1, 9).toUpperCase(), customer = null } = params
    existing(context, 'coupon', params.promotion.coupon, 'promotion[coupon]')
    if (customer !== null) existing(context, 'customer', customer, 'customer')
    refusePast(context, params.expires_at, 'expires_at')
    refuseSameCode(context, code, customer)
    return keep(context, {
      ...stamped(context, newId('promo')),
      object: 'promotion_code',
      code,
      active: params.active ?? true,
      promotion: params.promotion,
      customer,
      expires_at: params.expires_at ?? null,
      max_redemptions: params.max_redemptions ?? null,
      times_redeemed: 0,
      metadata: withMetadata({}, params.metadata),
    })
  }),
  'POST promotion_codes/:id': call(
    'promotion_code',
    object({}, { active: boolean, metadata }),
    (context, { active, metadata }, id) => {
      const known = existing(context, 'promotion_code', id)
      if (active === true && !known.active) {
        existing(context, 'coupon', known.promotion.coupon, 'active')
        refuseSameCode(context, known.code, known.customer)
      }
      return keep(context, {
        ...known,
        active: active ?? known.active,
        metadata: withMetadata(known.metadata, metadata),
      })
    },
  ),
}

function checkCoupon(context: Context, params: Value<typeof couponParams>): void {
  if ((params.percent_off === undefined) === (params.amount_off === undefined))
    throw invalid('Must provide percent_off or amount_off, and not both.', 'percent_off')
  if (params.amount_off !== undefined && params.currency === undefined)
    throw invalid('You must pass currency when passing amount_off', 'currency', 'parameter_missing')
  refusePast(context, params.redeem_by, 'redeem_by')
}

/** Nothing can be made that has ended already. */
function refusePast(context: Context, time: number | undefined, param: string): void {
  if (time !== undefined && time <= seconds(context))
    throw invalid(
      'Invalid timestamp: must be an integer Unix timestamp in the future.',
      param,
      'parameter_invalid_integer',
    )
}

/** Of the codes that one customer can use each is written differently. */
function refuseSameCode(context: Context, code: string, customer: string | null): void {
  const same = context.store
    .all('promotion_code')
    .some(
      (one) =>
        one.active &&
        one.code.toUpperCase() === code.toUpperCase() &&
        (one.customer === null || customer === null || one.customer === customer),
    )
  if (same) throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, 'code')
}
