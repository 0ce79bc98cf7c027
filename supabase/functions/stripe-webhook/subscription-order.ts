import type Stripe from 'stripe'
import { getObjectId, getInvoiceSubscriptionId } from '../_shared/payment-facts.ts'
import { nullIfMissing } from '../_shared/stripe.ts'

type Payer =
  | { kind: 'first_payment'; orderId: string }
  | { kind: 'renewal'; subscriptionId: string; invoice: Stripe.Invoice }

/** Returns the payer of a payment by its invoice; null when the payment belongs to no subscription of the shop. */
export async function findPayer(stripe: Stripe, paymentIntentId: string): Promise<Payer | null> {
  const payments = await nullIfMissing(
    stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: paymentIntentId },
      limit: 1,
    }),
  )
  const invoiceId = getObjectId(payments?.data[0]?.invoice)
  if (invoiceId === null) return null
  const invoice = await stripe.invoices.retrieve(invoiceId)
  const subscriptionId = getInvoiceSubscriptionId(invoice)
  if (invoice.billing_reason === 'subscription_cycle' && subscriptionId !== null)
    return { kind: 'renewal', subscriptionId, invoice }
  const orderId = invoice.parent?.subscription_details?.metadata?.['order_id']
  return orderId === undefined ? null : { kind: 'first_payment', orderId }
}
