import type Stripe from 'stripe'
import * as v from 'valibot'
import { hasUnstorableText } from './body.ts'

/** Thrown when the data from Stripe is not about the shop, or has an unknown shape; a retry does not help. */
export class UnusableError extends Error {
  override name = 'UnusableError'
}

export const providerIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/))
const text = v.pipe(v.string(), v.maxLength(5000))
const place = v.nullish(text, null)
/** An amount in pence that fits into PostgreSQL's integer. */
const amount = v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 31)), v.maxValue(2 ** 31 - 1))
const reference = v.nullish(
  v.union([
    providerIdSchema,
    v.pipe(
      v.object({ id: providerIdSchema }),
      v.transform(({ id }) => id),
    ),
  ]),
  null,
)
const metadata = v.nullish(v.object({ order_id: v.optional(text) }))

/** Returns the id of a referenced object, which Stripe sends as an id or, when expanded, as the object itself. */
export function getObjectId(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null
  return typeof reference === 'string' ? reference : reference.id
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

const address = v.pipe(
  v.object({
    name: text,
    address: v.object({
      line1: place,
      line2: place,
      city: place,
      state: place,
      postal_code: place,
      country: place,
    }),
  }),
  v.transform(({ name, address }): v.InferOutput<typeof deliveryAddressSchema> => ({
    name,
    line1: address.line1 ?? '',
    line2: address.line2 || null,
    city: address.city || null,
    county: address.state || null,
    postcode: address.postal_code || null,
    country: address.country ?? 'GB',
  })),
)

/** The custom field `size3` belongs to the order line at position 3; its label is the size as the shop writes it. */
const sizeField = v.pipe(
  v.object({
    key: text,
    dropdown: v.nullish(
      v.object({ value: place, options: v.array(v.object({ label: text, value: text })) }),
    ),
  }),
  v.transform(({ key, dropdown }): [string, string][] => {
    const line = /^size(\d+)$/.exec(key)?.[1]
    const chosen = dropdown?.value ?? null
    if (line === undefined || chosen === null) return []
    return [[line, dropdown?.options.find(({ value }) => value === chosen)?.label ?? chosen]]
  }),
)

/**
 * Reads the facts that `settle_payment` needs from a payment session. Amounts are in pence, sizes are keyed by the line's
 * position in the order.
 */
const session = v.pipe(
  v.object({
    id: providerIdSchema,
    client_reference_id: place,
    metadata,
    payment_status: text,
    currency: place,
    amount_total: v.nullish(amount, null),
    total_details: v.nullish(v.object({ amount_discount: amount })),
    payment_intent: reference,
    subscription: reference,
    collected_information: v.nullish(v.object({ shipping_details: v.nullish(address, null) })),
    custom_fields: v.nullish(v.array(sizeField)),
  }),
  v.transform((session) => ({
    sessionId: session.id,
    orderId: session.client_reference_id ?? session.metadata?.order_id ?? null,
    paymentStatus: session.payment_status,
    currency: session.currency,
    amountTotal: session.amount_total,
    amountDiscount: session.total_details?.amount_discount ?? 0,
    paymentIntentId: session.payment_intent,
    subscriptionId: session.subscription,
    address: session.collected_information?.shipping_details ?? null,
    sizes: Object.fromEntries((session.custom_fields ?? []).flat()),
  })),
)
export type SessionFacts = v.InferOutput<typeof session>

const charge = v.pipe(
  v.object({ metadata, payment_intent: reference, currency: text, amount_refunded: amount }),
  v.transform(({ metadata, payment_intent, currency, amount_refunded }) => ({
    orderId: metadata?.order_id ?? null,
    paymentIntentId: payment_intent,
    currency,
    amountRefunded: amount_refunded,
  })),
)

export interface ChargeFacts extends v.InferOutput<typeof charge> {
  invoiceId: string | null
  /** The shop's ids of its own refunds; refunds that were made in Stripe's dashboard have none. */
  refunds: string[]
}

const invoice = v.object({
  id: providerIdSchema,
  parent: v.nullish(
    v.object({ subscription_details: v.nullish(v.object({ subscription: reference })) }),
  ),
})

/**
 * Reads the facts of a payment session.
 * @throws UnusableError for an unknown shape, or text that cannot be stored
 */
export function getSessionFacts(said: Stripe.Checkout.Session): SessionFacts {
  return factsOf(session, said)
}

/**
 * Reads the facts of a charge.
 * @param refunds as Stripe has them now, which may be more than when the event was sent
 */
export function getChargeFacts(
  said: Stripe.Charge,
  refunds: readonly Stripe.Refund[],
): ChargeFacts {
  const facts = factsOf(charge, said)
  const gone = refunds.filter((refund) => !isFailedRefund(refund))
  const sum = gone.reduce((total, refund) => total + refund.amount, 0)
  return {
    ...facts,
    invoiceId: null,
    // The charge may still count a failed refund in `amount_refunded`.
    amountRefunded: gone.length < refunds.length ? sum : Math.max(facts.amountRefunded, sum),
    refunds: gone.flatMap((refund) => refund.metadata?.['refund_id'] ?? []),
  }
}

export function isFailedRefund({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled'
}

export function getInvoiceSubscriptionId(said: Stripe.Invoice): string | null {
  return factsOf(invoice, said).parent?.subscription_details?.subscription ?? null
}

function factsOf<Facts>(schema: v.GenericSchema<unknown, Facts>, said: object): Facts {
  const { success, output } = v.safeParse(schema, said)
  if (success && !hasUnstorableText(output)) return output
  throw new UnusableError('It has not the shape of its kind')
}

/**
 * Returns the event type that matches the present state of a session whose payment is expanded; null while the session is
 * open. `told` is the type of the received event, if any: it is returned when the session agrees with it or cannot disprove
 * it.
 */
export function getEventType(session: Stripe.Checkout.Session, told = ''): string | null {
  if (session.status === 'expired') return 'checkout.session.expired'
  if (session.status !== 'complete') return null
  const isUnpaid = session.payment_status === 'unpaid'
  // A session that starts a subscription refers to no payment, so only the event says that its first payment failed.
  if (told === `checkout.session.async_payment_${isUnpaid ? 'failed' : 'succeeded'}`) return told
  const intent = session.payment_intent
  const failed =
    isUnpaid &&
    typeof intent === 'object' &&
    intent !== null &&
    (intent.status === 'requires_payment_method' || intent.status === 'canceled')
  return failed ? 'checkout.session.async_payment_failed' : 'checkout.session.completed'
}
