import * as v from 'valibot'
import * as field from './fields.ts'
import { defineTemplate, nullable } from './fields.ts'

/**
 * Data of the emails about disputes and failed refunds, made by the database functions `dispute_facts` and `record_failed_refund`.
 */
export const disputeEmails = {
  dispute_notice: defineTemplate('Notice to you: a bank questions a payment', {
    number: field.orderNumber,
    amount: field.pence,
    reason: field.nonEmptyText(100),
    state: v.picklist(['open', 'won', 'lost']),
    /** True for an inquiry: the bank asks about the payment, and no money has been withdrawn. */
    isInquiry: v.boolean(),
    /** True when the payer's bank goes on although the dispute was won. */
    isAppeal: v.optional(v.boolean(), false),
    dueBy: nullable(field.isoTime),
    link: field.link,
    isSent: v.boolean(),
    isBox: v.boolean(),
    isReminder: v.boolean(),
  }),
  refund_failed: defineTemplate('A refund did not arrive', {
    number: field.orderNumber,
    placedAt: field.isoTime,
    amount: field.pence,
  }),
  refund_failed_notice: defineTemplate('Notice to you: a refund failed', {
    number: field.orderNumber,
    amount: field.pence,
    why: field.optionalText(100),
    /** True when the shopper had received an email about the refund. */
    wasTold: v.boolean(),
    /** True when a bank has withdrawn the payment, so that the shopper is repaid by the bank. */
    isWithdrawn: v.optional(v.boolean(), false),
  }),
}
