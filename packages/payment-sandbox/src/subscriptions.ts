import {
  type SandboxContext,
  createObject,
  secondsPerDay,
  findObject,
  saveObject,
  createId,
  getCurrentSeconds,
} from './context.ts'
import { listInvoices, linkInvoicePayment, createInvoice, voidInvoice } from './invoices.ts'
import type { Customer, StoredSession, PaymentIntent, Recurring, Subscription } from './objects.ts'

/**
 * The time in seconds for the first payment of a subscription, which otherwise becomes incomplete_expired.
 * https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */
const firstPaymentPeriod = 23 * 60 * 60

export function startSubscription(
  context: SandboxContext,
  { session, inner, lines }: StoredSession,
  intent: PaymentIntent,
): void {
  const { currency, amount_total: total } = session
  const { metadata } = inner
  const now = getCurrentSeconds(context)
  const customer = getOrCreateCustomer(context, session).id
  const id = createId('sub')
  const shared = { customer, currency, metadata }
  const invoice = createInvoice(context, {
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
    const period = {
      current_period_start: now,
      current_period_end: calculatePeriodEnd(now, now, recurring),
    }
    const what = { price: { ...price, recurring }, quantity, subscription: id, created: now }
    return { id: createId('si'), object: 'subscription_item', ...what, ...period }
  })
  const url = `/v1/subscription_items?subscription=${id}`
  const subscription = createObject(context, 'subscription', id, {
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
  const linked = linkInvoicePayment(context, invoice, intent)
  if (isPaid) scheduleRenewal(context, subscription)
  else
    context.store.putJob({ subject: id, due: (now + firstPaymentPeriod) * 1000, outcome: 'lapsed' })
  Object.assign(session, { customer, subscription: id, invoice: invoice.id })
  if (isPaid) context.notify('invoice.paid', linked)
}

function getOrCreateCustomer(context: SandboxContext, session: StoredSession['session']): Customer {
  const known = findObject(context, 'customer', session.customer)
  if (known !== null) return known
  const { email = null, name = null } = session.customer_details ?? {}
  return createObject(context, 'customer', createId('cus'), { email, name, metadata: {} })
}

export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** Returns the end of the subscription's current period, in seconds since 1970. */
export function getPeriodEnd(subscription: Subscription): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end))
}

export function scheduleRenewal(context: SandboxContext, subscription: Subscription): void {
  const due = getPeriodEnd(subscription) * 1000
  context.store.putJob({ subject: subscription.id, due, outcome: 'renewed' })
}

export function activateSubscription(
  context: SandboxContext,
  id: string,
  intent: PaymentIntent,
): void {
  const subscription = findObject(context, 'subscription', id)
  if (subscription?.status !== 'incomplete') return
  scheduleRenewal(context, subscription)
  saveObject(context, { ...subscription, status: 'active' }, 'customer.subscription.updated')
  const invoice = findObject(context, 'invoice', subscription.latest_invoice)
  if (invoice !== null) context.notify('invoice.paid', linkInvoicePayment(context, invoice, intent))
}

/** Expires a subscription whose first payment has not been made in time. */
export function expireSubscription(context: SandboxContext, id: string): void {
  const subscription = findObject(context, 'subscription', id)
  context.store.dropJob(id)
  if (subscription?.status !== 'incomplete') return
  const now = getCurrentSeconds(context)
  for (const invoice of listInvoices(context, id, 'open')) voidInvoice(context, invoice)
  const lapsed = { ...subscription, status: 'incomplete_expired', ended_at: now } as const
  saveObject(context, lapsed, 'customer.subscription.updated')
}

/**
 * Returns the first end of a period after `start`: the day of the month of `anchor`, or the last day of a shorter month. Times are
 * in seconds since 1970.
 */
export function calculatePeriodEnd(anchor: number, start: number, rhythm: Recurring): number {
  for (let turn = 1; ; turn += 1) {
    const end = addIntervals(anchor, turn * rhythm.interval_count, rhythm.interval)
    if (end > start) return end
  }
}

function addIntervals(anchor: number, count: number, unit: Recurring['interval']): number {
  if (unit === 'day') return anchor + count * secondsPerDay
  if (unit === 'week') return anchor + count * 7 * secondsPerDay
  const begun = new Date(anchor * 1000)
  const months = begun.getUTCMonth() + (unit === 'year' ? count * 12 : count)
  const last = new Date(Date.UTC(begun.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const turn = new Date(begun)
  turn.setUTCMonth(months, Math.min(begun.getUTCDate(), last))
  return Math.floor(turn.getTime() / 1000)
}
