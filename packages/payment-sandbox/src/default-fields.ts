import { createDisputeDefaults } from './dispute-defaults.ts'
import { type ApiFields, nullFields } from './null-fields.ts'
import { toPlan } from './plan.ts'
import type {
  Invoice,
  LineItem,
  Price,
  Session,
  Subscription,
  SubscriptionItem,
} from './objects.ts'

/** The values of API fields that the sandbox does not store, by kind of object. */
export const defaultFields = {
  product: (): ApiFields => ({
    ...nullFields(`default_price package_dimensions shippable statement_descriptor tax_code tax_details
      unit_label url`),
    marketing_features: [],
    type: 'service',
  }),
  price: ({ recurring, unit_amount }: Price): ApiFields => ({
    ...nullFields('custom_unit_amount tiers_mode transform_quantity'),
    billing_scheme: 'per_unit',
    recurring: { usage_type: 'licensed', meter: null, trial_period_days: null },
    tax_behavior: 'unspecified',
    type: recurring === null ? 'one_time' : 'recurring',
    unit_amount_decimal: String(unit_amount),
  }),
  shipping_rate: (): ApiFields => ({
    ...nullFields('delivery_estimate tax_code'),
    tax_behavior: 'unspecified',
    type: 'fixed_amount',
  }),
  coupon: (): ApiFields => nullFields('duration_in_months'),
  promotion_code: (): ApiFields => ({
    customer_account: null,
    restrictions: {
      first_time_transaction: false,
      ...nullFields('minimum_amount minimum_amount_currency'),
    },
  }),
  customer: (): ApiFields => ({
    ...nullFields(`address currency customer_account default_source description discount phone shipping
      test_clock`),
    balance: 0,
    delinquent: false,
    invoice_settings: nullFields('custom_fields default_payment_method footer rendering_options'),
    preferred_locales: [],
    tax_exempt: 'none',
  }),
  payment_intent: (): ApiFields => ({
    ...nullFields(`allowed_payment_method_types application application_fee_amount
      automatic_payment_methods canceled_at cancellation_reason client_secret customer_account
      excluded_payment_method_types managed_payments next_action on_behalf_of payment_method
      payment_method_configuration_details payment_method_options payment_record processing
      receipt_email review setup_future_usage shipping source statement_descriptor
      statement_descriptor_suffix transfer_data transfer_group`),
    amount_capturable: 0,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    payment_method_types: ['card'],
  }),
  charge: (): ApiFields => ({
    ...nullFields(`application application_fee application_fee_amount balance_transaction
      calculated_statement_descriptor failure_balance_transaction failure_code failure_message
      on_behalf_of outcome payment_method payment_method_details receipt_email receipt_number
      receipt_url review shipping source source_transfer statement_descriptor
      statement_descriptor_suffix transfer_data transfer_group`),
    billing_details: nullFields('address phone tax_id'),
    disputed: false,
    fraud_details: {},
  }),
  refund: (): ApiFields =>
    nullFields(`balance_transaction customer customer_account payment_method receipt_number
      source_transfer_reversal transfer_reversal`),
  dispute: createDisputeDefaults,
  payout: (): ApiFields =>
    nullFields(`application_fee application_fee_amount description destination
      failure_balance_transaction failure_code failure_message original_payout payout_method
      reversed_by statement_descriptor trace_id`),
  'checkout.session': ({ mode, shipping_cost: shipping }: Session): ApiFields => {
    const whenNeeded = mode === 'payment' ? 'if_required' : 'always'
    return {
      ...nullFields(`after_expiration allowed_payment_method_types billing_address_collection
        client_secret consent consent_collection currency_conversion customer_account
        integration_identifier invoice_creation managed_payments origin_context payment_link
        payment_method_configuration_details permissions recovered_from
        saved_payment_method_options setup_intent wallet_options`),
      automatic_tax: { enabled: false, ...nullFields('liability provider status') },
      collected_information: nullFields('business_name individual_name'),
      custom_text: nullFields('after_submit terms_of_service_acceptance'),
      customer_creation: whenNeeded,
      customer_details: {
        ...nullFields('business_name individual_name phone'),
        tax_exempt: 'none',
        tax_ids: [],
      },
      payment_method_collection: whenNeeded,
      payment_method_options: {},
      payment_method_types: ['card'],
      phone_number_collection: { enabled: false },
      shipping_cost: { amount_subtotal: shipping?.amount_total, amount_tax: 0 },
      total_details: { amount_tax: 0 },
      ui_mode: 'hosted_page',
    }
  },
  item: ({ amount_total }: LineItem): ApiFields => ({
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount_total,
    amount_tax: 0,
    metadata: {},
  }),
  subscription: ({ created }: Subscription): ApiFields => ({
    ...nullFields(`application application_fee_percent billing_cycle_anchor_config billing_thresholds
      customer_account days_until_due default_payment_method default_source description
      managed_payments next_pending_invoice_item_invoice on_behalf_of pause_collection
      pending_invoice_item_interval pending_setup_intent pending_update schedule test_clock
      transfer_data trial_end trial_start`),
    automatic_tax: { enabled: false, ...nullFields('disabled_reason liability') },
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    cancellation_details: nullFields('comment feedback feedback_option'),
    collection_method: 'charge_automatically',
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      ...nullFields('account_tax_ids custom_fields description footer'),
      issuer: self,
    },
    payment_settings: {
      ...nullFields('payment_method_options payment_method_types'),
      save_default_payment_method: 'off',
    },
    start_date: created,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
  }),
  subscription_item: ({ price }: SubscriptionItem): ApiFields => ({
    ...nullFields('billing_thresholds current_trial'),
    discounts: [],
    metadata: {},
    plan: toPlan(price),
    tax_rates: [],
  }),
  invoice: ({ created, status, subtotal, total }: Invoice): ApiFields => ({
    ...nullFields(`account_name account_tax_ids application automatically_finalizes_at custom_fields
      customer_account customer_address customer_name customer_phone customer_shipping
      default_payment_method default_source description due_date footer from_invoice
      hosted_invoice_url invoice_pdf last_finalization_error latest_revision number on_behalf_of
      receipt_number rendering shipping_cost shipping_details statement_descriptor test_clock
      webhooks_delivered_at`),
    account_country: 'GB',
    amount_due: total,
    amount_overpaid: 0,
    amount_shipping: 0,
    automatic_tax: {
      enabled: false,
      ...nullFields('disabled_reason liability provider status'),
    },
    collection_method: 'charge_automatically',
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: [],
    effective_at: status === 'draft' ? null : created,
    ending_balance: status === 'draft' ? null : 0,
    issuer: self,
    metadata: {},
    parent: { type: 'subscription_details', quote_details: null },
    payment_settings: nullFields('default_mandate payment_method_options payment_method_types'),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status_transitions: {
      finalized_at: created,
      ...nullFields('marked_uncollectible_at paid_at voided_at'),
    },
    subtotal_excluding_tax: subtotal,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  }),
  line_item: ({ amount, quantity }: { amount: number; quantity: number }): ApiFields => ({
    ...nullFields('parent subscription'),
    discount_amounts: [],
    discountable: true,
    discounts: [],
    livemode: false,
    metadata: {},
    pretax_credit_amounts: [],
    pricing: { type: 'price_details' },
    quantity_decimal: String(quantity),
    subtotal: amount,
    taxes: [],
  }),
  invoice_payment: (): ApiFields => ({
    is_default: true,
    status_transitions: nullFields('canceled_at paid_at'),
  }),
  'billing_portal.session': (): ApiFields => nullFields('customer_account flow on_behalf_of'),
  'billing_portal.configuration': (): ApiFields => ({
    ...nullFields('application default_return_url name'),
    business_profile: nullFields('headline privacy_policy_url terms_of_service_url'),
    features: {
      customer_update: { enabled: false, allowed_updates: [] },
      invoice_history: { enabled: false },
      payment_method_update: { enabled: false, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: false,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: {
        duration: { interval_options: [], type: 'indefinite' },
        enabled: false,
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: false,
    login_page: { enabled: false, url: null },
  }),
  webhook_endpoint: (): ApiFields => ({
    ...nullFields('application description'),
    metadata: {},
  }),
}

const self = { type: 'self' }
