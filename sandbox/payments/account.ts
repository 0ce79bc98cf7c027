import { ApiError, invalid } from './api-error.ts'
import type { Subscription } from './billing-objects.ts'
import { type Context, existing, seconds, stamped, withMetadata } from './context.ts'
import { newId } from './ids.ts'
import type { Coupon, Customer, Deleted } from './objects.ts'
import type { PromotionCode, ShippingRate, WebhookEndpoint } from './objects.ts'
import type { CodeChanges, CodeParams, CouponParams, CustomerParams } from './parameters/account.ts'
import type { EndpointChanges, EndpointParams } from './parameters/account.ts'
import type { RateChanges, RateParams } from './parameters/account.ts'
import { endSubscription } from './renewals.ts'
import { isOver } from './subscriptions.ts'

export function createShippingRate(context: Context, params: RateParams): ShippingRate {
  return keep(context, {
    ...stamped(context, newId('shr')),
    object: 'shipping_rate',
    display_name: params.display_name,
    active: true,
    type: 'fixed_amount',
    fixed_amount: params.fixed_amount,
    metadata: withMetadata({}, params.metadata),
    delivery_estimate: null,
    tax_behavior: 'unspecified',
  })
}

/** What a rate costs can never be changed. */
export function updateShippingRate(
  context: Context,
  changes: RateChanges,
  id: string,
): ShippingRate {
  const rate = existing<ShippingRate>(context, 'shipping_rate', id)
  return keep(context, {
    ...rate,
    active: changes.active ?? rate.active,
    metadata: withMetadata(rate.metadata, changes.metadata),
  })
}

export function createCoupon(context: Context, params: CouponParams): Coupon {
  checkCoupon(params)
  refusePast(context, params.redeem_by, 'redeem_by')
  const id = params.id ?? newId('coupon')
  refuseKnown(context, 'coupon', id)
  return keep(context, {
    ...stamped(context, id),
    object: 'coupon',
    name: params.name ?? null,
    percent_off: params.percent_off ?? null,
    amount_off: params.amount_off ?? null,
    currency: params.amount_off === undefined ? null : (params.currency ?? null),
    duration: params.duration ?? 'once',
    max_redemptions: params.max_redemptions ?? null,
    times_redeemed: 0,
    redeem_by: params.redeem_by ?? null,
    metadata: withMetadata({}, params.metadata),
    valid: true,
  })
}

function checkCoupon(params: CouponParams): void {
  if ((params.percent_off === undefined) === (params.amount_off === undefined))
    throw invalid('Must provide percent_off or amount_off, and not both.', 'percent_off')
  if (params.amount_off !== undefined && params.currency === undefined)
    throw invalid('You must pass currency when passing amount_off', 'currency', 'parameter_missing')
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

/** Products and coupons may be given an id by the caller. */
export function refuseKnown(context: Context, kind: 'coupon' | 'product', id: string): void {
  const found = context.store.get<object>(kind, id)
  if (found === null || 'deleted' in found) return
  const name = kind === 'coupon' ? 'Coupon' : 'Product'
  throw new ApiError(400, `${name} already exists.`, {
    code: 'resource_already_exists',
    param: 'id',
  })
}

export function createPromotionCode(context: Context, params: CodeParams): PromotionCode {
  const { coupon } = params.promotion
  existing(context, 'coupon', coupon, 'promotion[coupon]')
  if (params.customer !== undefined) existing(context, 'customer', params.customer, 'customer')
  refusePast(context, params.expires_at, 'expires_at')
  const code = params.code ?? newId('').slice(1, 9).toUpperCase()
  refuseSameCode(context, code, params.customer ?? null)
  return keep(context, {
    ...stamped(context, newId('promo')),
    object: 'promotion_code',
    code,
    active: params.active ?? true,
    promotion: { type: 'coupon', coupon },
    customer: params.customer ?? null,
    expires_at: params.expires_at ?? null,
    max_redemptions: params.max_redemptions ?? null,
    times_redeemed: 0,
    metadata: withMetadata({}, params.metadata),
  })
}

export function updatePromotionCode(
  context: Context,
  changes: CodeChanges,
  id: string,
): PromotionCode {
  const known = existing<PromotionCode>(context, 'promotion_code', id)
  if (changes.active === true && !known.active) {
    existing(context, 'coupon', known.promotion.coupon, 'active')
    refuseSameCode(context, known.code, known.customer)
  }
  return keep(context, {
    ...known,
    active: changes.active ?? known.active,
    metadata: withMetadata(known.metadata, changes.metadata),
  })
}

/** Of the codes that one customer can use each is written differently. */
function refuseSameCode(context: Context, code: string, customer: string | null): void {
  const same = context.store
    .all<PromotionCode>('promotion_code')
    .some(
      (one) =>
        one.active &&
        one.code.toUpperCase() === code.toUpperCase() &&
        (one.customer === null || customer === null || one.customer === customer),
    )
  if (same) throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, 'code')
}

export function createCustomer(context: Context, params: CustomerParams): Customer {
  return keep(context, {
    ...stamped(context, newId('cus')),
    object: 'customer',
    email: params.email ?? null,
    name: params.name ?? null,
    metadata: withMetadata({}, params.metadata),
  })
}

/** Deletes a customer, whose subscriptions end with them. What they bought goes on naming them. */
export function removeCustomer(context: Context, id: string): Deleted {
  existing(context, 'customer', id)
  return context.store.together(() => {
    for (const one of context.store.all<Subscription>('subscription'))
      if (one.customer === id && !isOver(one))
        endSubscription(context, one, 'cancellation_requested')
    return keep(context, { id, object: 'customer', deleted: true })
  })
}

/** Deletes a coupon; its codes give nothing any more. */
export function removeCoupon(context: Context, id: string): Deleted {
  existing(context, 'coupon', id)
  return context.store.together(() => {
    context.store.drop('coupon', id)
    for (const code of context.store.all<PromotionCode>('promotion_code'))
      if (code.promotion.coupon === id) keep(context, { ...code, active: false })
    return { id, object: 'coupon', deleted: true }
  })
}

/**
 * Notifications go to the shop's own address whatever endpoints there are, and are signed with its own secret; so
 * that is the secret that an endpoint is given.
 */
export function createEndpoint(context: Context, params: EndpointParams): WebhookEndpoint {
  const endpoint = keep<WebhookEndpoint>(context, {
    ...stamped(context, newId('we')),
    object: 'webhook_endpoint',
    api_version: params.api_version ?? null,
    application: null,
    description: null,
    enabled_events: params.enabled_events,
    metadata: withMetadata({}, params.metadata),
    status: 'enabled',
    url: params.url,
  })
  return { ...endpoint, secret: context.webhookSecret }
}

export function updateEndpoint(
  context: Context,
  changes: EndpointChanges,
  id: string,
): WebhookEndpoint {
  const known = existing<WebhookEndpoint>(context, 'webhook_endpoint', id)
  const isDisabled = changes.disabled ?? known.status === 'disabled'
  return keep(context, {
    ...known,
    enabled_events: changes.enabled_events ?? known.enabled_events,
    metadata: withMetadata(known.metadata, changes.metadata),
    status: isDisabled ? 'disabled' : 'enabled',
    url: changes.url ?? known.url,
  })
}

export function removeEndpoint(context: Context, id: string): Deleted {
  existing(context, 'webhook_endpoint', id)
  context.store.drop('webhook_endpoint', id)
  return { id, object: 'webhook_endpoint', deleted: true }
}

function keep<T extends { id: string; object: string }>(context: Context, one: T): T {
  context.store.put(one.object, one.id, one)
  return one
}
