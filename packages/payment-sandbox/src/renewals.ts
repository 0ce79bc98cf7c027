import { ApiError, createMissingError } from './api-error.ts'
import { getCardOutcome } from './cards.ts'
import {
  type SandboxContext,
  secondsPerDay,
  getObject,
  findObject,
  saveObject,
  getCurrentSeconds,
} from './context.ts'
import {
  chargeInvoice,
  finaliseInvoice,
  listInvoices,
  createInvoice,
  voidInvoice,
} from './invoices.ts'
import { getPriceName } from './line-items.ts'
import type { Invoice, Subscription } from './objects.ts'
import { getPeriodEnd, hasEnded, calculatePeriodEnd, scheduleRenewal } from './subscriptions.ts'
import { defineEndpointWithoutParams, defineEndpoint, type Endpoints } from './endpoints.ts'
import { subscriptionChanges } from './parameters.ts'
import { type RuleValue, mergeMetadata } from './rules.ts'

/** The seconds until the retry of a payment after its first, second and third failure. The fourth failure ends the subscription. */
const retryPauses = [3 * secondsPerDay, 5 * secondsPerDay, 7 * secondsPerDay]

/**
 * The outcome of a payment. `action`: the customer has to confirm it. `failed`: it is declined and retried later. `unpaid`: it is
 * declined, and the subscription becomes unpaid, which an account can choose instead of a cancellation.
 */
export type PaymentOutcome = 'succeeded' | 'failed' | 'unpaid' | 'action'

export function saveCard(context: SandboxContext, customer: string, number: string): void {
  context.store.put('card', customer, { number })
}

/**
 * Runs the scheduled job of a subscription: creates the next invoice, retries a failed payment, or ends a cancelled subscription.
 */
export function renewSubscriptionWhenDue(context: SandboxContext, id: string): void {
  const subscription = findObject(context, 'subscription', id)
  context.store.dropJob(id)
  if (subscription === null) return
  const { status, cancel_at_period_end: ends, customer } = subscription
  const [open] = listInvoices(context, id, 'open')
  if (status === 'past_due' && open !== undefined)
    collectPayment(context, subscription, open, getRenewalOutcome(context, customer))
  else if (status !== 'active' && status !== 'unpaid') return
  else if (ends) endSubscription(context, subscription, null)
  else startNextPeriod(context, subscription)
}

/** Finalises a draft invoice and collects its payment. Does nothing when the invoice is no longer a draft. */
export function finaliseInvoiceWhenDue(context: SandboxContext, id: string): void {
  const draft = findObject(context, 'invoice', id)
  context.store.dropJob(id)
  const parent = draft?.parent.subscription_details.subscription
  const subscription = findObject(context, 'subscription', parent)
  if (draft?.status !== 'draft' || subscription === null) return
  const outcome = getRenewalOutcome(context, subscription.customer)
  collectPayment(context, subscription, finaliseInvoice(context, draft), outcome)
}

function getRenewalOutcome(context: SandboxContext, customer: string): PaymentOutcome {
  const { kind } = getCardOutcome(findObject(context, 'card', customer)?.number ?? '')
  if (kind === 'confirms later') return 'action'
  return kind === 'pays' || kind === 'pays later' ? 'succeeded' : 'failed'
}

/**
 * Renews a subscription at once. When it is set to cancel at the end of the period, it ends instead.
 * @throws ApiError unless the subscription is active
 */
export function renewSubscription(
  context: SandboxContext,
  id: string,
  outcome: PaymentOutcome,
): void {
  const subscription = getObject(context, 'subscription', id)
  const { status, cancel_at_period_end: ends } = subscription
  if (status !== 'active')
    throw new ApiError(400, `Only an active subscription renews; this one is ${status}.`)
  context.store.together(() => {
    if (ends) return endSubscription(context, subscription, null)
    const [begun, draft] = startNextPeriod(context, subscription)
    if (draft.status === 'void') return begun
    context.store.dropJob(draft.id)
    return collectPayment(context, begun, finaliseInvoice(context, draft), outcome)
  })
}

/**
 * Retries the payment of a subscription's open invoice. The fourth failure ends the subscription.
 * @throws ApiError unless the subscription is past due or unpaid
 */
export function retryInvoice(context: SandboxContext, id: string, outcome: PaymentOutcome): void {
  const subscription = getObject(context, 'subscription', id)
  const [invoice] = listInvoices(context, id, 'open')
  const isLate = subscription.status === 'past_due' || subscription.status === 'unpaid'
  if (!isLate || invoice === undefined)
    throw new ApiError(400, 'This subscription has no payment that could be tried again.')
  context.store.together(() => collectPayment(context, subscription, invoice, outcome))
}

/** Ends a subscription at once. Its open invoices are no longer collected automatically. */
export function endSubscription(
  context: SandboxContext,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' | null,
): Subscription {
  const now = getCurrentSeconds(context)
  const { id, cancellation_details: details } = subscription
  const ended: Subscription = {
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { reason: reason ?? details.reason },
  }
  context.store.dropJob(id)
  for (const invoice of listInvoices(context, id, 'draft', 'open'))
    if (invoice.auto_advance) {
      context.store.dropJob(invoice.id)
      saveObject(
        context,
        { ...isCollectionPaused(invoice), next_payment_attempt: null },
        'invoice.updated',
      )
    }
  return saveObject(context, ended, 'customer.subscription.deleted')
}

/** Ends the pause of a subscription, so that its payments are collected again. */
export function resumeSubscriptionWhenDue(context: SandboxContext, job: string): void {
  context.store.dropJob(job)
  const subscription = findObject(context, 'subscription', job.replace(pausePrefix, ''))
  if (subscription === null || hasEnded(subscription)) return
  saveObject(context, { ...subscription, pause_collection: null }, 'customer.subscription.updated')
}

const pausePrefix = 'pause of '

function pause({ store }: SandboxContext, id: string, resumesAt: number | null): void {
  const subject = pausePrefix + id
  if (resumesAt === null) store.dropJob(subject)
  else store.putJob({ subject, due: resumesAt * 1000, outcome: 'resumed' })
}

function isCollectionPaused(invoice: Invoice): Invoice {
  return { ...invoice, auto_advance: false, automatically_finalizes_at: null }
}

/**
 * Begins the next period of a subscription and creates its invoice, which is a draft for an hour. The invoice of an unpaid
 * subscription stays a draft; that of a paused one is void.
 */
function startNextPeriod(
  context: SandboxContext,
  subscription: Subscription,
): [Subscription, Invoice] {
  const { billing_cycle_anchor: anchor, items } = subscription
  const start = getPeriodEnd(subscription)
  const data = items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: calculatePeriodEnd(anchor, start, item.price.recurring),
  }))
  const made = createInvoice(context, {
    of: subscription,
    status: 'draft',
    reason: 'subscription_cycle',
    lines: data.map(({ price, quantity }) => ({
      price,
      quantity,
      description: getPriceName(context, price),
    })),
    period: { start, end: Math.min(...data.map((item) => item.current_period_end)) },
  })
  const draft = subscription.status === 'unpaid' ? isCollectionPaused(made) : made
  const begun = saveObject(
    context,
    { ...subscription, items: { ...items, data }, latest_invoice: draft.id },
    'customer.subscription.updated',
  )
  scheduleRenewal(context, begun)
  const until = subscription.pause_collection ?? null
  if (until !== null && (until.resumes_at ?? Infinity) > start)
    return [begun, voidInvoice(context, saveObject(context, draft, 'invoice.created'))]
  const { automatically_finalizes_at: due } = draft
  if (due !== null)
    context.store.putJob({ subject: draft.id, due: due * 1000, outcome: 'finalised' })
  return [begun, saveObject(context, draft, 'invoice.created')]
}

function collectPayment(
  context: SandboxContext,
  subscription: Subscription,
  invoice: Invoice,
  outcome: PaymentOutcome,
): Subscription {
  const tried = chargeInvoice(context, invoice, outcome)
  if (outcome !== 'succeeded') return recordFailure(context, subscription, tried, outcome)
  const healed = subscription.status === 'active' ? undefined : 'customer.subscription.updated'
  const active = saveObject(context, { ...subscription, status: 'active' as const }, healed)
  scheduleRenewal(context, active)
  context.notify('invoice.paid', tried)
  return active
}

function recordFailure(
  context: SandboxContext,
  subscription: Subscription,
  tried: Invoice,
  outcome: Exclude<PaymentOutcome, 'succeeded'>,
): Subscription {
  const isUnpaid = outcome === 'unpaid' || subscription.status === 'unpaid'
  const pause = isUnpaid ? undefined : retryPauses[tried.attempt_count - 1]
  const next = pause === undefined ? null : getCurrentSeconds(context) + pause
  const failed = { ...tried, next_payment_attempt: next, auto_advance: next !== null }
  const late: Subscription = { ...subscription, status: isUnpaid ? 'unpaid' : 'past_due' }
  saveObject(context, failed, 'invoice.payment_failed')
  if (outcome === 'action') context.notify('invoice.payment_action_required', failed)
  if (next === null && !isUnpaid) return endSubscription(context, late, 'payment_failed')
  if (next === null) scheduleRenewal(context, late)
  else context.store.putJob({ subject: late.id, due: next * 1000, outcome: 'renewed' })
  return saveObject(context, late, 'customer.subscription.updated')
}

export const subscriptionEndpoints: Endpoints = {
  'POST subscriptions/:id': defineEndpoint('subscription', subscriptionChanges, updateSubscription),
  'DELETE subscriptions/:id': defineEndpointWithoutParams('subscription', (context, id) => {
    const subscription = getObject(context, 'subscription', id)
    if (hasEnded(subscription)) throw createMissingError('subscription', id)
    return context.store.together(() =>
      endSubscription(context, subscription, 'cancellation_requested'),
    )
  }),
}

export function updateSubscription(
  context: SandboxContext,
  changes: RuleValue<typeof subscriptionChanges>,
  id: string,
): Subscription {
  const known = getObject(context, 'subscription', id)
  const { cancel_at_period_end: cancels, pause_collection: paused } = changes
  if (hasEnded(known) && (cancels !== undefined || paused !== undefined))
    throw new ApiError(
      400,
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  const changed = { ...known, metadata: mergeMetadata(known.metadata, changes.metadata) }
  if (cancels !== undefined && cancels !== known.cancel_at_period_end)
    Object.assign(changed, {
      cancel_at_period_end: cancels,
      cancel_at: cancels ? getPeriodEnd(known) : null,
      canceled_at: cancels ? getCurrentSeconds(context) : null,
      cancellation_details: { reason: cancels ? 'cancellation_requested' : null },
    })
  if (paused !== undefined) Object.assign(changed, { pause_collection: paused })
  return context.store.together(() => {
    if (paused !== undefined) pause(context, id, paused?.resumes_at ?? null)
    return saveObject(context, changed, 'customer.subscription.updated')
  })
}
