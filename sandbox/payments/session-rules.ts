import { boolean, integer, list, metadata, object, oneOf, text } from './rules.ts'

const recurring = object(
  { interval: oneOf('day', 'week', 'month', 'year'), interval_count: integer(1, 12) },
  'interval',
)

const priceData = object(
  {
    currency: text(3),
    unit_amount: integer(),
    product: text(255),
    product_data: object(
      { name: text(250), description: text(), metadata, images: list(text(2048), 8) },
      'name',
    ),
    recurring,
    tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
  },
  'currency',
)

const option = object({ label: text(100), value: text(100) }, 'label', 'value')
const message = object({ message: text(1200) }, 'message')

/** The parameters of POST /v1/checkout/sessions that the sandbox knows. */
export const sessionRule = object(
  {
    adaptive_pricing: object({ enabled: boolean }),
    allow_promotion_codes: boolean,
    billing_address_collection: oneOf('auto', 'required'),
    cancel_url: text(),
    client_reference_id: text(200),
    currency: text(3),
    custom_fields: list(
      object(
        {
          key: text(200),
          label: object({ type: oneOf('custom'), custom: text(50) }, 'type', 'custom'),
          type: oneOf('dropdown'),
          optional: boolean,
          dropdown: object({ options: list(option, 200) }, 'options'),
        },
        'key',
        'label',
        'type',
        'dropdown',
      ),
      3,
    ),
    custom_text: object({ submit: message }),
    customer: text(255),
    customer_creation: oneOf('always', 'if_required'),
    customer_email: text(800),
    discounts: list(object({ coupon: text(255), promotion_code: text(255) }), 1),
    expand: list(text()),
    expires_at: integer(0, 99_999_999_999),
    line_items: list(
      object({ price: text(255), price_data: priceData, quantity: integer(1, 999_999) }),
    ),
    locale: text(10),
    metadata,
    mode: oneOf('payment', 'subscription', 'setup'),
    payment_intent_data: object({ metadata, description: text(1000), receipt_email: text(800) }),
    payment_method_types: list(text(30)),
    phone_number_collection: object({ enabled: boolean }, 'enabled'),
    shipping_address_collection: object(
      { allowed_countries: list(text(2), 300) },
      'allowed_countries',
    ),
    shipping_options: list(object({ shipping_rate: text(255) }, 'shipping_rate'), 5),
    submit_type: oneOf('auto', 'book', 'donate', 'pay', 'subscribe'),
    subscription_data: object({ metadata, description: text(500) }),
    success_url: text(),
    ui_mode: oneOf('hosted_page'),
  },
  'mode',
  'success_url',
  'line_items',
)

/** What they mean once checked. */
export interface SessionParams {
  mode: 'payment' | 'subscription' | 'setup'
  success_url: string
  line_items: LineParams[]
  adaptive_pricing?: { enabled?: boolean }
  allow_promotion_codes?: boolean
  cancel_url?: string
  client_reference_id?: string
  custom_fields?: FieldParams[]
  custom_text?: { submit?: { message: string } }
  customer?: string
  customer_creation?: string
  customer_email?: string
  discounts?: { coupon?: string; promotion_code?: string }[]
  expires_at?: number
  locale?: string
  metadata?: Record<string, string>
  payment_intent_data?: { metadata?: Record<string, string>; description?: string }
  shipping_address_collection?: { allowed_countries: string[] }
  shipping_options?: { shipping_rate: string }[]
  submit_type?: string
  subscription_data?: { metadata?: Record<string, string>; description?: string }
}

export interface LineParams {
  price?: string
  price_data?: {
    currency: string
    unit_amount?: number
    product?: string
    product_data?: { name: string }
    recurring?: { interval: 'day' | 'week' | 'month' | 'year'; interval_count?: number }
  }
  quantity?: number
}

export interface FieldParams {
  key: string
  label: { type: 'custom'; custom: string }
  type: 'dropdown'
  optional?: boolean
  dropdown: { options: { label: string; value: string }[] }
}
