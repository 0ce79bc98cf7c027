import type Stripe from 'stripe'
import {
  getEventType,
  getSessionFacts,
  getInvoiceSubscriptionId,
  UnusableError,
} from '../_shared/payment-facts.ts'
import {
  type DisputeTools,
  quarantineEvent,
  settlePayment,
  settleSubscriptions,
  type ApplyResult,
  type SettlementTools,
} from '../_shared/settlement.ts'
import { nullIfMissing } from '../_shared/stripe.ts'
import { rpcAt } from '../../client.ts'
import type { ProviderEvent } from './event.ts'
import { settleDispute, settleRefund, settleRefunds } from './settle-charge.ts'

export const handledEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'payout.paid',
  'payout.failed',
  'payout.reconciliation_completed',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[]

interface HandledEvent {
  id: string
  type: (typeof handledEvents)[number]
  objectId: string
}

/**
 * Settles the object of an event as Stripe has it now, in the pinned API version, whatever the event itself says
 * (docs/decisions/0018). Returns null for types that do not concern the shop, and for invoices without a subscription.
 * Quarantines the event when Stripe does not have the object, when the object has an unknown shape, and for subscriptions
 * that the shop cannot have sold.
 * @throws Error when Stripe or the database cannot be reached: then Stripe should send the event again
 */
export async function processEvent(
  tools: DisputeTools,
  event: ProviderEvent,
): Promise<ApplyResult | null> {
  const type = handledEvents.find((one) => one === event.type)
  if (type === undefined) return null
  try {
    const { id, objectId } = event
    if (objectId === null) throw new UnusableError('It is about nothing')
    return await dispatch(tools, { id, type, objectId })
  } catch (error) {
    if (!(error instanceof UnusableError)) throw error
    return quarantineEvent(tools, event, error.message)
  }
}

function dispatch(tools: DisputeTools, event: HandledEvent): Promise<ApplyResult | null> {
  if (event.type === 'charge.refunded') return settlePaidBack(tools, event)
  if (event.type.includes('refund.')) return settleOneRefund(tools, event)
  if (event.type.startsWith('charge.dispute.')) return settleDisputed(tools, event)
  if (event.type.startsWith('checkout.')) return settleSession(tools, event)
  if (event.type.startsWith('invoice.')) return settleInvoice(tools, event)
  if (event.type.startsWith('payout.')) return wantBalance(tools)
  return settleSubscriptions(tools, event, event.objectId)
}

/** Marks the balance as due for reading: the server then reads the contents of a payout, too (server/balance.ts). */
async function wantBalance(tools: SettlementTools): Promise<null> {
  await rpcAt(tools, 'request_balance_reading', {})
  return null
}

/**
 * Returns the requested object.
 * @throws UnusableError when Stripe does not have it
 */
async function present<T>(asked: Promise<T>): Promise<T> {
  const object = await nullIfMissing(asked)
  if (object === null) throw new UnusableError('The provider does not have it')
  return object
}

async function settleSession(tools: SettlementTools, event: HandledEvent): Promise<ApplyResult> {
  const { id, type: told, objectId } = event
  const session = await present(
    tools.stripe.checkout.sessions.retrieve(objectId, { expand: ['payment_intent'] }),
  )
  const facts = getSessionFacts(session)
  const type = getEventType(session, told)
  // Nothing is lost: paying the session sends another event, and a periodic job checks every pending order.
  if (type === null) throw new UnusableError('The session is still open')
  return settlePayment(tools, { id, type }, facts)
}

async function settleInvoice(
  tools: SettlementTools,
  event: HandledEvent,
): Promise<ApplyResult | null> {
  const invoice = await present(tools.stripe.invoices.retrieve(event.objectId))
  const subscription = getInvoiceSubscriptionId(invoice)
  return subscription === null ? null : settleSubscriptions(tools, event, subscription, [invoice])
}

async function settlePaidBack(tools: SettlementTools, event: HandledEvent): Promise<ApplyResult> {
  return settleRefunds(tools, event, await present(tools.stripe.charges.retrieve(event.objectId)))
}

async function settleOneRefund(
  tools: SettlementTools,
  event: HandledEvent,
): Promise<ApplyResult | null> {
  return settleRefund(tools, event, await present(tools.stripe.refunds.retrieve(event.objectId)))
}

/**
 * Settles a dispute, and marks the balance as due for reading, because it then contains the dispute's fee and the disputed
 * amount.
 */
async function settleDisputed(tools: DisputeTools, event: HandledEvent): Promise<ApplyResult> {
  const settled = await settleDispute(tools, event, event.objectId)
  await rpcAt(tools, 'request_balance_reading', {})
  return settled
}
