import { ApiError } from './api-error.ts'
import {
  type SandboxContext,
  createObject,
  secondsPerDay,
  getObject,
  saveObject,
  createId,
  getCurrentSeconds,
} from './context.ts'
import type { Charge, Dispute, PaymentIntent, Refund } from './objects.ts'

/** The shop's time to answer a dispute, in seconds. Card networks give from 7 to 21 days. */
const evidencePeriod = 9 * secondsPerDay

/** Opens a dispute about a payment. The disputed amount is withdrawn from the balance at once. */
export function openDispute(context: SandboxContext, payment: PaymentIntent): void {
  const charge = getObject(context, 'charge', payment.latest_charge)
  if (charge.disputed === true) throw new ApiError(400, 'This payment has been taken back already.')
  const { amount_captured: captured, amount_refunded: refunded, currency } = charge
  if (captured === refunded) throw new ApiError(400, 'This payment has been refunded.')
  saveObject(context, { ...charge, disputed: true })
  const made = createObject(context, 'dispute', createId('du'), {
    amount: captured - refunded,
    currency,
    charge: charge.id,
    payment_intent: payment.id,
    reason: 'fraudulent',
    status: 'needs_response' as const,
    evidence_details: {
      due_by: getCurrentSeconds(context) + evidencePeriod,
      has_evidence: false,
      submission_count: 0,
    },
  })
  context.notify('charge.dispute.created', made)
  context.notify('charge.dispute.funds_withdrawn', made)
}

export function findOpenDispute(context: SandboxContext, { id }: Charge): Dispute | undefined {
  return context.store.all('dispute').find(({ charge, status }) => charge === id && isOpen(status))
}

const isOpen = (status: Dispute['status']) =>
  status === 'needs_response' || status === 'under_review'

/**
 * Sets the status of a dispute: `under_review` after the shop's answer in the dashboard, `won` or `lost` after the bank's decision.
 * @throws ApiError when the dispute is closed
 */
export function decideDispute(
  context: SandboxContext,
  id: string,
  status: 'under_review' | 'won' | 'lost',
): void {
  const found = getObject(context, 'dispute', id)
  if (!isOpen(found.status)) throw new ApiError(400, 'This dispute is closed.')
  context.store.together(() => {
    if (status === 'under_review') {
      const { due_by = getCurrentSeconds(context) } = found.evidence_details ?? {}
      const sent = { due_by, has_evidence: true, submission_count: 1 }
      saveObject(context, { ...found, status, evidence_details: sent }, 'charge.dispute.updated')
      return
    }
    const closed = saveObject(
      context,
      { ...found, status, closed: getCurrentSeconds(context) },
      'charge.dispute.closed',
    )
    if (status === 'won') context.notify('charge.dispute.funds_reinstated', closed)
  })
}

/** Fails a refund as if the payer's bank had returned it. @throws ApiError unless the refund has succeeded */
export function failRefund(context: SandboxContext, id: string): void {
  const refund: Refund = getObject(context, 'refund', id)
  if (refund.status !== 'succeeded') throw new ApiError(400, 'This refund has not gone.')
  const charge = getObject(context, 'charge', refund.charge)
  context.store.together(() => {
    const failed = { status: 'failed', failure_reason: 'expired_or_canceled_card' } as const
    saveObject(context, {
      ...charge,
      amount_refunded: charge.amount_refunded - refund.amount,
      refunded: false,
    })
    const now = { ...refund, ...failed }
    saveObject(context, { ...now, failed: getCurrentSeconds(context) })
    context.notify('refund.updated', now)
    context.notify('refund.failed', now)
  })
}
