import type Stripe from 'stripe'
import { getPeriodEnd } from '../../../domain/billing-period.ts'
import { timeText } from '../../client.ts'
import { getObjectId, UnusableError } from './payment-facts.ts'

type BoxStatus = 'incomplete' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'cancelled'

const statuses: Record<Stripe.Subscription.Status, BoxStatus> = {
  incomplete: 'incomplete',
  // The first payment was never made, so the subscription never started.
  incomplete_expired: 'incomplete',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'paused',
  canceled: 'cancelled',
}

/**
 * Returns the facts of a subscription; amounts are in pence, times in ISO 8601. `intent` is the payment attempt of its
 * overdue invoice.
 * @throws UnusableError for a status or a price that is not of the shop's subscriptions
 */
export function getSubscriptionFacts(
  subscription: Stripe.Subscription,
  intent: Stripe.PaymentIntent | null = null,
) {
  // Stripe may send a status that is newer than its library's types.
  if (!Object.hasOwn(statuses, subscription.status))
    throw new UnusableError(`Unknown subscription status ${subscription.status}`)
  const status = statuses[subscription.status]
  const isOver = status === 'cancelled'
  const periodEnd = Math.min(...subscription.items.data.map((item) => item.current_period_end))
  const endsAt = subscription.cancel_at ?? (subscription.cancel_at_period_end ? periodEnd : null)
  const isCancelled = isOver || endsAt !== null
  return {
    id: subscription.id,
    customerId: getObjectId(subscription.customer) ?? '',
    orderId: subscription.metadata['order_id'] ?? null,
    currency: subscription.currency,
    status,
    items: subscription.items.data.map(toItem),
    periodEnd: timeText(periodEnd * 1000),
    skipsTo: isCancelled ? null : perhaps(skipsTo(subscription, periodEnd)),
    cancelsAtPeriodEnd: subscription.cancel_at_period_end,
    cancelledAt: isCancelled ? perhaps(subscription.canceled_at) : null,
    /** The time at which a cancelled subscription ends; null while it renews, and after it has ended. */
    endsAt: isOver ? null : perhaps(endsAt),
    endedAt: perhaps(subscription.ended_at),
    endReason: isCancelled ? reasonOf(subscription) : null,
    overdue: overdueOf(subscription, intent),
  }
}

/** Returns the facts that `settle_payment` needs of a paid invoice for a later box; null for any other invoice. */
export function getRenewalFacts(invoice: Stripe.Invoice, paymentIntentId: string | null) {
  if (invoice.status !== 'paid' || invoice.billing_reason !== 'subscription_cycle') return null
  return {
    id: invoice.id,
    currency: invoice.currency,
    amountPaid: invoice.amount_paid,
    paymentIntentId,
    lines: invoice.lines.data.map((line) => ({
      priceId: getObjectId(line.pricing?.price_details?.price),
      quantity: line.quantity ?? 1,
      amount: line.amount,
      description: line.description,
    })),
  }
}

/** Returns the time of the first payment that a pause does not skip; null when no payment is skipped. */
function skipsTo(subscription: Stripe.Subscription, periodEnd: number): number | null {
  const { billing_cycle_anchor: anchor, pause_collection: paused, items } = subscription
  const until = paused?.resumes_at ?? 0
  if (until <= periodEnd) return null
  return Math.min(
    ...items.data.flatMap(({ price: { recurring } }) =>
      recurring === null ? [] : [getPeriodEnd(anchor, until - 1, recurring)],
    ),
  )
}

function toItem({ price, quantity = 1 }: Stripe.SubscriptionItem) {
  if (price.unit_amount === null || price.recurring === null)
    throw new UnusableError(`The price ${price.id} is not that of a box`)
  const { interval, interval_count: count } = price.recurring
  return {
    priceId: price.id,
    quantity,
    unitAmount: price.unit_amount,
    interval: { unit: interval, count },
  }
}

function reasonOf({ cancellation_details: details }: Stripe.Subscription) {
  return details?.reason === 'payment_failed' ? 'unpaid' : 'asked'
}

/** Returns the latest invoice of a subscription if it is overdue, else null. */
export function findOverdueInvoice({ latest_invoice: invoice, status }: Stripe.Subscription) {
  if (status !== 'past_due' && status !== 'unpaid') return null
  const isOpen = invoice !== null && typeof invoice !== 'string' && invoice.status === 'open'
  return isOpen ? invoice : null
}

function overdueOf(subscription: Stripe.Subscription, intent: Stripe.PaymentIntent | null) {
  const invoice = findOverdueInvoice(subscription)
  if (invoice === null) return null

  return {
    invoiceId: invoice.id,
    amount: invoice.amount_remaining,
    retryAt: perhaps(invoice.next_payment_attempt),
    cause: causeOf(intent),
    payLink: /^https?:/.test(invoice.hosted_invoice_url ?? '') ? invoice.hosted_invoice_url : null,
  }
}

/** Returns the cause of a failed payment. https://docs.stripe.com/declines/codes */
function causeOf(intent: Stripe.PaymentIntent | null) {
  const error = intent?.last_payment_error
  const code = error?.decline_code ?? error?.code
  if (intent?.status === 'requires_action' || code === 'authentication_required') return 'confirm'
  if (code === 'insufficient_funds') return 'funds'
  return code === 'expired_card' ? 'expired' : 'declined'
}

function perhaps(seconds: number | null): string | null {
  return seconds === null ? null : timeText(seconds * 1000)
}
