import { invalid } from './api-error.ts'
import { bareCall, call, type Calls } from './calls.ts'
import { type Context, create, existing, keep, newId, refuseKnown, seconds } from './context.ts'
import {
  codeParams,
  couponParams,
  priceParams,
  productChanges,
  productParams,
  rateParams,
  switchParams,
} from './parameters.ts'
import { type Metadata, type Value, withMetadata } from './rules.ts'

export const productCalls: Calls = {
  'POST products': call('product', productParams, (context, params) => {
    const { id = newId('prod'), ...rest } = params
    refuseKnown(context, 'product', id)
    return create(context, 'product', id, { ...rest, updated: seconds(context) })
  }),
  'POST products/:id': call('product', productChanges, (context, changes, id) => {
    const product = existing(context, 'product', id)
    return keep(context, {
      ...product,
      ...changes,
      images: changes.images === undefined ? product.images : (changes.images ?? []),
      metadata: withMetadata(product.metadata, changes.metadata),
      updated: seconds(context),
    })
  }),
  'POST prices': call('price', priceParams, (context, params) => {
    const { transfer_lookup_key: isHandedOver = false, ...rest } = params
    existing(context, 'product', rest.product, 'product')
    return context.store.together(() => {
      if (rest.lookup_key !== null) claimKey(context, rest.lookup_key, isHandedOver)
      return create(context, 'price', newId('price'), { ...rest, nickname: null })
    })
  }),
  'POST prices/:id': call('price', switchParams, (context, changes, id) =>
    keep(context, changed(existing(context, 'price', id), changes)),
  ),
  'POST shipping_rates': call('shipping_rate', rateParams, (context, params) =>
    create(context, 'shipping_rate', newId('shr'), { ...params, active: true }),
  ),
  'POST shipping_rates/:id': call('shipping_rate', switchParams, (context, changes, id) =>
    keep(context, changed(existing(context, 'shipping_rate', id), changes)),
  ),
}

export function changed<T extends { active: boolean; metadata: Metadata }>(
  one: T,
  { active = one.active, metadata }: Value<typeof switchParams>,
): T {
  return { ...one, active, metadata: withMetadata(one.metadata, metadata) }
}

/** Frees a lookup key for another price, since only one price can have it. @throws ApiError unless it may be transferred */
function claimKey(context: Context, key: string, isHandedOver: boolean): void {
  const holder = context.store.all('price').find((price) => price.lookup_key === key)
  if (holder === undefined) return
  if (!isHandedOver)
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key')
  keep(context, { ...holder, lookup_key: null })
}

export const couponCalls: Calls = {
  'POST coupons': call('coupon', couponParams, (context, params) => {
    const { id = newId('coupon'), ...rest } = params
    const { amount_off: amount, currency, percent_off: percent } = rest
    if ((percent === null) === (amount === null))
      throw invalid('Must provide percent_off or amount_off, and not both.', 'percent_off')
    if (amount !== null && currency === null) {
      const message = 'You must pass currency when passing amount_off'
      throw invalid(message, 'currency', 'parameter_missing')
    }
    refusePast(context, rest.redeem_by, 'redeem_by')
    refuseKnown(context, 'coupon', id)
    const ofAmount = { currency: amount === null ? null : currency }
    return create(context, 'coupon', id, { ...rest, ...ofAmount, times_redeemed: 0, valid: true })
  }),
  /** Deletes a coupon, and deactivates its promotion codes. */
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
    const { code = newId('').slice(1, 9).toUpperCase(), customer, promotion } = params
    existing(context, 'coupon', promotion.coupon, 'promotion[coupon]')
    if (customer !== null) existing(context, 'customer', customer, 'customer')
    refusePast(context, params.expires_at, 'expires_at')
    refuseSameCode(context, code, customer)
    const made = { ...params, code, times_redeemed: 0 }
    return create(context, 'promotion_code', newId('promo'), made)
  }),
  'POST promotion_codes/:id': call('promotion_code', switchParams, (context, changes, id) => {
    const known = existing(context, 'promotion_code', id)
    if (changes.active === true && !known.active) {
      existing(context, 'coupon', known.promotion.coupon, 'active')
      refuseSameCode(context, known.code, known.customer)
    }
    return keep(context, changed(known, changes))
  }),
}

/** Refuses an expiry in the past. @throws ApiError */
function refusePast(context: Context, time: number | null, param: string): void {
  if (time !== null && time <= seconds(context))
    throw invalid(
      'Invalid timestamp: must be an integer Unix timestamp in the future.',
      param,
      'parameter_invalid_integer',
    )
}

/** Refuses a code that a customer could already use, in any case. @throws ApiError */
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
