import { apiVersion } from '../context.ts'
import { address, boolean, email, emptyable, integer, list, metadata, object } from '../rules.ts'
import { oneOf, percentage, text, time, type Value } from '../rules.ts'
import { currency, eventType } from './values.ts'

const id = text()

/** POST /v1/products */
export const productCreate = object(
  { name: text() },
  { id, active: boolean, description: text(40_000), images: list(address, 8), metadata },
)
export type ProductParams = Value<typeof productCreate>

/** POST /v1/products/:id */
export const productUpdate = object(
  {},
  {
    name: text(),
    active: boolean,
    description: emptyable(text(40_000)),
    images: emptyable(list(address, 8)),
    metadata,
  },
)
export type ProductChanges = Value<typeof productUpdate>

const price = {
  active: boolean,
  lookup_key: text(200),
  transfer_lookup_key: boolean,
  metadata,
}

/** POST /v1/prices; the amount of one can never be changed. */
export const priceCreate = object(
  { currency, product: id, unit_amount: integer() },
  {
    ...price,
    recurring: object(
      { interval: oneOf('day', 'week', 'month', 'year') },
      { interval_count: integer(1, 36) },
    ),
  },
)
export type PriceParams = Value<typeof priceCreate>

/** POST /v1/prices/:id */
export const priceUpdate = object({}, price)
export type PriceChanges = Value<typeof priceUpdate>

/** POST /v1/shipping_rates */
export const rateCreate = object(
  {
    display_name: text(100),
    fixed_amount: object({ amount: integer(), currency }, {}),
  },
  { type: oneOf('fixed_amount'), metadata },
)
export type RateParams = Value<typeof rateCreate>

/** POST /v1/shipping_rates/:id */
export const rateUpdate = object({}, { active: boolean, metadata })
export type RateChanges = Value<typeof rateUpdate>

/** POST /v1/coupons */
export const couponCreate = object(
  {},
  {
    id: text(500),
    name: text(40),
    percent_off: percentage,
    amount_off: integer(1),
    currency,
    duration: oneOf('once', 'forever'),
    max_redemptions: integer(1),
    redeem_by: time,
    metadata,
  },
)
export type CouponParams = Value<typeof couponCreate>

/** POST /v1/promotion_codes */
export const codeCreate = object(
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
export type CodeParams = Value<typeof codeCreate>

/** POST /v1/promotion_codes/:id */
export const codeUpdate = object({}, { active: boolean, metadata })
export type CodeChanges = Value<typeof codeUpdate>

/** POST /v1/customers */
export const customerCreate = object({}, { email, name: text(256), metadata })
export type CustomerParams = Value<typeof customerCreate>

/** POST /v1/webhook_endpoints */
export const endpointCreate = object(
  { enabled_events: list(eventType), url: address },
  { api_version: oneOf(apiVersion), metadata },
)
export type EndpointParams = Value<typeof endpointCreate>

/** POST /v1/webhook_endpoints/:id; its version can never be changed. */
export const endpointUpdate = object(
  {},
  { enabled_events: list(eventType), url: address, disabled: boolean, metadata },
)
export type EndpointChanges = Value<typeof endpointUpdate>
