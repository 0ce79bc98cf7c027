import { type Context, create, day, find, keep, newId, seconds } from './context.ts'
import { invoicesOf, linkPayment, makeInvoice, voidInvoice } from './invoices.ts'
import type { Customer, KeptSession, PaymentIntent, Recurring, Subscription } from './objects.ts'

/**
 * Time for the first payment, in seconds; after it the subscription becomes incomplete_expired.
 * https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */
const patience = 23 * 60 * 60

export function startSubscription(
  context: Context,
  { session, inner, lines }: KeptSession,
  intent: PaymentIntent,
): void {
  const { currency, amount_total: total } = session
  const { metadata } = inner
  const now = seconds(context)
  const customer = customerOf(context, session).id
  const id = newId('sub')
  const shared = { customer, currency, metadata }
  const invoice = makeInvoice(context, {
    of: { id, ...shared },
    status: 'open',
    reason: 'subscription_create',
    lines,
    total,
    period: { start: now, end: now },
  })
  const isPaid = intent.status === 'succeeded'
  const items = lines.flatMap(({ price, quantity }) => {
    const { recurring } = price
    if (recurring === null) return []
    const period = { current_period_start: now, current_period_end: periodEnd(now, now, recurring) }
    const what = { price: { ...price, recurring }, quantity, subscription: id, created: now }
    return { id: newId('si'), object: 'subscription_item', ...what, ...period }
  })
  const url = `/v1/subscription_items?subscription=${id}`
  const subscription = create(context, 'subscription', id, {
    ...shared,
    status: isPaid ? 'active' : 'incomplete',
    latest_invoice: invoice.id,
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { reason: null },
    ended_at: null,
    items: { object: 'list', has_more: false, url, data: items },
  })
  context.notify('customer.subscription.created', subscription)
  const linked = linkPayment(context, invoice, intent)
  if (isPaid) planRenewal(context, subscription)
  else context.store.putJob({ subject: id, due: (now + patience) * 1000, outcome: 'lapsed' })
  Object.assign(session, { customer, subscription: id, invoice: invoice.id })
  if (isPaid) context.notify('invoice.paid', linked)
}

function customerOf(context: Context, session: KeptSession['session']): Customer {
  const known = find(context, 'customer', session.customer)
  if (known !== null) return known
  const { email = null, name = null } = session.customer_details ?? {}
  return create(context, 'customer', newId('cus'), { email, name, metadata: {} })
}

export function isOver({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** Returns the end of the current period; seconds since 1970. */
export function endOfPeriod(subscription: Subscription): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end))
}

export function planRenewal(context: Context, subscription: Subscription): void {
  const due = endOfPeriod(subscription) * 1000
  context.store.putJob({ subject: subscription.id, due, outcome: 'renewed' })
}

export function activate(context: Context, id: string, intent: PaymentIntent): void {
  const subscription = find(context, 'subscription', id)
  if (subscription?.status !== 'incomplete') return
  planRenewal(context, subscription)
  keep(context, { ...subscription, status: 'active' }, 'customer.subscription.updated')
  const invoice = find(context, 'invoice', subscription.latest_invoice)
  if (invoice !== null) context.notify('invoice.paid', linkPayment(context, invoice, intent))
}

/** Expires a subscription whose first payment has not arrived in time. */
export function lapse(context: Context, id: string): void {
  const subscription = find(context, 'subscription', id)
  context.store.dropJob(id)
  if (subscription?.status !== 'incomplete') return
  const now = seconds(context)
  for (const invoice of invoicesOf(context, id, 'open')) voidInvoice(context, invoice)
  const lapsed = { ...subscription, status: 'incomplete_expired', ended_at: now } as const
  keep(context, lapsed, 'customer.subscription.updated')
}

/** Returns the end of a period: the same day of the month, or the last of a shorter month. Seconds since 1970. */
export function periodEnd(anchor: number, start: number, rhythm: Recurring): number {
  for (let turn = 1; ; turn += 1) {
    const end = turnOf(anchor, turn * rhythm.interval_count, rhythm.interval)
    if (end > start) return end
  }
}

function turnOf(anchor: number, count: number, unit: Recurring['interval']): number {
  if (unit === 'day') return anchor + count * day
  if (unit === 'week') return anchor + count * 7 * day
  const begun = new Date(anchor * 1000)
  const months = begun.getUTCMonth() + (unit === 'year' ? count * 12 : count)
  const last = new Date(Date.UTC(begun.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const turn = new Date(begun)
  turn.setUTCMonth(months, Math.min(begun.getUTCDate(), last))
  return Math.floor(turn.getTime() / 1000)
}
