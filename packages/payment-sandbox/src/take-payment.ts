import { ApiError } from './api-error.ts'
import { type CardOutcome, getCardOutcome } from './cards.ts'
import { createPayment, settleCharge } from './charges.ts'
import { openDispute } from './disputes.ts'
import { type SandboxContext, findObject } from './context.ts'
import { recordRedemption, isDiscountUsedUp } from './discounts.ts'
import type { Address, StoredSession, PaymentIntent, Session } from './objects.ts'
import { saveCard } from './renewals.ts'
import { findSession, saveSession } from './sessions.ts'
import { activateSubscription, startSubscription } from './subscriptions.ts'
import { findInvoicePayment } from './invoices.ts'

export interface SubmittedPayment {
  card: string
  email: string
  shipping: { name: string; address: Address } | null
  choices: Record<string, string>
}

/**
 * Pays a session; saves the payment, the session and their events in one transaction.
 * @throws ApiError when the payment is declined
 */
export function paySession(context: SandboxContext, id: string, payment: SubmittedPayment): void {
  const kept = findSession(context, id)
  if (kept.session.status !== 'open') throw new ApiError(400, 'This session is no longer open.')
  if (kept.session.discounts.some((discount) => isDiscountUsedUp(context, discount)))
    throw new ApiError(402, 'This code has been used.')
  const outcome = getCardOutcome(payment.card)
  if (outcome.kind === 'declined') throw new ApiError(402, outcome.message)
  context.store.together(() => completeSession(context, kept, payment, outcome))
}

function completeSession(
  context: SandboxContext,
  kept: StoredSession,
  { card, choices, email, shipping }: SubmittedPayment,
  outcome: CardOutcome,
): void {
  const isFree = kept.session.amount_total === 0
  const isPaid =
    isFree || ['pays', 'pays once', 'confirms later', 'disputed'].includes(outcome.kind)
  const session: Session = {
    ...kept.session,
    status: 'complete',
    payment_status: isFree ? 'no_payment_required' : isPaid ? 'paid' : 'unpaid',
    url: null,
    customer_details: { email, name: shipping?.name ?? null, address: shipping?.address ?? null },
    collected_information: { shipping_details: shipping },
    custom_fields: kept.session.custom_fields.map((field) => ({
      ...field,
      dropdown: { ...field.dropdown, value: choices[field.key] ?? null },
    })),
  }
  const paid = { ...kept, session }
  const payment = isFree ? null : takePayment(context, paid, isPaid)
  if (session.customer !== null) saveCard(context, session.customer, card)
  for (const discount of session.discounts) recordRedemption(context, discount)
  saveSession(context, paid, 'checkout.session.completed')
  if (payment !== null && outcome.kind === 'disputed') openDispute(context, payment)
  if (isPaid) context.store.dropJob(session.id)
  else
    context.store.putJob({
      subject: session.id,
      due: context.now() + context.settleAfterMs,
      outcome: outcome.kind === 'fails later' ? 'failed' : 'succeeded',
    })
}

/** Creates the payment of a session. The session then refers to the payment, or, for a subscription, to the first invoice. */
function takePayment(context: SandboxContext, kept: StoredSession, isPaid: boolean): PaymentIntent {
  const { session, inner } = kept
  const { amount_total: amount, currency, customer, customer_details: details, mode } = session
  const isOnce = mode === 'payment'
  const payment = createPayment(
    context,
    {
      amount,
      currency,
      customer,
      description: inner.description,
      metadata: isOnce ? inner.metadata : {},
      payer: { email: details?.email ?? null, name: details?.name ?? null },
    },
    isPaid ? 'succeeded' : 'pending',
  )
  if (isOnce) session.payment_intent = payment.id
  else startSubscription(context, kept, payment)
  return payment
}

export function settleSession(
  context: SandboxContext,
  id: string,
  outcome: 'succeeded' | 'failed',
): void {
  const kept = findSession(context, id)
  context.store.dropJob(id)
  const { invoice, payment_intent, payment_status, status, subscription } = kept.session
  if (status !== 'complete' || payment_status !== 'unpaid') return
  const ofInvoice = findInvoicePayment(context, invoice ?? '')?.payment.payment_intent
  const waiting = findObject(context, 'payment_intent', payment_intent ?? ofInvoice)
  const succeeded = outcome === 'succeeded'
  if (waiting !== null) {
    const settled = settleCharge(context, waiting, outcome)
    if (subscription !== null && succeeded) activateSubscription(context, subscription, settled)
  }
  saveSession(
    context,
    { ...kept, session: { ...kept.session, payment_status: succeeded ? 'paid' : 'unpaid' } },
    `checkout.session.async_payment_${outcome}`,
  )
}
