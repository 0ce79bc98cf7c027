import type { SupabaseClient } from '@supabase/supabase-js'
import type Stripe from 'stripe'
import { business } from '../domain/business.ts'
import type { FunctionLog } from '../supabase/functions/_shared/environment.ts'
import { expireSession } from '../supabase/functions/_shared/expire-session.ts'
import { newsOf, sessionFacts } from '../supabase/functions/_shared/payment-facts.ts'
import {
  orNull,
  settle,
  type Settlement,
  settleBoxes,
} from '../supabase/functions/_shared/settlement.ts'
import { call } from '../supabase/functions/_shared/supabase.ts'
import { payBackSoldOut } from '../supabase/functions/stripe-webhook/sold-out.ts'
import { type Rounds, startRounds } from './rounds.ts'

/** At most so many orders, and so many boxes, a round. */
const mostOrders = 50
const mostBoxes = 20
/** How many of a box's paid invoices are looked at, the newest first. */
const mostInvoices = 3
/** An order without a session is given up after this; until then its shopper may try again. */
const patienceMs = 30 * 60_000

/** Faults of a round are logged; the next one tries again. */
export type OrdersSweep = Rounds

interface SweepOptions {
  /** With the secret key. */
  client: SupabaseClient
  stripe: Stripe
  /** ms since 1970. */
  clock: () => number
  log: FunctionLog
  intervalMs: number
  /** Where notices to the owner go; the business's own address unless given. */
  businessEmail?: string
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
export function startOrdersSweep(options: SweepOptions): OrdersSweep {
  return startRounds(async () => {
    await Promise.all([sweepOrders(options), sweepBoxes(options)])
    await sweepSoldOut(options)
  }, options.intervalMs)
}

async function sweepOrders(options: SweepOptions): Promise<void> {
  try {
    const orders = await call<WaitingOrder[]>(options.client, 'orders_to_ask', {
      p_limit: mostOrders,
      p_every_ms: options.intervalMs,
      p_now: now(options),
    })
    for (const order of orders) await ask(options, order)
  } catch (error) {
    options.log.error({ err: error }, 'The sweep could not read the pending orders')
  }
}

async function ask(options: SweepOptions, order: WaitingOrder): Promise<void> {
  try {
    if (order.session_id === null) await giveUp(options, order)
    else await compare(options, order, order.session_id)
  } catch (error) {
    options.log.error({ err: error, order: order.number }, 'The sweep could not settle an order')
  }
}

/** Nobody was ever sent to a session that was not noted, so nobody can pay it. */
async function giveUp(options: SweepOptions, order: WaitingOrder): Promise<void> {
  const age = options.clock() - Date.parse(order.created_at)
  if (age < patienceMs && !order.is_lapsed) return
  // It may have got its session since; then the next round asks about that.
  const released = await call<boolean>(options.client, 'release_unattached', {
    p_order_id: order.id,
    p_now: now(options),
  })
  if (released)
    options.log.info({ order: order.number }, 'An order without a payment session was given up')
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
  const settlement = await settle(toolsOf(options), news, sessionFacts(session))
  if (settlement.outcome === 'repeated') return
  const details = { order: order.number, type, ...settlement }
  if (settlement.outcome === 'set aside') options.log.warn(details, 'The sweep set an order aside')
  else options.log.info(details, 'The sweep settled an order')
}

/** A session of another account than the one in use: once its time is up, nobody can pay it there either. */
async function forget(options: SweepOptions, order: WaitingOrder): Promise<void> {
  if (Date.parse(order.session_expires_at ?? order.created_at) > options.clock()) return
  await call(options.client, 'release_order', { p_order_id: order.id, p_now: now(options) })
  options.log.warn(
    { order: order.number },
    'An order that the payment provider does not know was given up',
  )
}

async function sweepSoldOut(options: SweepOptions): Promise<void> {
  try {
    for (const order of await payBackSoldOut(toolsOf(options)))
      options.log.info({ order }, 'An order that was sold out was paid back')
  } catch (error) {
    options.log.error({ err: error }, 'The sweep could not pay back what was sold out')
  }
}

async function sweepBoxes(options: SweepOptions): Promise<void> {
  try {
    const boxes = await call<{ id: string; number: number }[]>(
      options.client,
      'subscriptions_to_ask',
      { p_limit: mostBoxes, p_now: now(options) },
    )
    for (const box of boxes) await compareBox(options, box)
  } catch (error) {
    options.log.error({ err: error }, 'The sweep could not read the boxes')
  }
}

async function compareBox(
  options: SweepOptions,
  { id, number }: { id: string; number: number },
): Promise<void> {
  try {
    const { data } = await options.stripe.invoices.list({
      subscription: id,
      status: 'paid',
      limit: mostInvoices,
    })
    const renewals = data.filter((invoice) => invoice.billing_reason === 'subscription_cycle')
    const settlement = await settleBoxes(
      toolsOf(options),
      { id: null, type: 'customer.subscription.updated' },
      id,
      renewals,
    )
    report(options, { order: number, ...settlement })
  } catch (error) {
    options.log.error({ err: error, order: number }, 'The sweep could not settle a box')
  }
}

function report({ log }: SweepOptions, details: Settlement & { order: number }): void {
  if (details.outcome === 'set aside') log.warn(details, 'The sweep set a box aside')
  else if (details.outcome === 'applied') log.info(details, 'The sweep settled a box')
}

function toolsOf({ client, stripe, clock, businessEmail }: SweepOptions) {
  return { client, stripe, now: clock, businessEmail: businessEmail ?? business.email }
}

/** News is taken in once; that a payment was agreed on and that it has come in are two things. */
function eventId(type: string, { id, payment_status: paid }: Stripe.Checkout.Session): string {
  const agreed = type === 'checkout.session.completed' && paid === 'unpaid'
  return `sweep_${agreed ? 'agreed' : type.replace('checkout.session.', '')}_${id}`
}

function now(options: SweepOptions): string {
  return new Date(options.clock()).toISOString()
}
