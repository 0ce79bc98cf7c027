import { call, type ShopClient } from '../supabase/client.ts'
import type Stripe from 'stripe'
import type { FunctionLog } from '../supabase/functions/_shared/environment.ts'
import { expireSession } from '../supabase/functions/_shared/expire-session.ts'
import { newsOf, sessionFacts } from '../supabase/functions/_shared/payment-facts.ts'
import {
  orNull,
  settle,
  type Settlement,
  settleBoxes,
} from '../supabase/functions/_shared/settlement.ts'
import { payBackSoldOut } from '../supabase/functions/stripe-webhook/sold-out.ts'
import { type Rounds, startRounds } from './rounds.ts'

/** At most so many orders, and so many boxes, a round. */
const mostOrders = 50
const mostBoxes = 20
/** How many of a box's paid invoices are looked at, the newest first. */
const mostInvoices = 3
/** An order without a session is given up after this; until then its shopper may try again. */
const patienceMs = 30 * 60_000

interface SweepOptions {
  /** With the secret key. */
  client: ShopClient
  stripe: Stripe
  /** ms since 1970. */
  now: () => number
  log: FunctionLog
  intervalMs: number
  /** Where notices to the owner go. */
  businessEmail: string
}

interface WaitingOrder {
  id: string
  number: number
  session_id: string | null
  session_expires_at: string | null
  created_at: string
  /** The time for which its stock is held is up. */
  is_lapsed: boolean
}

/**
 * Asks the payment provider about orders that stay pending and about boxes, in case its notification was lost, and
 * settles them as the notification would have; closes sessions whose stock is held no longer, and pays back what was
 * sold out. Several processes may sweep: each order is asked about by one of them.
 */
export function startOrdersSweep(options: SweepOptions): Rounds {
  return startRounds({ ...options, name: 'sweep' }, async () => {
    await Promise.all([sweepOrders(options), sweepBoxes(options)])
    await attempt(options, { what: 'sold-out orders' }, async () => {
      for (const order of await payBackSoldOut(options))
        options.log.info({ order }, 'sweep: a sold-out order was paid back')
    })
  })
}

/** Logs what goes wrong, so that the rest of the round goes on. */
async function attempt(
  { log }: SweepOptions,
  about: object,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error({ err: error, ...about }, 'sweep: failed')
  }
}

function sweepOrders(options: SweepOptions): Promise<void> {
  return attempt(options, { what: 'pending orders' }, async () => {
    const orders: WaitingOrder[] = await call(options.client, 'orders_to_ask', {
      p_limit: mostOrders,
      p_every_ms: options.intervalMs,
      p_now: timeText(options),
    })
    for (const order of orders)
      await attempt(options, { order: order.number }, () =>
        order.session_id === null
          ? giveUp(options, order)
          : compare(options, order, order.session_id),
      )
  })
}

/** Nobody was ever sent to a session that was not noted, so nobody can pay it. */
async function giveUp(options: SweepOptions, order: WaitingOrder): Promise<void> {
  const age = options.now() - Date.parse(order.created_at)
  if (age < patienceMs && !order.is_lapsed) return
  // It may have got its session since; then the next round asks about that.
  const released = await call(options.client, 'release_unattached', {
    p_order_id: order.id,
    p_now: timeText(options),
  })
  if (released)
    options.log.info({ order: order.number }, 'sweep: an order without a session was given up')
}

async function compare(
  options: SweepOptions,
  order: WaitingOrder,
  sessionId: string,
): Promise<void> {
  const asked = await orNull(
    options.stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] }),
  )
  if (asked === null) return forget(options, order)
  const session =
    asked.status === 'open' && order.is_lapsed
      ? await expireSession(options.stripe, sessionId)
      : asked
  const type = newsOf(session)
  if (type === null) return
  const news = { id: eventId(type, session), type }
  const settlement = await settle(options, news, sessionFacts(session))
  if (settlement.outcome !== 'repeated')
    report(options, 'an order', { order: order.number, type, ...settlement })
}

/** A session of another account than the one in use: once its time is up, nobody can pay it there either. */
async function forget(options: SweepOptions, order: WaitingOrder): Promise<void> {
  if (Date.parse(order.session_expires_at ?? order.created_at) > options.now()) return
  await call(options.client, 'release_order', { p_order_id: order.id, p_now: timeText(options) })
  options.log.warn(
    { order: order.number },
    'sweep: an order that the provider does not know was given up',
  )
}

function sweepBoxes(options: SweepOptions): Promise<void> {
  return attempt(options, { what: 'boxes' }, async () => {
    const boxes = await call(options.client, 'subscriptions_to_ask', {
      p_limit: mostBoxes,
      p_now: timeText(options),
    })
    for (const { id, number } of boxes)
      await attempt(options, { box: number }, () => compareBox(options, id, number))
  })
}

async function compareBox(options: SweepOptions, id: string, number: number): Promise<void> {
  const { data } = await options.stripe.invoices.list({
    subscription: id,
    status: 'paid',
    limit: mostInvoices,
  })
  const renewals = data.filter((invoice) => invoice.billing_reason === 'subscription_cycle')
  const news = { id: null, type: 'customer.subscription.updated' }
  const settlement = await settleBoxes(options, news, id, renewals)
  if (settlement.outcome === 'set aside' || settlement.outcome === 'applied')
    report(options, 'a box', { order: number, ...settlement })
}

function report(
  { log }: SweepOptions,
  what: string,
  details: Settlement & { order: number; type?: string },
): void {
  if (details.outcome === 'set aside') log.warn(details, `sweep: ${what} was set aside`)
  else log.info(details, `sweep: ${what} was settled`)
}

/** News is taken in once; that a payment was agreed on and that it has come in are two things. */
function eventId(type: string, { id, payment_status: paid }: Stripe.Checkout.Session): string {
  const agreed = type === 'checkout.session.completed' && paid === 'unpaid'
  return `sweep_${agreed ? 'agreed' : type.replace('checkout.session.', '')}_${id}`
}

function timeText({ now }: SweepOptions): string {
  return new Date(now()).toISOString()
}
