import { ApiError, invalid, noSuch } from './api-error.ts'
import { type Context, stamped } from './context.ts'
import type { FormObject } from './form.ts'
import { newId } from './ids.ts'
import type { Coupon, Customer, Metadata, PromotionCode, ShippingRate } from './objects.ts'
import { boolean, check, integer, list, metadata, object, oneOf, text } from './rules.ts'

const rateRule = object(
  {
    display_name: text(100),
    type: oneOf('fixed_amount'),
    fixed_amount: object({ amount: integer(), currency: text(3) }, 'amount', 'currency'),
    metadata,
    tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
    expand: list(text()),
  },
  'display_name',
  'fixed_amount',
)

export function createShippingRate(context: Context, form: FormObject): ShippingRate {
  const params = check<
    Pick<ShippingRate, 'display_name' | 'fixed_amount'> & { metadata?: Metadata }
  >(rateRule, form)
  const rate: ShippingRate = {
    ...stamped(context, newId('shr')),
    object: 'shipping_rate',
    display_name: params.display_name,
    active: true,
    type: 'fixed_amount',
    fixed_amount: params.fixed_amount,
    metadata: params.metadata ?? {},
    delivery_estimate: null,
    tax_behavior: 'unspecified',
  }
  context.store.put('shipping_rate', rate.id, rate)
  return rate
}

/** What a rate costs can never be changed. */
export function updateShippingRate(context: Context, id: string, form: FormObject): ShippingRate {
  const rate = context.store.get<ShippingRate>('shipping_rate', id)
  if (rate === null) throw noSuch('shipping rate', id)
  const changes = check<{ active?: boolean; metadata?: Metadata }>(
    object({ active: boolean, metadata, expand: list(text()) }),
    form,
  )
  const changed = {
    ...rate,
    active: changes.active ?? rate.active,
    metadata: { ...rate.metadata, ...changes.metadata },
  }
  context.store.put('shipping_rate', id, changed)
  return changed
}

const couponRule = object({
  id: text(200),
  name: text(40),
  percent_off: integer(1, 100),
  amount_off: integer(1),
  currency: text(3),
  duration: oneOf('once', 'forever', 'repeating'),
  max_redemptions: integer(1),
  redeem_by: integer(0, 99_999_999_999),
  metadata,
  expand: list(text()),
})

export function createCoupon(context: Context, form: FormObject): Coupon {
  const params = check<Partial<Coupon>>(couponRule, form)
  if ((params.percent_off === undefined) === (params.amount_off === undefined))
    throw invalid('Must provide percent_off or amount_off, and not both.', 'percent_off')
  const id = params.id ?? newId('coupon')
  if (context.store.get('coupon', id) !== null)
    throw new ApiError(400, 'Coupon already exists.', {
      code: 'resource_already_exists',
      param: 'id',
    })
  const coupon: Coupon = {
    ...stamped(context, id),
    object: 'coupon',
    name: params.name ?? null,
    percent_off: params.percent_off ?? null,
    amount_off: params.amount_off ?? null,
    currency: params.currency ?? null,
    duration: params.duration ?? 'once',
    max_redemptions: params.max_redemptions ?? null,
    times_redeemed: 0,
    redeem_by: params.redeem_by ?? null,
    metadata: params.metadata ?? {},
    valid: true,
  }
  context.store.put('coupon', id, coupon)
  return coupon
}

const codeRule = object(
  {
    promotion: object({ type: oneOf('coupon'), coupon: text(200) }, 'type', 'coupon'),
    code: text(500),
    active: boolean,
    customer: text(255),
    expires_at: integer(0, 99_999_999_999),
    max_redemptions: integer(1),
    metadata,
    expand: list(text()),
  },
  'promotion',
)

export function createPromotionCode(context: Context, form: FormObject): PromotionCode {
  const params = check<Partial<PromotionCode>>(codeRule, form)
  const coupon = params.promotion?.coupon ?? ''
  if (context.store.get('coupon', coupon) === null)
    throw noSuch('coupon', coupon, 'promotion[coupon]')
  const code = params.code ?? newId('').slice(1, 9).toUpperCase()
  if (
    context.store
      .all<PromotionCode>('promotion_code')
      .some((one) => one.active && one.code.toUpperCase() === code.toUpperCase())
  )
    throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, 'code')
  const made: PromotionCode = {
    ...stamped(context, newId('promo')),
    object: 'promotion_code',
    code,
    active: params.active ?? true,
    promotion: { type: 'coupon', coupon },
    customer: params.customer ?? null,
    expires_at: params.expires_at ?? null,
    max_redemptions: params.max_redemptions ?? null,
    times_redeemed: 0,
    metadata: params.metadata ?? {},
  }
  context.store.put('promotion_code', made.id, made)
  return made
}

export function createCustomer(context: Context, form: FormObject): Customer {
  const rule = object({ email: text(512), name: text(256), metadata, expand: list(text()) })
  const params = check<{ email?: string; name?: string; metadata?: Metadata }>(rule, form)
  const customer: Customer = {
    ...stamped(context, newId('cus')),
    object: 'customer',
    email: params.email ?? null,
    name: params.name ?? null,
    metadata: params.metadata ?? {},
  }
  context.store.put('customer', customer.id, customer)
  return customer
}
