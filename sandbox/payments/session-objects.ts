import type { Address, Metadata, Price, Stored } from './objects.ts'

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
