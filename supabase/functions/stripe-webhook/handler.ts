import type Stripe from 'stripe'
import { answer, refuse } from '../_shared/answers.ts'
import { readBytes, TooLargeError } from '../_shared/body.ts'
import { consoleLog, type FunctionEnvironment } from '../_shared/environment.ts'
import {
  chargeFacts,
  type ChargeFacts,
  type SessionFacts,
  sessionFacts,
} from '../_shared/payment-facts.ts'
import { createStripe } from '../_shared/stripe.ts'
import { call, createServiceClient } from '../_shared/supabase.ts'
import { orderOfSubscriptionPayment } from './subscription-order.ts'
import { verifiedEvent } from './signature.ts'

const mostBytes = 256 * 1024

export interface Settlement {
  outcome: 'applied' | 'ignored' | 'set aside' | 'repeated'
  detail?: string | null
  number?: number | null
}

/**
 * The payment provider's notifications. Only what it signed is believed: 400 otherwise, before anything is read.
 * 2xx means that the event was taken in (or is none of ours), 500 that the provider should send it again.
 * @throws Error at once when there is no secret to check signatures with
 */
export function createStripeWebhook(
  environment: FunctionEnvironment,
): (request: Request) => Promise<Response> {
  const { STRIPE_WEBHOOK_SECRET: secret, now, log = consoleLog } = environment
  if (secret.trim() === '' || /\s/.test(secret))
    throw new Error('STRIPE_WEBHOOK_SECRET is blank or has spaces')
  const client = createServiceClient(environment)
  const stripe = createStripe(environment.STRIPE_SECRET_KEY, environment.STRIPE_API_URL)

  async function settle(event: Stripe.Event, facts: SessionFacts | ChargeFacts): Promise<void> {
    environment.crashPoint?.('before_settle')
    const settlement = await call<Settlement>(client, 'settle_payment', {
      p_event_id: event.id,
      p_event_type: event.type,
      p_facts: facts,
      p_business_email: environment.BUSINESS_EMAIL,
      p_now: new Date(now()).toISOString(),
    })
    environment.crashPoint?.('after_settle')
    const details = { event: event.id, type: event.type, ...settlement }
    if (settlement.outcome === 'set aside') log.warn(details, 'A payment event was set aside')
    else log.info(details, 'A payment event was taken in')
  }

  return async (request) => {
    if (request.method !== 'POST')
      return refuse(405, 'method_not_allowed', 'Use POST', { allow: 'POST' })
    try {
      const body = await readBytes(request, mostBytes)
      const event = await verifiedEvent(
        body,
        request.headers.get('stripe-signature'),
        secret,
        now(),
      )
      if (event === null) return refuse(400, 'bad_signature', 'The signature does not fit')
      const facts = await factsOf(event, stripe)
      if (facts !== null) await settle(event, facts)
      return answer({ received: true })
    } catch (error) {
      if (error instanceof TooLargeError) return refuse(413, 'too_large', 'The event is too large')
      log.error(
        { err: { message: error instanceof Error ? error.message : String(error) } },
        'A payment event failed',
      )
      return refuse(500, 'failed', 'The event was not taken in')
    }
  }
}

/** What an event says about an order; null for the kinds that change none. */
async function factsOf(
  event: Stripe.Event,
  stripe: Stripe,
): Promise<SessionFacts | ChargeFacts | null> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return sessionFacts(event.data.object)
    case 'charge.refunded':
      return refundFacts(chargeFacts(event.data.object), stripe)
    default:
      return null
  }
}

/** A subscription's charge does not carry our order's id, so its invoice is asked. */
async function refundFacts(facts: ChargeFacts, stripe: Stripe): Promise<ChargeFacts | null> {
  if (facts.orderId !== null || facts.paymentIntentId === null) return facts
  const found = await orderOfSubscriptionPayment(stripe, facts.paymentIntentId)
  if (found === 'a later box') return null
  return { ...facts, orderId: found }
}
