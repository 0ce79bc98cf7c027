import type Stripe from 'stripe'
import * as v from 'valibot'
import { rpc, rpcAt, getRows, type ShopClient, timeText } from '../../client.ts'
import {
  type ChargeFacts,
  getObjectId,
  type SessionFacts,
  getSessionFacts,
  getInvoiceSubscriptionId,
} from './payment-facts.ts'
import { findOverdueInvoice, getRenewalFacts, getSubscriptionFacts } from './subscription-facts.ts'
import { nullIfMissing } from './stripe.ts'

export interface SettlementTools {
  /** A Supabase client with the secret key. */
  client: ShopClient
  stripe: Stripe
  businessEmail: string
  /** Returns the time in ms since 1970. */
  now: () => number
}

export interface DisputeTools extends SettlementTools {
  /** URL at which the owner answers disputes. */
  disputesUrl: string
}

/** The Stripe event that is processed; `id` is null when the shop itself started the settlement. */
export interface EventSource {
  id: string | null
  type: string
}

export const applyResultSchema = v.object({
  outcome: v.picklist(['applied', 'ignored', 'set aside', 'repeated']),
  detail: v.nullish(v.string()),
  number: v.nullish(v.number()),
})
export type ApplyResult = v.InferOutput<typeof applyResultSchema>

/** The database's result when it wrote nothing because something else must be done first. */
const obstacleSchema = v.object({ outcome: v.picklist(['outdated', 'unfounded']) })

type Invoices = readonly (string | Stripe.Invoice)[]

const maxRounds = 6

/**
 * Writes the state of a payment (a checkout session, or a charge with its refunds) to its order in the database. For the
 * payment of a subscription, the state of the subscription is fetched from Stripe and written, too.
 */
export async function settlePayment(
  tools: SettlementTools,
  source: EventSource,
  facts: SessionFacts | ChargeFacts,
): Promise<ApplyResult> {
  if (!('subscriptionId' in facts) || facts.subscriptionId === null)
    return v.parse(applyResultSchema, await send(tools, source, facts))
  return settleFetchedState(tools, source, facts.subscriptionId, [], facts)
}

/**
 * Settles a subscription as Stripe has it now, whatever the event says, with the orders of the given invoices, if they are
 * paid and for later boxes. An invoice is given by its id, or as the object that Stripe has just returned: a paid invoice
 * stays paid.
 */
export async function settleSubscriptions(
  tools: SettlementTools,
  source: EventSource,
  subscriptionId: string,
  invoices: Invoices = [],
): Promise<ApplyResult> {
  return settleFetchedState(tools, source, subscriptionId, invoices, {})
}

/**
 * Fetches a subscription from Stripe and writes it to the database. It starts over when another process has written in
 * between, so that an older state never overwrites a newer one.
 * @throws Error when it was overtaken too often; Stripe should send its event again
 */
async function settleFetchedState(
  tools: SettlementTools,
  source: EventSource,
  subscriptionId: string,
  invoices: Invoices,
  rest: SessionFacts | object,
): Promise<ApplyResult> {
  // True once the order of the first payment has been settled as far as possible.
  let isFounded = false
  for (let round = 0; round < maxRounds; round += 1) {
    const boxes = await fetchSubscriptionState(tools, subscriptionId, invoices)
    if (boxes === null)
      return 'sessionId' in rest
        ? v.parse(applyResultSchema, await send(tools, source, rest))
        : { outcome: 'ignored' }
    const facts = { ...rest, ...boxes, isFounded }
    const answer = await send(tools, source, facts)
    if (!v.is(obstacleSchema, answer)) return v.parse(applyResultSchema, answer)
    if (answer.outcome === 'unfounded') {
      await settleFirstPayment(tools, subscriptionId)
      isFounded = true
    }
  }
  throw new Error('The subscription was changed again and again meanwhile')
}

/** Fetches a subscription with its revision in the database; returns null when Stripe has no such subscription. */
async function fetchSubscriptionState(
  { client, stripe }: SettlementTools,
  subscriptionId: string,
  asked: Invoices,
) {
  // The revision must be read first: if it has changed when the result is written, Stripe's response below may be outdated.
  const revision = await rpc(client, 'subscription_revision', {
    p_stripe_subscription_id: subscriptionId,
  })
  const subscription = await nullIfMissing(
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
  )
  if (subscription === null) return null
  const invoices = await Promise.all(asked.map((one) => readRenewal(stripe, subscriptionId, one)))
  return {
    subscription: getSubscriptionFacts(subscription, await overduePayment(stripe, subscription)),
    revision,
    invoices: invoices.filter((invoice) => invoice !== null),
  }
}

/** Returns the payment attempt of an overdue invoice; makes no request when no invoice is overdue. */
async function overduePayment(stripe: Stripe, subscription: Stripe.Subscription) {
  const invoice = findOverdueInvoice(subscription)
  if (invoice === null) return null
  const { data } = await stripe.invoicePayments.list({ invoice: invoice.id, limit: 1 })
  const id = getObjectId(data[0]?.payment.payment_intent)
  return id === null ? null : nullIfMissing(stripe.paymentIntents.retrieve(id))
}

/**
 * Returns an invoice for a later box; null when it does not exist, belongs to another subscription, is unpaid, or is for
 * the first box.
 */
async function readRenewal(stripe: Stripe, subscriptionId: string, asked: string | Stripe.Invoice) {
  const invoice =
    typeof asked === 'string' ? await nullIfMissing(stripe.invoices.retrieve(asked)) : asked
  if (
    invoice === null ||
    getInvoiceSubscriptionId(invoice) !== subscriptionId ||
    getRenewalFacts(invoice, null) === null
  )
    return null
  const { data } = await stripe.invoicePayments.list({
    invoice: invoice.id,
    status: 'paid',
    limit: 1,
  })
  return getRenewalFacts(invoice, getObjectId(data[0]?.payment.payment_intent))
}

/**
 * Settles the first payment of a subscription, with its delivery address, because a later payment arrived before the first
 * one's event.
 */
async function settleFirstPayment(tools: SettlementTools, subscriptionId: string): Promise<void> {
  const { data } = await tools.stripe.checkout.sessions.list({
    subscription: subscriptionId,
    limit: 1,
  })
  const [session] = data
  if (session === undefined || session.payment_status === 'unpaid') return
  const type = 'checkout.session.completed'
  await settlePayment(
    tools,
    { id: `sweep_completed_${session.id}`, type },
    getSessionFacts(session),
  )
}

/**
 * Records an event that changes nothing, so that Stripe does not send it again.
 * @throws Error when the database cannot be reached
 */
export async function quarantineEvent(
  { client, now }: SettlementTools,
  { id, type }: { id: string; type: string },
  detail: string,
): Promise<ApplyResult> {
  const row = { id, type, outcome: 'set aside', detail, received_at: timeText(now()) }
  const once = { onConflict: 'id', ignoreDuplicates: true }
  await getRows('The event', client.from('payment_events').upsert(row, once))
  return { outcome: 'set aside', detail }
}

function send(tools: SettlementTools, { id, type }: EventSource, facts: object): Promise<unknown> {
  return rpcAt(tools, 'settle_payment', {
    p_event_id: id,
    p_event_type: type,
    p_facts: facts,
    p_business_email: tools.businessEmail,
  })
}

/**
 * Ends a subscription at once; Stripe then also stops collecting overdue payments. It then settles the subscription as
 * Stripe has it: a payment that has just come in makes an order, which has to be sent. A cancelled subscription that Stripe
 * does not have is ended in the database only.
 */
export async function endSubscription(tools: SettlementTools, id: string): Promise<void> {
  const { stripe } = tools
  // Stripe refuses to cancel a subscription twice, and it may have ended already if a response was lost.
  const ended =
    (await nullIfMissing(stripe.subscriptions.cancel(id))) ??
    (await nullIfMissing(stripe.subscriptions.retrieve(id)))
  if (ended === null) return rpcAt(tools, 'end_unknown_box', { p_stripe_subscription_id: id })
  const invoice = getObjectId(ended.latest_invoice)
  const source = { id: null, type: 'customer.subscription.deleted' }
  await settleSubscriptions(tools, source, id, invoice === null ? [] : [invoice])
}

/**
 * Cancels a subscription, either `atOnce` or, as its customer can in the portal, at the end of the paid period. It then
 * settles the subscription as Stripe has it; one that Stripe does not have is left unchanged.
 */
export async function cancelSubscription(
  tools: SettlementTools,
  id: string,
  atOnce: boolean,
): Promise<void> {
  if (atOnce) await endSubscription(tools, id)
  else await nullIfMissing(tools.stripe.subscriptions.update(id, { cancel_at_period_end: true }))
  await refreshSubscription(tools, id)
}

/** Collection resumes this many seconds after the skipped payment was due, because Stripe may itself be late. */
const skipMargin = 24 * 60 * 60

/**
 * Skips the next payment, which is due at this time (ms since 1970), or undoes the skip, and settles the subscription as
 * Stripe then has it. Changes nothing when the payment is due at another time, or the last payment is just being taken.
 */
export async function skipRenewal(
  tools: SettlementTools,
  id: string,
  due: number,
  skips: boolean,
): Promise<void> {
  const { subscriptions } = tools.stripe
  const box = await nullIfMissing(subscriptions.retrieve(id, { expand: ['latest_invoice'] }))
  if (box !== null && isDue(box, due)) {
    const resumes_at = due / 1000 + skipMargin
    await subscriptions.update(id, {
      pause_collection: skips ? { behavior: 'void', resumes_at } : '',
    })
  }
  await refreshSubscription(tools, id)
}

/** Returns true when the subscription's next payment is due at this time, and no payment is being taken. */
function isDue(subscription: Stripe.Subscription, due: number): boolean {
  const { status, endsAt, periodEnd } = getSubscriptionFacts(subscription)
  const { latest_invoice: last } = subscription
  const isBeingPaid = last !== null && typeof last !== 'string' && last.status === 'draft'
  return status === 'active' && endsAt === null && Date.parse(periodEnd) === due && !isBeingPaid
}

/** Updates the stored subscription from its present state at Stripe. */
export async function refreshSubscription(tools: SettlementTools, id: string): Promise<void> {
  await settleSubscriptions(tools, { id: null, type: 'customer.subscription.updated' }, id)
}
