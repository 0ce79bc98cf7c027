import { ApiError } from './api-error.ts'
import type { Invoice, Subscription } from './billing-objects.ts'
import { outcomeOf } from './cards.ts'
import { type Context, existing, find, seconds } from './context.ts'
import { chargeInvoice, finalise, invoicesOf, makeInvoice } from './invoices.ts'
import type { Customer, Product } from './objects.ts'
import { periodEnd } from './periods.ts'
import { endOfPeriod, planRenewal } from './subscriptions.ts'

const day = 24 * 60 * 60
/** How long after the first, second and third failure a payment is tried again; after the fourth the subscription ends. */
const pauses = [3 * day, 5 * day, 7 * day]

/** What becomes of a payment: declined for good, it leaves the subscription unpaid, as an account can be set to. */
export type Outcome = 'succeeded' | 'failed' | 'unpaid'

/** Remembers the card that later payments of a customer are taken from. */
export function keepCard(context: Context, customer: string, number: string): void {
  context.store.put('card', customer, { number })
}

/** What falls due by itself: the next invoice, another try of one that failed, or the end of a cancelled subscription. */
export function renewWhenDue(context: Context, id: string): void {
  const subscription = context.store.get<Subscription>('subscription', id)
  context.store.dropJob(id)
  if (subscription === null) return
  const { status, cancel_at_period_end: ends, customer } = subscription
  const [open] = invoicesOf(context, id, 'open')
  if (status === 'past_due' && open !== undefined)
    charge(context, subscription, open, cardOutcome(context, customer))
  else if ((status === 'active' || status === 'unpaid') && ends)
    endSubscription(context, subscription, null)
  else if (status === 'active' || status === 'unpaid') begin(context, subscription)
}

/** A draft that nobody has stopped becomes final, and its money is taken. */
export function finaliseWhenDue(context: Context, id: string): void {
  const draft = context.store.get<Invoice>('invoice', id)
  context.store.dropJob(id)
  const parent = draft?.parent.subscription_details.subscription
  const subscription = context.store.get<Subscription>('subscription', parent ?? '')
  if (draft?.status !== 'draft' || subscription === null) return
  const outcome = cardOutcome(context, subscription.customer)
  charge(context, subscription, finalise(context, draft), outcome)
}

function cardOutcome(context: Context, customer: string): Outcome {
  const card = context.store.get<{ number: string }>('card', customer)
  const { kind } = outcomeOf(card?.number ?? '')
  return kind === 'pays' || kind === 'pays later' ? 'succeeded' : 'failed'
}

/**
 * Lets a subscription's next period begin without waiting: its invoice is made, made final, and paid or not. One that
 * was cancelled ends instead.
 * @throws ApiError unless it is active
 */
export function renew(context: Context, id: string, outcome: Outcome): Subscription {
  const subscription = existing<Subscription>(context, 'subscription', id)
  if (subscription.status !== 'active')
    throw new ApiError(
      400,
      `Only an active subscription renews; this one is ${subscription.status}.`,
    )
  return context.store.together(() => {
    if (subscription.cancel_at_period_end) return endSubscription(context, subscription, null)
    const [begun, draft] = begin(context, subscription)
    context.store.dropJob(draft.id)
    return charge(context, begun, finalise(context, draft), outcome)
  })
}

/**
 * Tries the open invoice of a late subscription once more; the fourth failure ends it.
 * @throws ApiError unless it is past due or unpaid
 */
export function retry(context: Context, id: string, outcome: Outcome): Subscription {
  const subscription = existing<Subscription>(context, 'subscription', id)
  const [invoice] = invoicesOf(context, id, 'open')
  const isLate = subscription.status === 'past_due' || subscription.status === 'unpaid'
  if (!isLate || invoice === undefined)
    throw new ApiError(400, 'This subscription has no payment that could be tried again.')
  return context.store.together(() => charge(context, subscription, invoice, outcome))
}

/** Ends a subscription now. What of it is not paid stays so and is no longer collected by itself. */
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
  for (const invoice of invoicesOf(context, ended.id, 'draft', 'open'))
    if (invoice.auto_advance) stopCollecting(context, invoice)
  context.notify('customer.subscription.deleted', ended)
  return ended
}

function stopCollecting(context: Context, invoice: Invoice): void {
  const left: Invoice = {
    ...invoice,
    auto_advance: false,
    automatically_finalizes_at: null,
    next_payment_attempt: null,
  }
  context.store.put('invoice', left.id, left)
  context.store.dropJob(left.id)
  context.notify('invoice.updated', left)
}

/** The next period with its invoice, which is a draft for an hour; an unpaid subscription's stays one. */
function begin(context: Context, subscription: Subscription): [Subscription, Invoice] {
  const start = endOfPeriod(subscription)
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end:
      item.price.recurring === null
        ? start
        : periodEnd(subscription.billing_cycle_anchor, start, item.price.recurring),
  }))
  const made = makeInvoice(context, {
    status: 'draft',
    subscription: subscription.id,
    metadata: subscription.metadata,
    customer: subscription.customer,
    email: find<Customer>(context, 'customer', subscription.customer)?.email ?? null,
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
  const isStopped = subscription.status === 'unpaid'
  const draft: Invoice = isStopped
    ? { ...made, auto_advance: false, automatically_finalizes_at: null }
    : made
  const items = { ...subscription.items, data }
  const begun = { ...subscription, items, latest_invoice: draft.id }
  context.store.put('invoice', draft.id, draft)
  context.store.put('subscription', begun.id, begun)
  planRenewal(context, begun)
  if (draft.automatically_finalizes_at !== null)
    context.store.putJob({
      subject: draft.id,
      due: draft.automatically_finalizes_at * 1000,
      outcome: 'finalised',
    })
  context.notify('customer.subscription.updated', begun)
  context.notify('invoice.created', draft)
  return [begun, draft]
}

function charge(
  context: Context,
  subscription: Subscription,
  invoice: Invoice,
  outcome: Outcome,
): Subscription {
  const tried = chargeInvoice(context, invoice, outcome === 'succeeded')
  if (outcome !== 'succeeded') return fail(context, subscription, tried, outcome)
  const active: Subscription = { ...subscription, status: 'active' }
  context.store.put('subscription', active.id, active)
  planRenewal(context, active)
  if (subscription.status !== 'active') context.notify('customer.subscription.updated', active)
  context.notify('invoice.paid', tried)
  return active
}

function fail(
  context: Context,
  subscription: Subscription,
  tried: Invoice,
  outcome: 'failed' | 'unpaid',
): Subscription {
  const isUnpaid = outcome === 'unpaid' || subscription.status === 'unpaid'
  const pause = isUnpaid ? undefined : pauses[tried.attempt_count - 1]
  const next = pause === undefined ? null : seconds(context) + pause
  const failed: Invoice = { ...tried, next_payment_attempt: next, auto_advance: next !== null }
  const late: Subscription = { ...subscription, status: isUnpaid ? 'unpaid' : 'past_due' }
  context.store.put('invoice', failed.id, failed)
  context.store.put('subscription', late.id, late)
  context.notify('invoice.payment_failed', failed)
  if (next === null && !isUnpaid) return endSubscription(context, late, 'payment_failed')
  if (next === null) planRenewal(context, late)
  else context.store.putJob({ subject: late.id, due: next * 1000, outcome: 'renewed' })
  context.notify('customer.subscription.updated', late)
  return late
}
