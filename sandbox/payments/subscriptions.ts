import { type Context, seconds } from './context.ts'
import { newId } from './ids.ts'
import type { Customer, Invoice, InvoicePayment, PaymentIntent, Subscription } from './objects.ts'
import type { KeptSession } from './session-objects.ts'

/** The first period of a subscription: customer, invoice, how it was paid, and the subscription itself. */
export function startSubscription(
  context: Context,
  kept: KeptSession,
  intent: PaymentIntent,
): void {
  const { session, inner, lines } = kept
  const paid = intent.status === 'succeeded'
  const shared = { created: seconds(context), livemode: false } as const
  const { currency } = session
  const customer: Customer = {
    ...shared,
    id: session.customer ?? newId('cus'),
    object: 'customer',
    email: session.customer_details?.email ?? null,
    name: session.customer_details?.name ?? null,
    metadata: {},
  }
  const invoiceId = newId('in')
  const subscriptionId = newId('sub')
  const invoice: Invoice = {
    ...shared,
    id: invoiceId,
    object: 'invoice',
    customer: customer.id,
    currency,
    billing_reason: 'subscription_create',
    amount_due: session.amount_total,
    amount_paid: paid ? session.amount_total : 0,
    total: session.amount_total,
    status: paid ? 'paid' : 'open',
    metadata: {},
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscriptionId, metadata: inner.metadata },
    },
  }
  const payment: InvoicePayment = {
    ...shared,
    id: newId('inpay'),
    object: 'invoice_payment',
    invoice: invoiceId,
    amount_paid: paid ? session.amount_total : null,
    amount_requested: session.amount_total,
    currency,
    is_default: true,
    status: paid ? 'paid' : 'open',
    payment: { type: 'payment_intent', payment_intent: intent.id },
  }
  const subscription: Subscription = {
    ...shared,
    id: subscriptionId,
    object: 'subscription',
    customer: customer.id,
    currency,
    status: paid ? 'active' : 'incomplete',
    metadata: inner.metadata,
    latest_invoice: invoiceId,
    cancel_at_period_end: false,
    canceled_at: null,
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${subscriptionId}`,
      data: lines
        .filter((line) => line.price.recurring !== null)
        .map((line) => ({
          id: newId('si'),
          object: 'subscription_item',
          price: line.price,
          quantity: line.quantity,
        })),
    },
  }
  for (const made of [customer, invoice, payment, subscription])
    context.store.put(made.object, made.id, made)
  Object.assign(session, {
    customer: customer.id,
    subscription: subscriptionId,
    invoice: invoiceId,
  })
}

/** Brings what hangs on a payment up to date when it settles after all. */
export function settleSubscription(context: Context, id: string, succeeded: boolean): void {
  const subscription = context.store.get<Subscription>('subscription', id)
  if (subscription === null || !succeeded) return
  context.store.put('subscription', id, { ...subscription, status: 'active' })
  const invoice = context.store.get<Invoice>('invoice', subscription.latest_invoice)
  if (invoice !== null)
    context.store.put('invoice', invoice.id, {
      ...invoice,
      status: 'paid',
      amount_paid: invoice.total,
    })
}

/** The payment of an invoice. */
export function paymentOfInvoice(context: Context, invoice: string): InvoicePayment | null {
  return (
    context.store.all<InvoicePayment>('invoice_payment').find((one) => one.invoice === invoice) ??
    null
  )
}
