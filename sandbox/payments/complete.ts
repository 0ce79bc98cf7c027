import { type Blanks, billingBlanks } from './complete-billing.ts'
import type { Price } from './objects.ts'
import type { Session } from './session-objects.ts'

const nothing = { enabled: false, liability: null, provider: null, status: null }

const blanks = {
  product: (): Blanks => ({
    default_price: null,
    marketing_features: [],
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    url: null,
  }),
  price: ({ unit_amount }: Price): Blanks => ({
    custom_unit_amount: null,
    tiers_mode: null,
    transform_quantity: null,
    unit_amount_decimal: String(unit_amount),
  }),
  shipping_rate: (): Blanks => ({ tax_code: null }),
  coupon: (): Blanks => ({ duration_in_months: null }),
  promotion_code: (): Blanks => ({
    customer_account: null,
    restrictions: {
      first_time_transaction: false,
      minimum_amount: null,
      minimum_amount_currency: null,
    },
  }),
  customer: (): Blanks => ({
    address: null,
    balance: 0,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }),
  payment_intent: (): Blanks => ({
    allowed_payment_method_types: null,
    amount_capturable: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: null,
    confirmation_method: 'automatic',
    customer_account: null,
    excluded_payment_method_types: null,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  }),
  charge: (): Blanks => ({
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    calculated_statement_descriptor: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    on_behalf_of: null,
    outcome: null,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  }),
  refund: (): Blanks => ({
    balance_transaction: null,
    customer: null,
    customer_account: null,
    payment_method: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
  }),
  'checkout.session': ({ mode }: Session): Blanks => ({
    after_expiration: null,
    allowed_payment_method_types: null,
    automatic_tax: nothing,
    billing_address_collection: null,
    client_secret: null,
    currency_conversion: null,
    customer_account: null,
    customer_creation: mode === 'payment' ? 'if_required' : 'always',
    integration_identifier: null,
    invoice_creation: null,
    managed_payments: null,
    origin_context: null,
    payment_link: null,
    payment_method_collection: mode === 'payment' ? 'if_required' : 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    wallet_options: null,
  }),
  item: (): Blanks => ({ adjustable_quantity: null, metadata: {} }),
  ...billingBlanks,
}

/**
 * A value with all fields that the provider's objects have, also in the objects within; null where there is nothing.
 * What an older sandbox has kept is completed as well.
 */
export function complete<T>(value: T): T {
  if (Array.isArray(value)) return value.map(complete) as T
  if (typeof value !== 'object' || value === null || 'deleted' in value) return value
  const kind = 'object' in value ? value.object : null
  const inner = Object.entries(value).map(([name, one]) => [name, complete(one)])
  return { ...blanksOf(kind, value), ...Object.fromEntries(inner) } as T
}

function blanksOf(kind: unknown, one: object): Blanks {
  if (typeof kind !== 'string' || !Object.hasOwn(blanks, kind)) return {}
  const fill = (blanks as unknown as Record<string, (one: object) => Blanks>)[kind]
  return fill?.(one) ?? {}
}
