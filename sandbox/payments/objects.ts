/** The provider's objects as far as the sandbox keeps them, under the provider's own names. Amounts in pence, times in seconds. */
export interface Stored<Kind extends string> {
  id: string
  object: Kind
  created: number
  livemode: false
}
export type Metadata = Record<string, string>

/** What is left of something that was deleted. */
export interface Deleted {
  id: string
  object: string
  deleted: true
}

export interface Product extends Stored<'product'> {
  name: string
  description: string | null
  active: boolean
  images: string[]
  metadata: Metadata
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
  tax_behavior: string
}

export interface ShippingRate extends Stored<'shipping_rate'> {
  display_name: string
  active: boolean
  type: 'fixed_amount'
  fixed_amount: { amount: number; currency: string }
  metadata: Metadata
  delivery_estimate: null
  tax_behavior: string
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

export interface Refund {
  id: string
  object: 'refund'
  created: number
  amount: number
  currency: string
  charge: string
  payment_intent: string
  metadata: Metadata
  reason: string | null
  status: 'succeeded'
}

export interface WebhookEndpoint extends Stored<'webhook_endpoint'> {
  api_version: string | null
  application: null
  description: null
  enabled_events: string[]
  metadata: Metadata
  status: 'enabled' | 'disabled'
  url: string
  /** Shown once, in the answer to its creation. */
  secret?: string
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
