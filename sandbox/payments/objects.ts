/** The provider's objects as far as the sandbox keeps them, under the provider's own names. Amounts in pence, times in seconds. */
interface Stored<Kind extends string> {
  id: string
  object: Kind
  created: number
  livemode: false
}
type Metadata = Record<string, string>

export interface Product extends Stored<'product'> {
  name: string
  description: string | null
  active: boolean
  images: string[]
  metadata: Metadata
  default_price: null
  shippable: boolean | null
  url: string | null
  updated: number
}

export interface Recurring {
  interval: 'day' | 'week' | 'month' | 'year'
  interval_count: number
}

export interface Price extends Stored<'price'> {
  product: string
  /** The product's name travels along, for prices that the shop's catalogue lends. */
  nickname: string | null
  active: boolean
  currency: string
  unit_amount: number
  lookup_key: string | null
  metadata: Metadata
  recurring: (Recurring & { usage_type: 'licensed'; meter: null; trial_period_days: null }) | null
  type: 'one_time' | 'recurring'
  billing_scheme: 'per_unit'
  tax_behavior: string | null
}

export interface ShippingRate extends Stored<'shipping_rate'> {
  display_name: string
  active: boolean
  type: 'fixed_amount'
  fixed_amount: { amount: number; currency: string }
  metadata: Metadata
  delivery_estimate: null
  tax_behavior: string | null
}

export interface Coupon extends Stored<'coupon'> {
  name: string | null
  percent_off: number | null
  amount_off: number | null
  currency: string | null
  duration: string
  max_redemptions: number | null
  times_redeemed: number
  redeem_by: number | null
  metadata: Metadata
  valid: boolean
}

export interface PromotionCode extends Stored<'promotion_code'> {
  code: string
  active: boolean
  promotion: { type: 'coupon'; coupon: string }
  customer: string | null
  expires_at: number | null
  max_redemptions: number | null
  times_redeemed: number
  metadata: Metadata
}

export interface Address {
  line1: string
  line2: string | null
  city: string
  state: string | null
  postal_code: string
  country: string
}

export interface Customer extends Stored<'customer'> {
  email: string | null
  name: string | null
  metadata: Metadata
}

export interface PaymentIntent extends Stored<'payment_intent'> {
  amount: number
  amount_received: number
  currency: string
  customer: string | null
  description: string | null
  metadata: Metadata
  status: 'succeeded' | 'processing' | 'requires_payment_method'
  latest_charge: string | null
  last_payment_error: { type: string; code: string; message: string } | null
}

export interface Charge extends Stored<'charge'> {
  amount: number
  amount_captured: number
  amount_refunded: number
  currency: string
  captured: boolean
  paid: boolean
  refunded: boolean
  status: 'succeeded' | 'pending' | 'failed'
  payment_intent: string
  customer: string | null
  description: string | null
  metadata: Metadata
  billing_details: {
    email: string | null
    name: string | null
    phone: null
    address: null
    tax_id: null
  }
}

export interface Refund extends Stored<'refund'> {
  amount: number
  currency: string
  charge: string
  payment_intent: string
  metadata: Metadata
  reason: string | null
  status: 'succeeded'
}

export interface Subscription extends Stored<'subscription'> {
  customer: string
  currency: string
  status: 'active' | 'incomplete' | 'canceled'
  metadata: Metadata
  latest_invoice: string
  cancel_at_period_end: boolean
  canceled_at: number | null
  items: {
    object: 'list'
    data: { id: string; object: 'subscription_item'; price: Price; quantity: number }[]
    has_more: false
    url: string
  }
}

export interface Invoice extends Stored<'invoice'> {
  customer: string
  currency: string
  billing_reason: 'subscription_create' | 'subscription_cycle'
  amount_due: number
  amount_paid: number
  total: number
  status: 'paid' | 'open'
  metadata: Metadata
  parent: {
    type: 'subscription_details'
    quote_details: null
    subscription_details: { subscription: string; metadata: Metadata }
  }
}

export interface InvoicePayment extends Stored<'invoice_payment'> {
  invoice: string
  amount_paid: number | null
  amount_requested: number
  currency: string
  is_default: true
  status: 'open' | 'paid'
  payment: { type: 'payment_intent'; payment_intent: string }
}

export interface LineItem {
  id: string
  object: 'item'
  description: string
  currency: string
  quantity: number
  price: Price
  amount_subtotal: number
  amount_discount: number
  amount_tax: 0
  amount_total: number
}

export interface CustomField {
  key: string
  label: { type: 'custom'; custom: string }
  optional: boolean
  type: 'dropdown'
  dropdown: {
    options: { label: string; value: string }[]
    value: string | null
    default_value: null
  }
}

export interface Session extends Stored<'checkout.session'> {
  mode: 'payment' | 'subscription'
  ui_mode: 'hosted_page'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid' | 'no_payment_required'
  url: string | null
  success_url: string
  cancel_url: string | null
  client_reference_id: string | null
  metadata: Metadata
  currency: string
  amount_subtotal: number
  amount_total: number
  total_details: { amount_discount: number; amount_shipping: number; amount_tax: 0 }
  allow_promotion_codes: boolean | null
  discounts: { coupon: string | null; promotion_code: string | null }[]
  customer: string | null
  customer_email: string | null
  customer_details: {
    email: string | null
    name: string | null
    phone: null
    address: Address | null
    tax_exempt: 'none'
    tax_ids: []
    business_name: null
    individual_name: null
  } | null
  collected_information: {
    business_name: null
    individual_name: null
    shipping_details: { name: string; address: Address } | null
  } | null
  shipping_address_collection: { allowed_countries: string[] } | null
  shipping_options: { shipping_amount: number; shipping_rate: string }[]
  shipping_cost: {
    amount_subtotal: number
    amount_tax: 0
    amount_total: number
    shipping_rate: string
  } | null
  custom_fields: CustomField[]
  custom_text: {
    submit: { message: string } | null
    shipping_address: null
    after_submit: null
    terms_of_service_acceptance: null
  }
  adaptive_pricing: { enabled: boolean }
  submit_type: string | null
  locale: string | null
  expires_at: number
  payment_intent: string | null
  subscription: string | null
  invoice: string | null
  payment_method_types: string[]
  consent: null
  consent_collection: null
}

/** A session with what the API does not show of it. */
export interface KeptSession {
  session: Session
  lines: LineItem[]
  /** The metadata of the payment or subscription to come. */
  inner: { metadata: Metadata; description: string | null }
}

export interface Event extends Stored<'event'> {
  api_version: string
  type: string
  data: { object: object }
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
}

/** What the shop sells, lent to the sandbox so that the ids of its seed mean something. */
export interface SandboxCatalogue {
  prices: {
    id: string
    name: string
    unitAmount: number
    recurring: { interval: 'month' | 'year'; count: number } | null
  }[]
  rates: { id: string; name: string; amount: number }[]
}
