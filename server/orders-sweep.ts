import type Stripe from 'stripe'
import type { FunctionLog } from '../supabase/functions/_shared/environment.ts'
import { getEventType, getSessionFacts } from '../supabase/functions/_shared/payment-facts.ts'
import {
  settlePayment,
  type ApplyResult,
  settleSubscriptions,
  type SettlementTools,
} from '../supabase/functions/_shared/settlement.ts'
import { expireSession, nullIfMissing } from '../supabase/functions/_shared/stripe.ts'
import { rpcAt } from '../supabase/client.ts'
import { refundSoldOut } from '../supabase/functions/stripe-webhook/sold-out.ts'
import { type PeriodicJob, startPeriodicJob } from './periodic-job.ts'

const maxOrders = 50
const maxBoxes = 20
const maxInvoices = 3
/** An order without a payment session expires after this, ms; until then its shopper may try again. */
const timeoutMs = 30 * 60_000

interface SweepOptions extends SettlementTools {
  log: FunctionLog
  intervalMs: number
}

interface WaitingOrder {
  id: string
  number: number
  session_id: string | null
  session_expires_at: string | null
  created_at: string
  is_lapsed: boolean
}

/**
 * Checks pending orders and renewals at the provider, in case a webhook was lost. Several processes may sweep: each order
 * is checked by one of them.
 */
export function startOrdersSweep(options: SweepOptions): PeriodicJob {
  return startPeriodicJob({ ...options, name: 'sweep' }, async () => {
    await Promise.all([sweepOrders(options), sweepBoxes(options)])
    await attempt(options, { what: 'sold-out orders' }, async () => {
      for (const order of await refundSoldOut(options))
        options.log.info({ order }, 'sweep: a sold-out order was paid back')
    })
  })
}

function attempt({ log }: SweepOptions, about: object, work: () => Promise<void>): Promise<void> {
  return work().catch((err: unknown) => log.error({ err, ...about }, 'sweep: failed'))
}

function sweepOrders(options: SweepOptions): Promise<void> {
  return attempt(options, { what: 'pending orders' }, async () => {
    const orders: WaitingOrder[] = await rpcAt(options, 'claim_orders_to_poll', {
      p_limit: maxOrders,
      p_every_ms: options.intervalMs,
    })
    for (const order of orders)
      await attempt(options, { order: order.number }, () =>
        order.session_id === null
          ? giveUp(options, order)
          : compare(options, order, order.session_id),
      )
  })
}

/**
 * Releases an order without a saved payment session: its shopper was never redirected to a payment page, so nobody can pay
 * it.
 */
async function giveUp(options: SweepOptions, order: WaitingOrder): Promise<void> {
  const age = options.now() - Date.parse(order.created_at)
  if (age < timeoutMs && !order.is_lapsed) return
  // If a payment session was saved in the meantime, the order is not released, and the next round checks that session.
  const released = await rpcAt(options, 'release_order_without_session', { p_order_id: order.id })
  if (released)
    options.log.info({ order: order.number }, 'sweep: an order without a session was given up')
}

async function compare(
  options: SweepOptions,
  order: WaitingOrder,
  sessionId: string,
): Promise<void> {
  const asked = await nullIfMissing(
    options.stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] }),
  )
  if (asked === null) return forget(options, order)
  const session =
    asked.status === 'open' && order.is_lapsed
      ? await expireSession(options.stripe, sessionId)
      : asked
  const type = getEventType(session)
  if (type === null) return
  const source = { id: eventId(type, session), type }
  const settlement = await settlePayment(options, source, getSessionFacts(session))
  if (settlement.outcome !== 'repeated')
    report(options, 'an order', { order: order.number, type, ...settlement })
}

/**
 * Releases an order whose payment session is in another payment account, once the session has expired and nobody can pay
 * there.
 */
async function forget(options: SweepOptions, order: WaitingOrder): Promise<void> {
  if (Date.parse(order.session_expires_at ?? order.created_at) > options.now()) return
  await rpcAt(options, 'release_order', { p_order_id: order.id })
  options.log.warn(
    { order: order.number },
    'sweep: an order that the provider does not know was given up',
  )
}

function sweepBoxes(options: SweepOptions): Promise<void> {
  return attempt(options, { what: 'boxes' }, async () => {
    const boxes = await rpcAt(options, 'claim_subscriptions_to_poll', { p_limit: maxBoxes })
    for (const { id, number } of boxes)
      await attempt(options, { box: number }, () => compareBox(options, id, number))
  })
}

async function compareBox(options: SweepOptions, id: string, number: number): Promise<void> {
  const { data } = await options.stripe.invoices.list({
    subscription: id,
    status: 'paid',
    limit: maxInvoices,
  })
  const renewals = data.filter((invoice) => invoice.billing_reason === 'subscription_cycle')
  const source = { id: null, type: 'customer.subscription.updated' }
  const settlement = await settleSubscriptions(options, source, id, renewals)
  if (settlement.outcome === 'set aside' || settlement.outcome === 'applied')
    report(options, 'a box', { order: number, ...settlement })
}

function report(
  { log }: SweepOptions,
  what: string,
  details: ApplyResult & { order: number; type?: string },
): void {
  if (details.outcome === 'set aside') log.warn(details, `sweep: ${what} was set aside`)
  else log.info(details, `sweep: ${what} was settled`)
}

/**
 * Returns the id under which an event is processed once. The completion of a session and the later arrival of a delayed
 * payment are two events.
 */
function eventId(type: string, { id, payment_status: paid }: Stripe.Checkout.Session): string {
  const agreed = type === 'checkout.session.completed' && paid === 'unpaid'
  return `sweep_${agreed ? 'agreed' : type.replace('checkout.session.', '')}_${id}`
}
