import { ApiError, noSuch } from './api-error.ts'
import { outcomeOf } from './cards.ts'
import { type Context, day, existing, find, keep, seconds } from './context.ts'
import { chargeInvoice, finalise, invoicesOf, makeInvoice, voidInvoice } from './invoices.ts'
import { nameOf } from './lines.ts'
import type { Invoice, Subscription } from './objects.ts'
import { endOfPeriod, isOver, periodEnd, planRenewal } from './subscriptions.ts'
import { bareCall, call, type Calls } from './calls.ts'
import { subscriptionChanges } from './parameters.ts'
import { type Value, withMetadata } from './rules.ts'

/** Seconds until a retry after the first, second and third failure; after the fourth the subscription ends. */
const pauses = [3 * day, 5 * day, 7 * day]

/**
 * Outcome of a payment. `action`: the payer has to confirm it. `failed`: it is declined. `unpaid`: it is declined for good,
 * and the subscription becomes unpaid, as an account can be configured.
 */
export type Outcome = 'succeeded' | 'failed' | 'unpaid' | 'action'

export function keepCard(context: Context, customer: string, number: string): void {
  context.store.put('card', customer, { number })
}

/** Runs a due renewal: the next invoice, the retry of a failed one, or the end of a cancelled subscription. */
export function renewWhenDue(context: Context, id: string): void {
  const subscription = find(context, 'subscription', id)
  context.store.dropJob(id)
  if (subscription === null) return
  const { status, cancel_at_period_end: ends, customer } = subscription
  const [open] = invoicesOf(context, id, 'open')
  if (status === 'past_due' && open !== undefined)
    collect(context, subscription, open, cardOutcome(context, customer))
  else if (status !== 'active' && status !== 'unpaid') return
  else if (ends) endSubscription(context, subscription, null)
  else begin(context, subscription)
}

/** Finalises an invoice that is still a draft, and collects its payment. */
export function finaliseWhenDue(context: Context, id: string): void {
  const draft = find(context, 'invoice', id)
  context.store.dropJob(id)
  const parent = draft?.parent.subscription_details.subscription
  const subscription = find(context, 'subscription', parent)
  if (draft?.status !== 'draft' || subscription === null) return
  const outcome = cardOutcome(context, subscription.customer)
  collect(context, subscription, finalise(context, draft), outcome)
}

function cardOutcome(context: Context, customer: string): Outcome {
  const { kind } = outcomeOf(find(context, 'card', customer)?.number ?? '')
  if (kind === 'confirms later') return 'action'
  return kind === 'pays' || kind === 'pays later' ? 'succeeded' : 'failed'
}

/** Renews a subscription at once; a cancelled one ends instead. @throws ApiError unless it is active */
export function renew(context: Context, id: string, outcome: Outcome): void {
  const subscription = existing(context, 'subscription', id)
  const { status, cancel_at_period_end: ends } = subscription
  if (status !== 'active')
    throw new ApiError(400, `Only an active subscription renews; this one is ${status}.`)
  context.store.together(() => {
    if (ends) return endSubscription(context, subscription, null)
    const [begun, draft] = begin(context, subscription)
    if (draft.status === 'void') return begun
    context.store.dropJob(draft.id)
    return collect(context, begun, finalise(context, draft), outcome)
  })
}

/**
 * Retries the open invoice of a subscription; the fourth failure ends the subscription.
 * @throws ApiError unless it is past due or unpaid
 */
export function retry(context: Context, id: string, outcome: Outcome): void {
  const subscription = existing(context, 'subscription', id)
  const [invoice] = invoicesOf(context, id, 'open')
  const isLate = subscription.status === 'past_due' || subscription.status === 'unpaid'
  if (!isLate || invoice === undefined)
    throw new ApiError(400, 'This subscription has no payment that could be tried again.')
  context.store.together(() => collect(context, subscription, invoice, outcome))
}

/** Ends a subscription now. Its unpaid invoices stay unpaid and are no longer collected automatically. */
export function endSubscription(
  context: Context,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' | null,
): Subscription {
  const now = seconds(context)
  const { id, cancellation_details: details } = subscription
  const ended: Subscription = {
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { reason: reason ?? details.reason },
  }
  context.store.dropJob(id)
  for (const invoice of invoicesOf(context, id, 'draft', 'open'))
    if (invoice.auto_advance) {
      context.store.dropJob(invoice.id)
      keep(context, { ...leftAlone(invoice), next_payment_attempt: null }, 'invoice.updated')
    }
  return keep(context, ended, 'customer.subscription.deleted')
}

/** Ends a pause: payments are collected again. */
export function resumeWhenDue(context: Context, job: string): void {
  context.store.dropJob(job)
  const subscription = find(context, 'subscription', job.replace(pausePrefix, ''))
  if (subscription === null || isOver(subscription)) return
  keep(context, { ...subscription, pause_collection: null }, 'customer.subscription.updated')
}

const pausePrefix = 'pause of '

function pause(context: Context, id: string, paused: Subscription['pause_collection']): void {
  const due = paused?.resumes_at ?? null
  if (due === null) context.store.dropJob(pausePrefix + id)
  else context.store.putJob({ subject: pausePrefix + id, due: due * 1000, outcome: 'resumed' })
}

function leftAlone(invoice: Invoice): Invoice {
  return { ...invoice, auto_advance: false, automatically_finalizes_at: null }
}

/**
 * Begins the next period with its invoice, which is a draft for an hour; that of an unpaid subscription stays a draft, that
 * of a paused one is void.
 */
function begin(context: Context, subscription: Subscription): [Subscription, Invoice] {
  const { billing_cycle_anchor: anchor, items } = subscription
  const start = endOfPeriod(subscription)
  const data = items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: periodEnd(anchor, start, item.price.recurring),
  }))
  const made = makeInvoice(context, {
    of: subscription,
    status: 'draft',
    reason: 'subscription_cycle',
    lines: data.map(({ price, quantity }) => ({
      price,
      quantity,
      description: nameOf(context, price),
    })),
    period: { start, end: Math.min(...data.map((item) => item.current_period_end)) },
  })
  const draft = subscription.status === 'unpaid' ? leftAlone(made) : made
  const begun = keep(
    context,
    { ...subscription, items: { ...items, data }, latest_invoice: draft.id },
    'customer.subscription.updated',
  )
  planRenewal(context, begun)
  const until = subscription.pause_collection ?? null
  if (until !== null && (until.resumes_at ?? Infinity) > start)
    return [begun, voidInvoice(context, keep(context, draft, 'invoice.created'))]
  const { automatically_finalizes_at: due } = draft
  if (due !== null)
    context.store.putJob({ subject: draft.id, due: due * 1000, outcome: 'finalised' })
  return [begun, keep(context, draft, 'invoice.created')]
}

function collect(
  context: Context,
  subscription: Subscription,
  invoice: Invoice,
  outcome: Outcome,
): Subscription {
  const tried = chargeInvoice(context, invoice, outcome)
  if (outcome !== 'succeeded') return fail(context, subscription, tried, outcome)
  const healed = subscription.status === 'active' ? undefined : 'customer.subscription.updated'
  const active = keep(context, { ...subscription, status: 'active' as const }, healed)
  planRenewal(context, active)
  context.notify('invoice.paid', tried)
  return active
}

function fail(
  context: Context,
  subscription: Subscription,
  tried: Invoice,
  outcome: Exclude<Outcome, 'succeeded'>,
): Subscription {
  const isUnpaid = outcome === 'unpaid' || subscription.status === 'unpaid'
  const pause = isUnpaid ? undefined : pauses[tried.attempt_count - 1]
  const next = pause === undefined ? null : seconds(context) + pause
  const failed = { ...tried, next_payment_attempt: next, auto_advance: next !== null }
  const late: Subscription = { ...subscription, status: isUnpaid ? 'unpaid' : 'past_due' }
  keep(context, failed, 'invoice.payment_failed')
  if (outcome === 'action') context.notify('invoice.payment_action_required', failed)
  if (next === null && !isUnpaid) return endSubscription(context, late, 'payment_failed')
  if (next === null) planRenewal(context, late)
  else context.store.putJob({ subject: late.id, due: next * 1000, outcome: 'renewed' })
  return keep(context, late, 'customer.subscription.updated')
}

export const subscriptionCalls: Calls = {
  'POST subscriptions/:id': call('subscription', subscriptionChanges, updateSubscription),
  'DELETE subscriptions/:id': bareCall('subscription', (context, id) => {
    const subscription = existing(context, 'subscription', id)
    if (isOver(subscription)) throw noSuch('subscription', id)
    return context.store.together(() =>
      endSubscription(context, subscription, 'cancellation_requested'),
    )
  }),
}

export function updateSubscription(
  context: Context,
  changes: Value<typeof subscriptionChanges>,
  id: string,
): Subscription {
  const known = existing(context, 'subscription', id)
  const { cancel_at_period_end: cancels, pause_collection: paused } = changes
  if (isOver(known) && (cancels !== undefined || paused !== undefined))
    throw new ApiError(
      400,
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  const changed = { ...known, metadata: withMetadata(known.metadata, changes.metadata) }
  if (cancels !== undefined && cancels !== known.cancel_at_period_end)
    Object.assign(changed, {
      cancel_at_period_end: cancels,
      cancel_at: cancels ? endOfPeriod(known) : null,
      canceled_at: cancels ? seconds(context) : null,
      cancellation_details: { reason: cancels ? 'cancellation_requested' : null },
    })
  if (paused !== undefined) Object.assign(changed, { pause_collection: paused })
  return context.store.together(() => {
    if (paused !== undefined) pause(context, id, paused)
    return keep(context, changed, 'customer.subscription.updated')
  })
}
