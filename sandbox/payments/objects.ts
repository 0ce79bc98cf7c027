/** The provider's objects as far as the sandbox keeps them, under the provider's own names. Amounts in pence, times in seconds. */
export interface Stored<Kind extends string> {
  id: string
  object: Kind
  created: number
  livemode: false
}
export type Metadata = Record<string, string>

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

export interface SubscriptionItem {
  id: string
  object: 'subscription_item'
  created: number
  subscription: string
  price: Price
  quantity: number
  current_period_start: number
  current_period_end: number
  metadata: Metadata
  discounts: []
}

export interface Subscription extends Stored<'subscription'> {
  customer: string
  currency: string
  status: 'active' | 'incomplete' | 'past_due' | 'canceled'
  collection_method: 'charge_automatically'
  billing_cycle_anchor: number
  start_date: number
  metadata: Metadata
  discounts: []
  latest_invoice: string
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  cancellation_details: {
    comment: null
    feedback: null
    reason: 'cancellation_requested' | 'payment_failed' | null
  }
  ended_at: number | null
  items: { object: 'list'; data: SubscriptionItem[]; has_more: false; url: string }
}

export interface InvoiceLine {
  id: string
  object: 'line_item'
  amount: number
  currency: string
  description: string
  invoice: string
  livemode: false
  metadata: Metadata
  period: { start: number; end: number }
  pricing: {
    type: 'price_details'
    price_details: { price: string; product: string }
    unit_amount_decimal: string
  }
  quantity: number
  subtotal: number
}

export interface Invoice extends Stored<'invoice'> {
  customer: string
  customer_email: string | null
  currency: string
  billing_reason: 'subscription_create' | 'subscription_cycle'
  collection_method: 'charge_automatically'
  amount_due: number
  amount_paid: number
  amount_remaining: number
  subtotal: number
  total: number
  /** Whether it is collected by itself. */
  auto_advance: boolean
  attempted: boolean
  attempt_count: number
  next_payment_attempt: number | null
  period_start: number
  period_end: number
  status: 'paid' | 'open' | 'void'
  metadata: Metadata
  lines: { object: 'list'; data: InvoiceLine[]; has_more: false; url: string }
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

export interface PortalConfiguration extends Stored<'billing_portal.configuration'> {
  active: boolean
  is_default: boolean
  metadata: Metadata
  default_return_url: string | null
  business_profile: Record<string, unknown>
  features: Record<string, unknown>
}

export interface PortalSession extends Stored<'billing_portal.session'> {
  configuration: string
  customer: string
  flow: null
  locale: string | null
  on_behalf_of: null
  return_url: string | null
  url: string
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
