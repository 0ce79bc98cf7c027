import type {
  promotionCodeParams,
  couponParams,
  customerParams,
  webhookEndpointParams,
} from './parameters.ts'
import type { CustomFieldParams, portalParams, priceParams, productParams } from './parameters.ts'
import type { shippingRateParams, ReturnedParams } from './parameters.ts'
import type { Metadata, RuleValue } from './rules.ts'

/**
 * The fields that all of the provider's objects have. The types here declare the fields that the sandbox reads, under the
 * provider's names; other fields are stored unread, or added to responses by `withDefaults`. Amounts are in the smallest unit of
 * the currency, times in seconds since 1970.
 */
export interface StoredObject<Kind extends string> {
  id: string
  object: Kind
  created: number
  livemode: false
}
type Objects =
  | (Charge | Coupon | Customer | Invoice | InvoicePayment | PaymentIntent | Price | Product)
  | (
      | PromotionCode
      | ShippingRate
      | StoredObject<'billing_portal.configuration'>
      | StoredObject<'event'>
    )
  | (BalanceTransaction | Dispute | Payout | Refund | Subscription | WebhookEndpoint)

export type ObjectsByKind = { [Name in Objects['object']]: Extract<Objects, { object: Name }> } & {
  card: { number: string }
  /** The payout that includes a balance transaction, stored by the id of the transaction. */
  settled: { payout: string }
  /** A session of the customer portal, stored by the secret in its URL. */
  portal: PortalSession
  session: StoredSession
}
export type ObjectKind = keyof ObjectsByKind

export interface Product
  extends StoredObject<'product'>, Omit<RuleValue<typeof productParams>, 'id'> {}

export interface Price
  extends StoredObject<'price'>, Omit<RuleValue<typeof priceParams>, 'transfer_lookup_key'> {
  /** The name of the product, for prices of the shop's catalogue. */
  nickname: string | null
}
export type Recurring = NonNullable<Price['recurring']>

export interface ShippingRate
  extends StoredObject<'shipping_rate'>, RuleValue<typeof shippingRateParams> {
  active: boolean
}

export interface Coupon extends StoredObject<'coupon'>, Omit<RuleValue<typeof couponParams>, 'id'> {
  times_redeemed: number
  valid: boolean
}

export interface PromotionCode
  extends StoredObject<'promotion_code'>, RuleValue<typeof promotionCodeParams> {
  code: string
  times_redeemed: number
}

export interface Address {
  line1: string
  line2: string | null
  city: string
  state: string | null
  postal_code: string
  country: string
}

export interface Customer extends StoredObject<'customer'>, RuleValue<typeof customerParams> {}

export interface PaymentIntent extends StoredObject<'payment_intent'> {
  amount: number
  status: 'succeeded' | 'processing' | 'requires_payment_method' | 'requires_action'
  latest_charge: string
}

export interface Charge extends StoredObject<'charge'> {
  description?: string | null
  amount_captured: number
  amount_refunded: number
  status: 'succeeded' | 'pending' | 'failed'
  currency: string
  payment_intent: string
  disputed?: boolean
  billing_details: { email: string | null; name: string | null }
}

export interface Refund extends Omit<StoredObject<'refund'>, 'livemode'> {
  amount: number
  currency: string
  charge: string
  status: 'succeeded' | 'failed'
  /** The time when the bank returned a failed refund, in seconds since 1970. Not part of the API. */
  failed?: number
}

export interface Dispute extends StoredObject<'dispute'> {
  amount: number
  currency: string
  charge: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
  /** Is missing in disputes that an earlier version of the sandbox stored. */
  evidence_details?: { due_by: number; has_evidence: boolean; submission_count: number }
  /** The time of the bank's decision, in seconds since 1970. Not part of the API. */
  closed?: number
}

export interface BalanceTransaction extends Omit<StoredObject<'balance_transaction'>, 'livemode'> {
  amount: number
  fee: number
  net: number
  currency: string
  available_on: number
  source: string
  type: 'adjustment' | 'charge' | 'payout' | 'refund' | 'refund_failure'
  reporting_category: string
}

export interface Payout extends StoredObject<'payout'> {
  amount: number
  currency: string
  arrival_date: number
  status: 'paid'
}

export interface LineItem {
  id: string
  description: string
  currency: string
  quantity: number
  price: Price
  amount_total: number
}

export interface CustomField extends Omit<CustomFieldParams, 'dropdown'> {
  dropdown: CustomFieldParams['dropdown'] & { value: string | null; default_value: null }
}

export interface Session extends StoredObject<'checkout.session'>, ReturnedParams {
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid' | 'no_payment_required'
  url: string | null
  currency: string
  amount_subtotal: number
  amount_total: number
  total_details: { amount_discount: number; amount_shipping: number }
  discounts: { coupon: string; promotion_code: string | null }[]
  customer_details: { email: string; name: string | null; address: Address | null } | null
  collected_information: { shipping_details: { name: string; address: Address } | null } | null
  shipping_options: { shipping_amount: number; shipping_rate: string }[]
  shipping_cost: { amount_total: number; shipping_rate: string } | null
  custom_fields: CustomField[]
  expires_at: number
  payment_intent: string | null
  subscription: string | null
  invoice: string | null
}

/** A Checkout session with data that the API does not return as its fields. */
export interface StoredSession {
  session: Session
  lines: LineItem[]
  inner: { metadata: Metadata; description: string | null }
}

export interface SubscriptionItem {
  price: Price & { recurring: Recurring }
  quantity: number
  current_period_end: number
}

export interface Subscription extends StoredObject<'subscription'> {
  customer: string
  currency: string
  status: 'active' | 'incomplete' | 'incomplete_expired' | 'past_due' | 'unpaid' | 'canceled'
  billing_cycle_anchor: number
  metadata: Metadata
  latest_invoice: string
  pause_collection?: { behavior: 'void'; resumes_at: number | null } | null
  cancel_at_period_end: boolean
  cancel_at: number | null
  canceled_at: number | null
  cancellation_details: { reason: 'cancellation_requested' | 'payment_failed' | null }
  ended_at: number | null
  items: { object: 'list'; data: SubscriptionItem[]; has_more: false; url: string }
}

export interface Invoice extends StoredObject<'invoice'> {
  customer: string
  currency: string
  amount_remaining: number
  subtotal: number
  total: number
  auto_advance: boolean
  attempt_count: number
  next_payment_attempt: number | null
  status: 'draft' | 'open' | 'paid' | 'void'
  hosted_invoice_url?: string
  automatically_finalizes_at: number | null
  status_transitions: { finalized_at: number | null; paid_at?: number; voided_at?: number }
  lines: { object: 'list'; data: object[]; has_more: false; url: string }
  parent: { subscription_details: { subscription: string; metadata: Metadata } }
}

export interface InvoicePayment extends StoredObject<'invoice_payment'> {
  invoice: string
  status: 'open' | 'paid'
  payment: { type: 'payment_intent'; payment_intent: string }
}

export interface PortalSession
  extends StoredObject<'billing_portal.session'>, RuleValue<typeof portalParams> {
  url: string
}

export interface WebhookEndpoint
  extends StoredObject<'webhook_endpoint'>, RuleValue<typeof webhookEndpointParams> {
  status: 'enabled' | 'disabled'
}

/** The shop's products and shipping rates. The sandbox accepts their ids although they were not created through its API. */
export interface SandboxCatalogue {
  prices: {
    id: string
    name: string
    unitAmount: number
    recurring: { interval: 'month' | 'year'; count: number } | null
  }[]
  rates: { id: string; name: string; amount: number }[]
}
