import type Stripe from 'stripe'
import { idOf } from '../_shared/payment-facts.ts'

/**
 * The order whose first box was paid by this payment, by way of its invoice and the subscription's metadata. Null when
 * the payment belongs to no subscription of ours; 'a later box' when it paid for one, which is not the order.
 */
export async function orderOfSubscriptionPayment(
  stripe: Stripe,
  paymentIntentId: string,
): Promise<string | 'a later box' | null> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentIntentId },
    limit: 1,
  })
  const invoiceId = idOf(data[0]?.invoice)
  if (invoiceId === null) return null
  const invoice = await stripe.invoices.retrieve(invoiceId)
  if (invoice.billing_reason === 'subscription_cycle') return 'a later box'
  return invoice.parent?.subscription_details?.metadata?.['order_id'] ?? null
}

/** The payment of a subscription's first invoice, which a session does not name; null when there is none yet. */
export async function paymentOfSession(stripe: Stripe, sessionId: string): Promise<string | null> {
  const session = await stripe.checkout.sessions.retrieve(sessionId)
  const direct = idOf(session.payment_intent)
  const invoice = idOf(session.invoice)
  if (direct !== null || invoice === null) return direct
  const { data } = await stripe.invoicePayments.list({ invoice, limit: 1 })
  return idOf(data[0]?.payment.payment_intent)
}
