import { noSuch } from './api-error.ts'
import { type Context, seconds, stamped } from './context.ts'
import { newId } from './ids.ts'
import { linkPayment, makeInvoice, paidInFull, paymentOfInvoice } from './invoices.ts'
import type { Customer, Invoice, PaymentIntent, Price, Subscription } from './objects.ts'
import { periodEnd } from './periods.ts'
import type { KeptSession } from './session-objects.ts'

/** The first period of a subscription: customer, invoice, how it was paid, and the subscription itself. */
export function startSubscription(
  context: Context,
  kept: KeptSession,
  intent: PaymentIntent,
): void {
  const { session, inner, lines } = kept
  const paid = intent.status === 'succeeded'
  const now = seconds(context)
  const customer = customerOf(context, kept)
  const id = newId('sub')
  const invoice = makeInvoice(context, {
    subscription: id,
    metadata: inner.metadata,
    customer: customer.id,
    email: customer.email,
    currency: session.currency,
    reason: 'subscription_create',
    lines: lines.map(({ price, quantity, description, amount_subtotal: amount }) => ({
      price,
      quantity,
      description,
      amount,
    })),
    total: session.amount_total,
    period: { start: now, end: now },
  })
  const first: Invoice = paid ? { ...invoice, ...paidInFull(invoice) } : invoice
  const subscription = makeSubscription(context, {
    id,
    customer: customer.id,
    currency: session.currency,
    metadata: inner.metadata,
    isPaid: paid,
    invoice: invoice.id,
    boxes: lines.filter((line) => line.price.recurring !== null),
  })
  context.store.put('customer', customer.id, customer)
  context.store.put('invoice', first.id, first)
  context.store.put('subscription', id, subscription)
  linkPayment(context, first, intent)
  planRenewal(context, subscription)
  Object.assign(session, { customer: customer.id, subscription: id, invoice: first.id })
  context.notify('customer.subscription.created', subscription)
  if (paid) context.notify('invoice.paid', first)
}

function customerOf(context: Context, { session }: KeptSession): Customer {
  const known = context.store.get<Customer>('customer', session.customer ?? '')
  return (
    known ?? {
      ...stamped(context, newId('cus')),
      object: 'customer',
      email: session.customer_details?.email ?? null,
      name: session.customer_details?.name ?? null,
      metadata: {},
    }
  )
}

function makeSubscription(
  context: Context,
  needs: {
    id: string
    customer: string
    currency: string
    metadata: Record<string, string>
    isPaid: boolean
    invoice: string
    boxes: { price: Price; quantity: number }[]
  },
): Subscription {
  const now = seconds(context)
  const { id } = needs
  return {
    ...stamped(context, id),
    object: 'subscription',
    customer: needs.customer,
    currency: needs.currency,
    status: needs.isPaid ? 'active' : 'incomplete',
    collection_method: 'charge_automatically',
    billing_cycle_anchor: now,
    start_date: now,
    metadata: needs.metadata,
    discounts: [],
    latest_invoice: needs.invoice,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    ended_at: null,
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
      data: needs.boxes.map(({ price, quantity }) => ({
        id: newId('si'),
        object: 'subscription_item',
        created: now,
        subscription: id,
        price,
        quantity,
        current_period_start: now,
        current_period_end: price.recurring === null ? now : periodEnd(now, now, price.recurring),
        metadata: {},
        discounts: [],
      })),
    },
  }
}

/** @throws ApiError unless there is such a subscription */
export function findSubscription(context: Context, id: string): Subscription {
  const subscription = context.store.get<Subscription>('subscription', id)
  if (subscription === null) throw noSuch('subscription', id)
  return subscription
}

/** When the period in hand is over; seconds since 1970. */
export function endOfPeriod(subscription: Subscription): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end))
}

/** Has the next payment fall due when the period is over. */
export function planRenewal(context: Context, subscription: Subscription): void {
  const due = endOfPeriod(subscription) * 1000
  context.store.putJob({ session: subscription.id, due, outcome: 'renewed' })
}

/** Brings what hangs on a payment up to date when it settles after all. */
export function settleSubscription(context: Context, id: string, succeeded: boolean): void {
  const subscription = context.store.get<Subscription>('subscription', id)
  if (subscription === null || !succeeded) return
  const active: Subscription = { ...subscription, status: 'active' }
  context.store.put('subscription', id, active)
  context.notify('customer.subscription.updated', active)
  const invoice = context.store.get<Invoice>('invoice', subscription.latest_invoice)
  const payment = paymentOfInvoice(context, subscription.latest_invoice)?.payment.payment_intent
  const intent = context.store.get<PaymentIntent>('payment_intent', payment ?? '')
  if (invoice === null || intent === null) return
  const paid: Invoice = { ...invoice, ...paidInFull(invoice) }
  context.store.put('invoice', invoice.id, paid)
  linkPayment(context, paid, intent)
  context.notify('invoice.paid', paid)
}
