import { createInvalidError } from './api-error.ts'
import { defineEndpointWithoutParams, defineEndpoint, type Endpoints } from './endpoints.ts'
import {
  type SandboxContext,
  createObject,
  getObject,
  saveObject,
  createId,
  assertIdIsFree,
  getCurrentSeconds,
} from './context.ts'
import {
  promotionCodeParams,
  couponParams,
  priceParams,
  productChanges,
  productParams,
  shippingRateParams,
  activationParams,
} from './parameters.ts'
import { type Metadata, type RuleValue, mergeMetadata } from './rules.ts'

export const productEndpoints: Endpoints = {
  'POST products': defineEndpoint('product', productParams, (context, params) => {
    const { id = createId('prod'), ...rest } = params
    assertIdIsFree(context, 'product', id)
    return createObject(context, 'product', id, { ...rest, updated: getCurrentSeconds(context) })
  }),
  'POST products/:id': defineEndpoint('product', productChanges, (context, changes, id) => {
    const product = getObject(context, 'product', id)
    return saveObject(context, {
      ...product,
      ...changes,
      images: changes.images === undefined ? product.images : (changes.images ?? []),
      metadata: mergeMetadata(product.metadata, changes.metadata),
      updated: getCurrentSeconds(context),
    })
  }),
  'POST prices': defineEndpoint('price', priceParams, (context, params) => {
    const { transfer_lookup_key: isHandedOver = false, ...rest } = params
    getObject(context, 'product', rest.product, 'product')
    return context.store.together(() => {
      if (rest.lookup_key !== null) claimLookupKey(context, rest.lookup_key, isHandedOver)
      return createObject(context, 'price', createId('price'), { ...rest, nickname: null })
    })
  }),
  'POST prices/:id': defineEndpoint('price', activationParams, (context, changes, id) =>
    saveObject(context, updateObject(getObject(context, 'price', id), changes)),
  ),
  'POST shipping_rates': defineEndpoint('shipping_rate', shippingRateParams, (context, params) =>
    createObject(context, 'shipping_rate', createId('shr'), { ...params, active: true }),
  ),
  'POST shipping_rates/:id': defineEndpoint(
    'shipping_rate',
    activationParams,
    (context, changes, id) =>
      saveObject(context, updateObject(getObject(context, 'shipping_rate', id), changes)),
  ),
}

export function updateObject<T extends { active: boolean; metadata: Metadata }>(
  one: T,
  { active = one.active, metadata }: RuleValue<typeof activationParams>,
): T {
  return { ...one, active, metadata: mergeMetadata(one.metadata, metadata) }
}

/**
 * Removes a lookup key from the price that has it, because it must be unique.
 * @throws ApiError when the key is in use and `isHandedOver` is false
 */
function claimLookupKey(context: SandboxContext, key: string, isHandedOver: boolean): void {
  const holder = context.store.all('price').find((price) => price.lookup_key === key)
  if (holder === undefined) return
  if (!isHandedOver)
    throw createInvalidError(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      'lookup_key',
    )
  saveObject(context, { ...holder, lookup_key: null })
}

export const couponEndpoints: Endpoints = {
  'POST coupons': defineEndpoint('coupon', couponParams, (context, params) => {
    const { id = createId('coupon'), ...rest } = params
    const { amount_off: amount, currency, percent_off: percent } = rest
    if ((percent === null) === (amount === null))
      throw createInvalidError(
        'Must provide percent_off or amount_off, and not both.',
        'percent_off',
      )
    if (amount !== null && currency === null) {
      const message = 'You must pass currency when passing amount_off'
      throw createInvalidError(message, 'currency', 'parameter_missing')
    }
    assertInFuture(context, rest.redeem_by, 'redeem_by')
    assertIdIsFree(context, 'coupon', id)
    const ofAmount = { currency: amount === null ? null : currency }
    return createObject(context, 'coupon', id, {
      ...rest,
      ...ofAmount,
      times_redeemed: 0,
      valid: true,
    })
  }),
  /** Deletes a coupon and deactivates its promotion codes. */
  'DELETE coupons/:id': defineEndpointWithoutParams('coupon', (context, id) => {
    getObject(context, 'coupon', id)
    return context.store.together(() => {
      context.store.drop('coupon', id)
      for (const code of context.store.all('promotion_code'))
        if (code.promotion.coupon === id) saveObject(context, { ...code, active: false })
      return { id, object: 'coupon', deleted: true }
    })
  }),
  'POST promotion_codes': defineEndpoint(
    'promotion_code',
    promotionCodeParams,
    (context, params) => {
      const { code = createId('').slice(1, 9).toUpperCase(), customer, promotion } = params
      getObject(context, 'coupon', promotion.coupon, 'promotion[coupon]')
      if (customer !== null) getObject(context, 'customer', customer, 'customer')
      assertInFuture(context, params.expires_at, 'expires_at')
      assertCodeIsFree(context, code, customer)
      const made = { ...params, code, times_redeemed: 0 }
      return createObject(context, 'promotion_code', createId('promo'), made)
    },
  ),
  'POST promotion_codes/:id': defineEndpoint(
    'promotion_code',
    activationParams,
    (context, changes, id) => {
      const known = getObject(context, 'promotion_code', id)
      if (changes.active === true && !known.active) {
        getObject(context, 'coupon', known.promotion.coupon, 'active')
        assertCodeIsFree(context, known.code, known.customer)
      }
      return saveObject(context, updateObject(known, changes))
    },
  ),
}

/** @throws ApiError for an expiry in the past */
function assertInFuture(context: SandboxContext, time: number | null, param: string): void {
  if (time !== null && time <= getCurrentSeconds(context))
    throw createInvalidError(
      'Invalid timestamp: must be an integer Unix timestamp in the future.',
      param,
      'parameter_invalid_integer',
    )
}

/** @throws ApiError when the customer could use another active promotion code with the same text in any letter case */
function assertCodeIsFree(context: SandboxContext, code: string, customer: string | null): void {
  const same = context.store
    .all('promotion_code')
    .some(
      (one) =>
        one.active &&
        one.code.toUpperCase() === code.toUpperCase() &&
        (one.customer === null || customer === null || one.customer === customer),
    )
  if (same)
    throw createInvalidError(
      `An active promotion code with \`code: ${code}\` already exists.`,
      'code',
    )
}
