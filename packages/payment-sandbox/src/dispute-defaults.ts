import { type ApiFields, nullFields } from './null-fields.ts'

/** The values of a dispute's fields that the sandbox does not store. All evidence is empty. */
export const createDisputeDefaults = (): ApiFields => ({
  balance_transactions: [],
  enhanced_eligibility_types: [],
  evidence: {
    ...nullFields(`access_activity_log billing_address cancellation_policy cancellation_policy_disclosure
      cancellation_rebuttal customer_communication customer_email_address customer_name
      customer_purchase_ip customer_signature duplicate_charge_documentation
      duplicate_charge_explanation duplicate_charge_id product_description receipt refund_policy
      refund_policy_disclosure refund_refusal_explanation service_date service_documentation
      shipping_address shipping_carrier shipping_date shipping_documentation
      shipping_tracking_number uncategorized_file uncategorized_text`),
    enhanced_evidence: {},
  },
  evidence_details: {
    due_by: null,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  metadata: {},
})
