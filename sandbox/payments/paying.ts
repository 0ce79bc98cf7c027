import { ApiError } from './api-error.ts'
import { type Context, seconds } from './context.ts'
import { type CardOutcome, outcomeOf } from './cards.ts'
import { countUse, isSpent } from './discounts.ts'
import { newId } from './ids.ts'
import type { Address, Charge, PaymentIntent } from './objects.ts'
import type { KeptSession, Session } from './session-objects.ts'
import { findSession, keep } from './sessions.ts'
import { keepCard } from './renewals.ts'
import { startSubscription } from './subscriptions.ts'

/** What the shopper gave on the payment page. */
export interface Payment {
  card: string
  email: string
  shipping: { name: string; address: Address } | null
  /** By the key of the custom field. */
  choices: Record<string, string>
}

export type PaymentResult = { declined: string } | { session: Session }

/** Pays an open session in one write: the payment, the session and the notification, or nothing but the reason. */
export function paySession(context: Context, id: string, payment: Payment): PaymentResult {
  const kept = findSession(context, id)
  if (kept.session.status !== 'open') throw new ApiError(400, 'This session is no longer open.')
  if (kept.session.discounts.some((discount) => isSpent(context, discount)))
    return { declined: 'This code has been used.' }
  const outcome = outcomeOf(payment.card)
  if (outcome.kind === 'declined') return { declined: outcome.message }
  return {
    session: context.store.together(() => complete(context, kept, payment, outcome)),
  }
}

function complete(
  context: Context,
  kept: KeptSession,
  payment: Payment,
  outcome: CardOutcome,
): Session {
  const free = kept.session.amount_total === 0
  const now = free || outcome.kind === 'pays' || outcome.kind === 'pays once'
  const session: Session = {
    ...kept.session,
    status: 'complete',
    payment_status: free ? 'no_payment_required' : now ? 'paid' : 'unpaid',
    url: null,
    customer_details: details(payment),
    collected_information: {
      business_name: null,
      individual_name: null,
      shipping_details: payment.shipping,
    },
    custom_fields: kept.session.custom_fields.map((field) => ({
      ...field,
      dropdown: { ...field.dropdown, value: payment.choices[field.key] ?? null },
    })),
  }
  const paid = { ...kept, session }
  if (!free) recordPayment(context, paid, now)
  if (session.customer !== null) keepCard(context, session.customer, payment.card)
  for (const discount of session.discounts) countUse(context, discount)
  keep(context, paid)
  context.notify('checkout.session.completed', session)
  if (now) context.store.dropJob(session.id)
  else
    context.store.putJob({
      subject: session.id,
      due: context.now() + context.settleAfterMs,
      outcome: outcome.kind === 'fails later' ? 'failed' : 'succeeded',
    })
  return session
}

function details(payment: Payment): Session['customer_details'] {
  return {
    email: payment.email,
    name: payment.shipping?.name ?? null,
    phone: null,
    address: payment.shipping?.address ?? null,
    tax_exempt: 'none',
    tax_ids: [],
    business_name: null,
    individual_name: null,
  }
}

/** Makes the payment and its charge, and names them in the session (a subscription names its invoice instead). */
function recordPayment(context: Context, kept: KeptSession, now: boolean): void {
  const { session, inner } = kept
  const shared = { created: seconds(context), livemode: false, currency: session.currency } as const
  const intent: PaymentIntent = {
    ...shared,
    id: newId('pi'),
    object: 'payment_intent',
    amount: session.amount_total,
    amount_received: now ? session.amount_total : 0,
    customer: session.customer,
    description: inner.description,
    metadata: session.mode === 'payment' ? inner.metadata : {},
    status: now ? 'succeeded' : 'processing',
    latest_charge: null,
    last_payment_error: null,
  }
  const charge: Charge = {
    ...shared,
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount_received,
    amount_refunded: 0,
    captured: now,
    paid: now,
    refunded: false,
    status: now ? 'succeeded' : 'pending',
    payment_intent: intent.id,
    customer: session.customer,
    description: intent.description,
    metadata: intent.metadata,
    billing_details: {
      email: session.customer_details?.email ?? null,
      name: session.customer_details?.name ?? null,
      phone: null,
      address: null,
      tax_id: null,
    },
  }
  intent.latest_charge = charge.id
  context.store.put('charge', charge.id, charge)
  context.store.put('payment_intent', intent.id, intent)
  if (session.mode === 'payment') session.payment_intent = intent.id
  else startSubscription(context, kept, intent)
}
