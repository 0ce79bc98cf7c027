import { address, boolean, email, integer, list, metadata, object, oneOf } from './rules.ts'
import { text, time, type Value } from './rules.ts'
import { country, currency, pageLocale } from './values.ts'

const id = text()

/** A price that is no product of the account's, as the delivery of a first box. */
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
  { optional: boolean },
)

/** POST /v1/checkout/sessions */
export const sessionParams = object(
  {
    line_items: list(
      object({ quantity: integer(1, 999_999) }, { price: id, price_data: priceData }),
    ),
    mode: oneOf('payment', 'subscription'),
    success_url: address,
  },
  {
    adaptive_pricing: object({}, { enabled: boolean }),
    allow_promotion_codes: boolean,
    cancel_url: address,
    client_reference_id: text(200),
    currency,
    custom_fields: list(dropdownField, 3),
    custom_text: object({}, { submit: object({ message: text(1200) }, {}) }),
    customer: id,
    customer_email: email,
    discounts: list(object({}, { coupon: id, promotion_code: id }), 1),
    expires_at: time,
    locale: pageLocale,
    metadata,
    payment_intent_data: object({}, { metadata, description: text(1000) }),
    shipping_address_collection: object({ allowed_countries: list(country, 300) }, {}),
    shipping_options: list(object({ shipping_rate: id }, {}), 5),
    submit_type: oneOf('auto', 'pay'),
    subscription_data: object({}, { metadata, description: text(500) }),
  },
)
export type SessionParams = Value<typeof sessionParams>
export type LineParams = SessionParams['line_items'][number]
export type FieldParams = Value<typeof dropdownField>
