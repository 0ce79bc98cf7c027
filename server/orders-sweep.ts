import type { SupabaseClient } from '@supabase/supabase-js'
import type Stripe from 'stripe'
import { business } from '../domain/business.ts'
import type { FunctionLog } from '../supabase/functions/_shared/environment.ts'
import { sessionFacts } from '../supabase/functions/_shared/payment-facts.ts'
import { call } from '../supabase/functions/_shared/supabase.ts'

/** At most so many orders a round. */
const mostOrders = 50
/** An order without a session is given up after this; until then its shopper may try again. */
const patienceMs = 30 * 60_000

export interface OrdersSweep {
  /** One round, to its end. Faults are logged; the next round tries again. */
  runOnce(): Promise<void>
  stop(): void
}

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
}

/**
 * Asks the payment provider about orders that stay pending, in case its notification was lost, and settles them as the
 * notification would have. Several processes may sweep: each order is asked about by one of them.
 */
export function startOrdersSweep(options: SweepOptions): OrdersSweep {
  let round: Promise<void> | null = null
  function runOnce(): Promise<void> {
    round ??= sweep(options).finally(() => {
      round = null
    })
    return round
  }
  const timer = setInterval(() => void runOnce(), options.intervalMs)
  timer.unref()
  return { runOnce, stop: () => clearInterval(timer) }
}

async function sweep(options: SweepOptions): Promise<void> {
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
  if (options.clock() - Date.parse(order.created_at) < patienceMs) return
  await call(options.client, 'release_order', { p_order_id: order.id, p_now: now(options) })
  options.log.info({ order: order.number }, 'An order without a payment session was given up')
}

async function compare(
  options: SweepOptions,
  order: WaitingOrder,
  sessionId: string,
): Promise<void> {
  const session = await options.stripe.checkout.sessions.retrieve(sessionId, {
    expand: ['payment_intent'],
  })
  const type = newsOf(session)
  if (type === null) return
  const settlement = await call<{ outcome: string }>(options.client, 'settle_payment', {
    p_event_id: eventId(type, session),
    p_event_type: type,
    p_facts: sessionFacts(session),
    p_business_email: options.businessEmail ?? business.email,
    p_now: now(options),
  })
  if (settlement.outcome === 'repeated') return
  const details = { order: order.number, type, ...settlement }
  if (settlement.outcome === 'set aside') options.log.warn(details, 'The sweep set an order aside')
  else options.log.info(details, 'The sweep settled an order')
}

/** The notification that we may have missed; null while there is nothing new. */
function newsOf(session: Stripe.Checkout.Session): string | null {
  if (session.status === 'expired') return 'checkout.session.expired'
  if (session.status !== 'complete') return null
  if (session.payment_status !== 'unpaid') return 'checkout.session.completed'
  const intent = session.payment_intent
  const failed =
    typeof intent === 'object' &&
    intent !== null &&
    (intent.status === 'requires_payment_method' || intent.status === 'canceled')
  return failed ? 'checkout.session.async_payment_failed' : 'checkout.session.completed'
}

/** News is taken in once; that a payment was agreed on and that it has come in are two things. */
function eventId(type: string, { id, payment_status: paid }: Stripe.Checkout.Session): string {
  const agreed = type === 'checkout.session.completed' && paid === 'unpaid'
  return `sweep_${agreed ? 'agreed' : type.replace('checkout.session.', '')}_${id}`
}

function now(options: SweepOptions): string {
  return new Date(options.clock()).toISOString()
}
