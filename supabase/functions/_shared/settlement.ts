import type Stripe from 'stripe'
import * as v from 'valibot'
import { rpc, rpcAt, getRows, type ShopClient, timeText } from '../../client.ts'
import {
  type ChargeFacts,
  getObjectId,
  type SessionFacts,
  sessionFacts,
  getInvoiceSubscription,
} from './payment-facts.ts'
import { findOverdueInvoice, renewalFacts, subscriptionFacts } from './subscription-facts.ts'
import { nullIfMissing } from './stripe.ts'

export interface SettlementTools {
  /** Uses the secret key. */
  client: ShopClient
  stripe: Stripe
  businessEmail: string
  /** In ms since 1970. */
  now: () => number
}

export interface DisputeTools extends SettlementTools {
  /** The page on which the owner answers disputes. */
  disputesUrl: string
}

/** The provider's event that is processed; `id` is null when the shop started the request. */
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

/** The result when nothing was written, because something else must be done first. */
const obstacleSchema = v.object({ outcome: v.picklist(['outdated', 'unfounded']) })

type Invoices = readonly (string | Stripe.Invoice)[]

const maxRounds = 6

export async function settle(
  tools: SettlementTools,
  news: EventSource,
  facts: SessionFacts | ChargeFacts,
): Promise<ApplyResult> {
  if (!('subscriptionId' in facts) || facts.subscriptionId === null)
    return v.parse(applyResultSchema, await send(tools, news, facts))
  return settleNewest(tools, news, facts.subscriptionId, [], facts)
}

/**
 * Settles a subscription as the provider has it now, whatever the event says, with the orders of these invoices if they
 * are paid and for later boxes. An invoice is its id, or the object that the provider has just returned: a paid one stays
 * paid.
 */
export async function settleSubscriptions(
  tools: SettlementTools,
  news: EventSource,
  subscriptionId: string,
  invoices: Invoices = [],
): Promise<ApplyResult> {
  return settleNewest(tools, news, subscriptionId, invoices, {})
}

/**
 * Asks the provider and writes its answer, and starts over when another process has written in between, so that an older
 * answer never overwrites a newer one. @throws Error when it was overtaken too often; the provider should send its event
 * again
 */
async function settleNewest(
  tools: SettlementTools,
  news: EventSource,
  subscriptionId: string,
  invoices: Invoices,
  rest: SessionFacts | object,
): Promise<ApplyResult> {
  // True once the order of the first box has been settled as far as possible.
  let isFounded = false
  for (let round = 0; round < maxRounds; round += 1) {
    const boxes = await askAbout(tools, subscriptionId, invoices)
    if (boxes === null)
      return 'sessionId' in rest
        ? v.parse(applyResultSchema, await send(tools, news, rest))
        : { outcome: 'ignored' }
    const facts = { ...rest, ...boxes, isFounded }
    const answer = await send(tools, news, facts)
    if (!v.is(obstacleSchema, answer)) return v.parse(applyResultSchema, answer)
    if (answer.outcome === 'unfounded') {
      await settleFirst(tools, subscriptionId)
      isFounded = true
    }
  }
  throw new Error('The subscription was changed again and again meanwhile')
}

/** Returns null when the provider has no such subscription. */
async function askAbout(
  { client, stripe }: SettlementTools,
  subscriptionId: string,
  asked: Invoices,
) {
  // Must be read first: a revision that is written after it is newer than the provider's response below.
  const revision = await rpc(client, 'subscription_revision', {
    p_stripe_subscription_id: subscriptionId,
  })
  const subscription = await nullIfMissing(
    stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
  )
  if (subscription === null) return null
  const invoices = await Promise.all(asked.map((one) => readRenewal(stripe, subscriptionId, one)))
  return {
    subscription: subscriptionFacts(subscription, await overduePayment(stripe, subscription)),
    revision,
    invoices: invoices.filter((invoice) => invoice !== null),
  }
}

/** Only requests the payment while an invoice is overdue. */
async function overduePayment(stripe: Stripe, subscription: Stripe.Subscription) {
  const invoice = findOverdueInvoice(subscription)
  if (invoice === null) return null
  const { data } = await stripe.invoicePayments.list({ invoice: invoice.id, limit: 1 })
  const id = getObjectId(data[0]?.payment.payment_intent)
  return id === null ? null : nullIfMissing(stripe.paymentIntents.retrieve(id))
}

/** Returns null when the invoice does not exist, belongs to another subscription, is unpaid, or is not of a later box. */
async function readRenewal(stripe: Stripe, subscriptionId: string, asked: string | Stripe.Invoice) {
  const invoice =
    typeof asked === 'string' ? await nullIfMissing(stripe.invoices.retrieve(asked)) : asked
  if (
    invoice === null ||
    getInvoiceSubscription(invoice) !== subscriptionId ||
    renewalFacts(invoice, null) === null
  )
    return null
  const { data } = await stripe.invoicePayments.list({
    invoice: invoice.id,
    status: 'paid',
    limit: 1,
  })
  return renewalFacts(invoice, getObjectId(data[0]?.payment.payment_intent))
}

/** A later box's payment arrived before the first one's event: settles the first, with its delivery address. */
async function settleFirst(tools: SettlementTools, subscriptionId: string): Promise<void> {
  const { data } = await tools.stripe.checkout.sessions.list({
    subscription: subscriptionId,
    limit: 1,
  })
  const [session] = data
  if (session === undefined || session.payment_status === 'unpaid') return
  const type = 'checkout.session.completed'
  await settle(tools, { id: `sweep_completed_${session.id}`, type }, sessionFacts(session))
}

/** Records an event that changes nothing, so that it is not sent again. @throws Error when the database cannot be reached */
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
 * Ends a subscription at once: the provider then also stops collecting what is overdue. Settles the box as it is then: a
 * payment that has just come in is an order, which has to be sent. One that the provider does not have is ended here
 * alone, if it was cancelled.
 */
export async function endSubscription(tools: SettlementTools, id: string): Promise<void> {
  const { stripe } = tools
  // A subscription cannot be cancelled twice: it may have ended already if a response was lost.
  const ended =
    (await nullIfMissing(stripe.subscriptions.cancel(id))) ??
    (await nullIfMissing(stripe.subscriptions.retrieve(id)))
  if (ended === null) return rpcAt(tools, 'end_unknown_box', { p_stripe_subscription_id: id })
  const invoice = getObjectId(ended.latest_invoice)
  const news = { id: null, type: 'customer.subscription.deleted' }
  await settleSubscriptions(tools, news, id, invoice === null ? [] : [invoice])
}

/**
 * Cancels a subscription for the end of the paid time, as its customer can in the portal, or ends it `atOnce`, and settles
 * the box as it is then; one that the provider does not have stays as it is.
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

/** Seconds after a skipped payment was due until collection resumes, because the provider may itself be late. */
const skipMargin = 24 * 60 * 60

/**
 * Skips the payment that is due next (ms since 1970), or takes the skip back, and settles the box as it is then. A
 * subscription that is due at another time, or whose last payment is just being taken, stays as it is.
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

/** Returns true when the subscription's next payment is due then and no payment is being taken. */
function isDue(subscription: Stripe.Subscription, due: number): boolean {
  const { status, endsAt, periodEnd } = subscriptionFacts(subscription)
  const { latest_invoice: last } = subscription
  const isBeingPaid = last !== null && typeof last !== 'string' && last.status === 'draft'
  return status === 'active' && endsAt === null && Date.parse(periodEnd) === due && !isBeingPaid
}

/** Settles a subscription as the provider has it now. */
export async function refreshSubscription(tools: SettlementTools, id: string): Promise<void> {
  await settleSubscriptions(tools, { id: null, type: 'customer.subscription.updated' }, id)
}
