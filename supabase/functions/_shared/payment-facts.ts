import type Stripe from 'stripe'
import * as v from 'valibot'

/** What `settle_payment` needs to know of a payment session. Amounts in pence. */
export interface SessionFacts {
  sessionId: string
  orderId: string | null
  paymentStatus: string
  currency: string | null
  amountTotal: number | null
  amountDiscount: number
  paymentIntentId: string | null
  subscriptionId: string | null
  address: DeliveryAddress | null
  /** By the line's place in the order. */
  sizes: Record<string, string>
}

export const deliveryAddressSchema = v.object({
  name: v.string(),
  line1: v.string(),
  line2: v.nullable(v.string()),
  city: v.nullable(v.string()),
  county: v.nullable(v.string()),
  postcode: v.nullable(v.string()),
  country: v.string(),
})
type DeliveryAddress = v.InferOutput<typeof deliveryAddressSchema>

/** What it needs to know of a charge that was paid back. */
export interface ChargeFacts {
  orderId: string | null
  /** What a later box was paid by. */
  invoiceId: string | null
  paymentIntentId: string | null
  currency: string
  amountRefunded: number
  /** Our ids of the refunds that it was paid back by; none of those that were made at the provider's desk. */
  refunds: string[]
}

export function sessionFacts(session: Stripe.Checkout.Session): SessionFacts {
  return {
    sessionId: session.id,
    orderId: session.client_reference_id ?? session.metadata?.['order_id'] ?? null,
    paymentStatus: session.payment_status,
    currency: session.currency,
    amountTotal: session.amount_total,
    amountDiscount: session.total_details?.amount_discount ?? 0,
    paymentIntentId: idOf(session.payment_intent),
    subscriptionId: idOf(session.subscription),
    address: deliveryAddress(session),
    sizes: Object.fromEntries((session.custom_fields ?? []).flatMap(chosenSize)),
  }
}

export function chargeFacts(charge: Stripe.Charge): ChargeFacts {
  return {
    orderId: charge.metadata?.['order_id'] ?? null,
    invoiceId: null,
    paymentIntentId: idOf(charge.payment_intent),
    currency: charge.currency,
    amountRefunded: charge.amount_refunded,
    refunds: [],
  }
}

/** The same with the refunds of the charge as the provider has them now, which may be more than its news knew of. */
export function withRefunds(facts: ChargeFacts, refunds: readonly Stripe.Refund[]): ChargeFacts {
  const gone = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled')
  const sum = gone.reduce((total, refund) => total + refund.amount, 0)
  return {
    ...facts,
    amountRefunded: Math.max(facts.amountRefunded, sum),
    refunds: gone.flatMap((refund) => refund.metadata?.['refund_id'] ?? []),
  }
}

/**
 * The notification that a session, with its payment expanded, brings as it is now; null while it is open. `told` is the
 * one that came, if one did: it stands where the session says the same, or cannot say it.
 */
export function newsOf(session: Stripe.Checkout.Session, told = ''): string | null {
  if (session.status === 'expired') return 'checkout.session.expired'
  if (session.status !== 'complete') return null
  const isUnpaid = session.payment_status === 'unpaid'
  // A session with a box names no payment, so that its first one has failed is known by the event alone.
  if (told === `checkout.session.async_payment_${isUnpaid ? 'failed' : 'succeeded'}`) return told
  const intent = session.payment_intent
  const failed =
    isUnpaid &&
    typeof intent === 'object' &&
    intent !== null &&
    (intent.status === 'requires_payment_method' || intent.status === 'canceled')
  return failed ? 'checkout.session.async_payment_failed' : 'checkout.session.completed'
}

/** The provider names another object by its id or, when asked to, by the object itself. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null
  return typeof reference === 'string' ? reference : reference.id
}

function deliveryAddress(session: Stripe.Checkout.Session): DeliveryAddress | null {
  const details = session.collected_information?.shipping_details
  if (!details) return null
  const { line1, line2, city, state, postal_code: postcode, country } = details.address
  return {
    name: details.name,
    line1: line1 ?? '',
    line2: line2 || null,
    city: city || null,
    county: state || null,
    postcode: postcode || null,
    country: country ?? 'GB',
  }
}

/** The field `size3` belongs to the line at place 3; the label is the size as the shop writes it. */
function chosenSize(field: Stripe.Checkout.Session.CustomField): [string, string][] {
  const place = /^size(\d+)$/.exec(field.key)?.[1]
  const value = field.dropdown?.value
  if (place === undefined || value === null || value === undefined) return []
  return [[place, field.dropdown?.options.find((option) => option.value === value)?.label ?? value]]
}
