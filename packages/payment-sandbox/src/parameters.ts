import { apiVersion } from './api-error.ts'
import {
  httpUrl,
  boolean,
  country,
  currency,
  email,
  emptyable,
  integer,
  list,
  metadata,
  newMetadata,
  object,
  oneOf,
  withDefault,
  nullable,
  pageLocale,
  percentage,
  text,
  unixTime,
  type RuleValue,
} from './rules.ts'

/* The schemas of the parameters of each API call, with default values. Unknown parameters are refused. */

const id = text()
const description = text(40_000)
const images = list(httpUrl, 8)
const active = withDefault(boolean, true)
const maxRedemptions = nullable(integer(1))

/** Parameters for updating a price, a shipping rate or a promotion code, whose amounts can never change. */
export const activationParams = object({}, { active: boolean, metadata })

export const productParams = object(
  { name: text() },
  {
    id,
    active,
    description: nullable(description),
    images: withDefault(images, []),
    metadata: newMetadata,
  },
)

export const productChanges = object(
  {},
  {
    name: text(),
    active: boolean,
    description: emptyable(description),
    images: emptyable(images),
    metadata,
  },
)

export const priceParams = object(
  { currency, product: id, unit_amount: integer() },
  {
    active,
    lookup_key: nullable(text(200)),
    transfer_lookup_key: boolean,
    metadata: newMetadata,
    recurring: nullable(
      object(
        { interval: oneOf('day', 'week', 'month', 'year') },
        { interval_count: withDefault(integer(1, 36), 1) },
      ),
    ),
  },
)

export const shippingRateParams = object(
  { display_name: text(100), fixed_amount: object({ amount: integer(), currency }, {}) },
  { type: withDefault(oneOf('fixed_amount'), 'fixed_amount'), metadata: newMetadata },
)

export const couponParams = object(
  {},
  {
    id: text(500),
    name: nullable(text(40)),
    percent_off: nullable(percentage),
    amount_off: nullable(integer(1)),
    currency: nullable(currency),
    duration: withDefault(oneOf('once'), 'once'),
    max_redemptions: maxRedemptions,
    redeem_by: nullable(unixTime),
    metadata: newMetadata,
  },
)

export const promotionCodeParams = object(
  { promotion: object({ type: oneOf('coupon'), coupon: id }, {}) },
  {
    code: text(500),
    active,
    customer: nullable(id),
    expires_at: nullable(unixTime),
    max_redemptions: maxRedemptions,
    metadata: newMetadata,
  },
)

export const customerParams = object(
  {},
  { email: nullable(email), name: nullable(text(256)), metadata: newMetadata },
)

const events = list(text())
export const webhookEndpointParams = object(
  { enabled_events: events, url: httpUrl },
  { api_version: nullable(oneOf(apiVersion)) },
)
export const webhookEndpointChanges = object({}, { enabled_events: events, disabled: boolean })

export const portalParams = object(
  { customer: id },
  { configuration: id, return_url: nullable(httpUrl), locale: nullable(text()) },
)

const enabled = { enabled: boolean }
export const portalConfigurationParams = object(
  {
    features: object(
      {},
      {
        invoice_history: object(enabled, {}),
        payment_method_update: object(enabled, {}),
        subscription_cancel: object(enabled, {
          mode: oneOf('at_period_end', 'immediately'),
          proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
        }),
      },
    ),
  },
  { metadata: newMetadata },
)

export const subscriptionChanges = object(
  {},
  {
    cancel_at_period_end: boolean,
    metadata,
    pause_collection: emptyable(
      object(
        { behavior: oneOf('void') },
        { resumes_at: withDefault<number | null>(unixTime, null) },
      ),
    ),
  },
)

export const refundParams = object(
  { payment_intent: id },
  { amount: integer(1), metadata: newMetadata },
)

/** A price given inline, without a product in the account, such as for the delivery of a subscription's first box. */
const priceData = object(
  { currency, unit_amount: integer(), product_data: object({ name: text() }, {}) },
  {},
)

const dropdownField = object(
  {
    key: text(200),
    label: object({ type: oneOf('custom'), custom: text(100) }, {}),
    type: oneOf('dropdown'),
    dropdown: object(
      { options: list(object({ label: text(100), value: text(100) }, {}), 200) },
      {},
    ),
  },
  { optional: withDefault(boolean, false) },
)

const nestedData = { metadata: newMetadata, description: nullable(text(500)) }

const pageText = nullable(object({ message: text(1200) }, {}))

const returnedParams = {
  adaptive_pricing: withDefault(object({}, { enabled: withDefault(boolean, false) }), {
    enabled: false,
  }),
  allow_promotion_codes: nullable(boolean),
  cancel_url: nullable(httpUrl),
  client_reference_id: nullable(text(200)),
  custom_text: withDefault(object({}, { shipping_address: pageText, submit: pageText }), {
    shipping_address: null,
    submit: null,
  }),
  customer: nullable(id),
  customer_email: nullable(email),
  locale: nullable(pageLocale),
  metadata: newMetadata,
  shipping_address_collection: nullable(object({ allowed_countries: list(country, 300) }, {})),
  submit_type: nullable(oneOf('auto', 'pay')),
}

export const sessionParams = object(
  {
    line_items: list(
      object({ quantity: integer(1, 999_999) }, { price: id, price_data: priceData }),
    ),
    mode: oneOf('payment', 'subscription'),
    success_url: httpUrl,
  },
  {
    ...returnedParams,
    currency,
    custom_fields: withDefault(list(dropdownField, 3), []),
    discounts: list(object({}, { coupon: id, promotion_code: id }), 1),
    expires_at: unixTime,
    payment_intent_data: object({}, nestedData),
    shipping_options: list(object({ shipping_rate: id }, {}), 5),
    subscription_data: object({}, nestedData),
  },
)
export type SessionParams = RuleValue<typeof sessionParams>
export type ReturnedParams = Pick<
  SessionParams,
  keyof typeof returnedParams | 'mode' | 'success_url'
>

export function getReturnedParams(params: SessionParams): ReturnedParams {
  const names = [...Object.keys(returnedParams), 'mode', 'success_url']
  const entries = Object.entries(params).filter(([name]) => names.includes(name))
  return Object.fromEntries(entries) as ReturnedParams
}
export type LineItemParams = SessionParams['line_items'][number]
export type CustomFieldParams = RuleValue<typeof dropdownField>
