import type { Metadata, Price, Stored } from './objects.ts'

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
  status: 'active' | 'incomplete' | 'incomplete_expired' | 'past_due' | 'unpaid' | 'canceled'
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
    feedback_option: null
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
  quantity_decimal: string
  subscription: string
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
  status: 'draft' | 'open' | 'paid' | 'void'
  /** When a draft is made final; seconds since 1970. */
  automatically_finalizes_at: number | null
  status_transitions: {
    finalized_at: number | null
    marked_uncollectible_at: null
    paid_at: number | null
    voided_at: number | null
  }
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
  status_transitions: { canceled_at: null; paid_at: number | null }
  payment: { type: 'payment_intent'; payment_intent: string }
}

export interface PortalConfiguration extends Stored<'billing_portal.configuration'> {
  active: boolean
  is_default: boolean
  metadata: Metadata
  default_return_url: null
  business_profile: Record<string, unknown>
  features: Record<string, unknown>
  name: null
  updated: number
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
