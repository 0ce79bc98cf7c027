import type { Invoice, Subscription } from './billing-objects.ts'
import { type Context, find, seconds, stamped } from './context.ts'
import { newId } from './ids.ts'
import { invoicesOf, linkPayment, makeInvoice, paidInFull, paymentOfInvoice } from './invoices.ts'
import type { Customer, PaymentIntent, Price } from './objects.ts'
import { periodEnd } from './periods.ts'
import type { KeptSession } from './session-objects.ts'

/** How long a first payment may take before there is no subscription, in seconds. https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses */
const patience = 23 * 60 * 60

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
    status: 'open',
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
  const first: Invoice = paid ? { ...invoice, ...paidInFull(context, invoice) } : invoice
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
  if (paid) planRenewal(context, subscription)
  else context.store.putJob({ subject: id, due: (now + patience) * 1000, outcome: 'lapsed' })
  Object.assign(session, { customer: customer.id, subscription: id, invoice: first.id })
  context.notify('customer.subscription.created', subscription)
  if (paid) context.notify('invoice.paid', first)
}

function customerOf(context: Context, { session }: KeptSession): Customer {
  const known = find<Customer>(context, 'customer', session.customer ?? '')
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
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
    },
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

/** Whether nothing more will ever come of it. */
export function isOver({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** When the period in hand is over; seconds since 1970. */
export function endOfPeriod(subscription: Subscription): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end))
}

/** Has the next payment fall due when the period is over. */
export function planRenewal(context: Context, subscription: Subscription): void {
  const due = endOfPeriod(subscription) * 1000
  context.store.putJob({ subject: subscription.id, due, outcome: 'renewed' })
}

/** Brings what hangs on a payment up to date when it settles after all. */
export function settleSubscription(context: Context, id: string, succeeded: boolean): void {
  const subscription = context.store.get<Subscription>('subscription', id)
  if (subscription?.status !== 'incomplete' || !succeeded) return
  const active: Subscription = { ...subscription, status: 'active' }
  context.store.put('subscription', id, active)
  planRenewal(context, active)
  context.notify('customer.subscription.updated', active)
  const invoice = context.store.get<Invoice>('invoice', subscription.latest_invoice)
  const payment = paymentOfInvoice(context, subscription.latest_invoice)?.payment.payment_intent
  const intent = context.store.get<PaymentIntent>('payment_intent', payment ?? '')
  if (invoice === null || intent === null) return
  const paid: Invoice = { ...invoice, ...paidInFull(context, invoice) }
  context.store.put('invoice', invoice.id, paid)
  linkPayment(context, paid, intent)
  context.notify('invoice.paid', paid)
}

/** Ends a subscription whose first payment has not come in time: there never was one. */
export function lapse(context: Context, id: string): void {
  const subscription = context.store.get<Subscription>('subscription', id)
  context.store.dropJob(id)
  if (subscription?.status !== 'incomplete') return
  const now = seconds(context)
  const lapsed: Subscription = { ...subscription, status: 'incomplete_expired', ended_at: now }
  context.store.together(() => {
    context.store.put('subscription', id, lapsed)
    for (const invoice of invoicesOf(context, id, 'open')) {
      const voided: Invoice = {
        ...invoice,
        status: 'void',
        auto_advance: false,
        status_transitions: { ...invoice.status_transitions, voided_at: now },
      }
      context.store.put('invoice', voided.id, voided)
      context.notify('invoice.voided', voided)
    }
    context.notify('customer.subscription.updated', lapsed)
  })
}
