import { ApiError } from './api-error.ts'
import { outcomeOf } from './cards.ts'
import { type Context, seconds } from './context.ts'
import { chargeInvoice, makeInvoice } from './invoices.ts'
import type { Customer, Invoice, Product, Subscription } from './objects.ts'
import { periodEnd } from './periods.ts'
import { endOfPeriod, findSubscription, planRenewal } from './subscriptions.ts'

const day = 24 * 60 * 60
/** How long after the first, second and third failure a payment is tried again; after the fourth the subscription ends. */
const pauses = [3 * day, 5 * day, 7 * day]

/** Remembers the card that later payments of a customer are taken from. */
export function keepCard(context: Context, customer: string, number: string): void {
  context.store.put('card', customer, { number })
}

/** What falls due by itself: the next payment, another try of one that failed, or the end of a cancelled subscription. */
export function renewWhenDue(context: Context, id: string): void {
  const subscription = context.store.get<Subscription>('subscription', id)
  context.store.dropJob(id)
  if (subscription === null) return
  const paid = cardPays(context, subscription.customer)
  if (subscription.status === 'active') renew(context, id, paid)
  else if (subscription.status === 'past_due') retry(context, id, paid)
}

function cardPays(context: Context, customer: string): boolean {
  const card = context.store.get<{ number: string }>('card', customer)
  const { kind } = outcomeOf(card?.number ?? '')
  return kind === 'pays' || kind === 'pays later'
}

/**
 * Lets a subscription's next period begin: its invoice is made and paid, or fails. One that was cancelled ends instead.
 * @throws ApiError unless it is active
 */
export function renew(context: Context, id: string, succeeded: boolean): Subscription {
  const subscription = findSubscription(context, id)
  if (subscription.status !== 'active')
    throw new ApiError(
      400,
      `Only an active subscription renews; this one is ${subscription.status}.`,
    )
  return context.store.together(() =>
    subscription.cancel_at_period_end
      ? endSubscription(context, subscription, null)
      : begin(context, subscription, succeeded),
  )
}

/**
 * Tries the open invoice of a past due subscription once more; the fourth failure ends it.
 * @throws ApiError unless it is past due
 */
export function retry(context: Context, id: string, succeeded: boolean): Subscription {
  const subscription = findSubscription(context, id)
  const invoice = context.store.get<Invoice>('invoice', subscription.latest_invoice)
  if (subscription.status !== 'past_due' || invoice === null || invoice.status !== 'open')
    throw new ApiError(400, 'This subscription has no payment that could be tried again.')
  return context.store.together(() => charge(context, subscription, invoice, succeeded))
}

/** Ends a subscription now. What of it is not paid stays open and is no longer collected by itself. */
export function endSubscription(
  context: Context,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' | null,
): Subscription {
  const now = seconds(context)
  const details = subscription.cancellation_details
  const ended: Subscription = {
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { ...details, reason: reason ?? details.reason },
  }
  context.store.put('subscription', ended.id, ended)
  context.store.dropJob(ended.id)
  for (const invoice of openInvoices(context, ended.id)) {
    const left: Invoice = { ...invoice, auto_advance: false, next_payment_attempt: null }
    context.store.put('invoice', left.id, left)
    context.notify('invoice.updated', left)
  }
  context.notify('customer.subscription.deleted', ended)
  return ended
}

function openInvoices(context: Context, subscription: string): Invoice[] {
  return context.store
    .all<Invoice>('invoice')
    .filter(
      ({ status, parent }) =>
        status === 'open' && parent.subscription_details.subscription === subscription,
    )
}

function begin(context: Context, subscription: Subscription, succeeded: boolean): Subscription {
  const start = endOfPeriod(subscription)
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end:
      item.price.recurring === null
        ? start
        : periodEnd(subscription.billing_cycle_anchor, start, item.price.recurring),
  }))
  const invoice = makeInvoice(context, {
    subscription: subscription.id,
    metadata: subscription.metadata,
    customer: subscription.customer,
    email: context.store.get<Customer>('customer', subscription.customer)?.email ?? null,
    currency: subscription.currency,
    reason: 'subscription_cycle',
    lines: data.map(({ price, quantity }) => ({
      price,
      quantity,
      description:
        price.nickname ?? context.store.get<Product>('product', price.product)?.name ?? '',
      amount: price.unit_amount * quantity,
    })),
    total: data.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0),
    period: { start, end: Math.min(...data.map((item) => item.current_period_end)) },
  })
  const items = { ...subscription.items, data }
  return charge(context, { ...subscription, items, latest_invoice: invoice.id }, invoice, succeeded)
}

function charge(
  context: Context,
  subscription: Subscription,
  invoice: Invoice,
  succeeded: boolean,
): Subscription {
  const tried = chargeInvoice(context, invoice, succeeded)
  if (succeeded) {
    const active: Subscription = { ...subscription, status: 'active' }
    context.store.put('subscription', active.id, active)
    planRenewal(context, active)
    context.notify('customer.subscription.updated', active)
    context.notify('invoice.paid', tried)
    return active
  }
  return fail(context, subscription, tried)
}

function fail(context: Context, subscription: Subscription, tried: Invoice): Subscription {
  const pause = pauses[tried.attempt_count - 1]
  const next = pause === undefined ? null : seconds(context) + pause
  const failed: Invoice = {
    ...tried,
    next_payment_attempt: next,
    status: next === null ? 'void' : 'open',
  }
  const overdue: Subscription = { ...subscription, status: 'past_due' }
  context.store.put('invoice', failed.id, failed)
  context.store.put('subscription', overdue.id, overdue)
  context.notify('invoice.payment_failed', failed)
  if (next === null) return endSubscription(context, overdue, 'payment_failed')
  context.store.putJob({ session: overdue.id, due: next * 1000, outcome: 'renewed' })
  context.notify('customer.subscription.updated', overdue)
  return overdue
}
