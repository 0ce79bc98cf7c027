import type Stripe from 'stripe'
import { timeText } from '../../client.ts'
import type { FunctionEnvironment } from './environment.ts'
import { getObjectId, isFailedRefund } from './payment-facts.ts'
import { isLiveKey } from './stripe.ts'

/** Returns the URL at which an owner answers disputes: a page of Stripe's dashboard, or of the sandbox. */
export function getDisputesUrl(
  environment: Pick<FunctionEnvironment, 'SITE_URL' | 'STRIPE_API_URL' | 'STRIPE_SECRET_KEY'>,
): string {
  if (environment.STRIPE_API_URL !== null)
    return `${new URL(environment.SITE_URL).origin}/sandbox/payments/bank`
  const mode = isLiveKey(environment.STRIPE_SECRET_KEY) ? '' : '/test'
  return `https://dashboard.stripe.com${mode}/disputes`
}

/** Returns the facts that `settle_dispute` needs; amounts in pence, times in ISO 8601. */
export function getDisputeFacts(dispute: Stripe.Dispute, disputesUrl: string) {
  const { evidence_details: details } = dispute
  const isDashboard = disputesUrl.startsWith('https://dashboard.')
  return {
    id: dispute.id,
    paymentIntentId: getObjectId(dispute.payment_intent),
    amount: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason.slice(0, 100),
    status: dispute.status,
    isRefundable: dispute.is_charge_refundable,
    hasEvidence: details.submission_count > 0,
    dueBy: details.due_by === null ? null : timeText(details.due_by * 1000),
    openedAt: timeText(dispute.created * 1000),
    link: isDashboard ? `${disputesUrl}/${dispute.id}` : disputesUrl,
  }
}

/** Returns the failed refunds of a payment, whose money has come back to the shop. */
export function getFailedRefunds(refunds: readonly Stripe.Refund[]) {
  return refunds.filter(isFailedRefund).map((refund) => ({
    id: refund.id,
    refundId: refund.metadata?.['refund_id'] ?? null,
    amount: refund.amount,
    why: refund.failure_reason?.slice(0, 100) ?? null,
  }))
}
