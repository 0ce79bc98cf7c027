import type Stripe from 'stripe'
import * as v from 'valibot'
import { rpc, rpcAtParsed } from '../../client.ts'
import { getDisputeFacts, getFailedRefunds } from '../_shared/dispute-facts.ts'
import {
  type ChargeFacts,
  getChargeFacts,
  getObjectId,
  isFailedRefund,
  UnusableError,
} from '../_shared/payment-facts.ts'
import {
  type DisputeTools,
  type EventSource,
  settlePayment,
  settleSubscriptions,
  type ApplyResult,
  applyResultSchema,
  type SettlementTools,
} from '../_shared/settlement.ts'
import { nullIfMissing } from '../_shared/stripe.ts'
import { findPayer } from './subscription-order.ts'

const maxRounds = 6
const disputeAnswer = v.union([v.object({ outcome: v.literal('outdated') }), applyResultSchema])

/** Settles the refunds of a charge as Stripe has them now, including failed ones. */
export async function settleRefunds(
  tools: SettlementTools,
  source: EventSource,
  charge: Stripe.Charge,
): Promise<ApplyResult> {
  const refunds = await refundsOf(tools, getObjectId(charge.payment_intent))
  const facts = await withPayer(tools, getChargeFacts(charge, refunds))
  const failed = getFailedRefunds(refunds)
  // Failed refunds are settled before the successful ones, because a successful retry settles the refund that failed.
  if (failed.length > 0) {
    const failureSource = {
      id: `failed_${failed.map(({ id }) => id).join('_')}`.slice(0, 250),
      type: 'refund.failed',
    }
    const settled = await settleFailed(tools, isAboutRefund(source) ? source : failureSource, {
      ...facts,
      failed,
    })
    if (isAboutRefund(source)) return settled
  }
  return settlePayment(tools, source, facts)
}

const isAboutRefund = ({ type }: EventSource) => type.includes('refund.')

/** Settles a refund that has failed or was cancelled; other refunds are settled by the events of their charge. */
export async function settleRefund(
  tools: SettlementTools,
  source: EventSource,
  refund: Stripe.Refund,
): Promise<ApplyResult | null> {
  if (!isFailedRefund(refund)) return null
  const id = getObjectId(refund.charge)
  const charge = id === null ? null : await nullIfMissing(tools.stripe.charges.retrieve(id))
  if (charge === null) throw new UnusableError('The provider does not have its charge')
  return settleRefunds(tools, source, charge)
}

async function settleFailed(
  tools: SettlementTools,
  { id, type }: EventSource,
  facts: object,
): Promise<ApplyResult> {
  return rpcAtParsed(applyResultSchema, tools, 'settle_failed_refunds', {
    p_event_id: id,
    p_event_type: type,
    p_facts: facts,
    p_business_email: tools.businessEmail,
  })
}

async function refundsOf({ stripe }: SettlementTools, payment: string | null) {
  if (payment === null) return []
  const refunds = await nullIfMissing(stripe.refunds.list({ payment_intent: payment, limit: 100 }))
  return refunds?.data ?? []
}

/**
 * Settles a dispute as Stripe has it now, and starts over when another process has written in between.
 * @throws UnusableError when Stripe does not have the dispute
 */
export async function settleDispute(
  tools: DisputeTools,
  { id: eventId, type }: EventSource,
  id: string,
): Promise<ApplyResult> {
  for (let round = 0; round < maxRounds; round += 1) {
    // The revision must be read first: if it has changed when the result is written, Stripe's response below may be
    // outdated.
    const revision = await rpc(tools.client, 'dispute_revision', { p_id: id })
    const dispute = await nullIfMissing(tools.stripe.disputes.retrieve(id))
    if (dispute === null) throw new UnusableError('The provider does not have it')
    const about = getDisputeFacts(dispute, tools.disputesUrl)
    const facts = await withPayer(tools, { ...about, orderId: null, invoiceId: null })
    const answer = await rpcAtParsed(disputeAnswer, tools, 'settle_dispute', {
      p_event_id: eventId,
      p_event_type: type,
      p_facts: { ...facts, revision },
      p_business_email: tools.businessEmail,
    })
    if (answer.outcome !== 'outdated') return answer
  }
  throw new Error('The dispute was changed again and again meanwhile')
}

/**
 * Adds the id of the order, or for a later box, which has an order of its own, of the invoice. The charge of a subscription does
 * not have the order's id, so its invoice is requested.
 */
async function withPayer<
  Facts extends Pick<ChargeFacts, 'orderId' | 'invoiceId' | 'paymentIntentId'>,
>(tools: SettlementTools, facts: Facts): Promise<Facts> {
  if (facts.orderId !== null || facts.paymentIntentId === null) return facts
  const payer = await findPayer(tools.stripe, facts.paymentIntentId)
  if (payer === null) return facts
  if (payer.kind === 'first_payment') return { ...facts, orderId: payer.orderId }
  // Settles the subscription here, because the event of its payment may arrive later, or may be lost.
  await settleSubscriptions(tools, { id: null, type: 'invoice.paid' }, payer.subscriptionId, [
    payer.invoice,
  ])
  return { ...facts, invoiceId: payer.invoice.id }
}
