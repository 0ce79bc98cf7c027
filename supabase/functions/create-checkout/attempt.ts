import type Stripe from 'stripe'
import { business } from '../../../domain/business.ts'
import type { Refusal } from '../_shared/answers.ts'
import type { Door } from '../_shared/guard.ts'
import { call } from '../_shared/supabase.ts'
import { prepareDiscount } from './discount.ts'
import type { CheckoutInput } from './input.ts'
import { asksForOurSum, type PayableOrder, sessionParams } from './session.ts'

export interface Tools extends Door {
  stripe: Stripe
  siteUrl: string
  crashPoint: (name: string) => void
}

interface OpenSession {
  id: string
  url: string
}

type Begun =
  | { order: PayableOrder; session: OpenSession | null }
  | { expire: { orderId: string; sessionId: string | null }[] }
  | { error: Refusal }

/** Where to pay, or why not. Faults of the provider and of the database are thrown. */
export type Outcome = { session: OpenSession } | { refusal: Refusal }

const changedMeanwhile: Refusal = {
  code: 'cart_changed',
  message: 'Your cart was changed in another tab. Please check it and try again.',
  products: [],
}

/**
 * One attempt to check out: closes older attempts, writes the order, asks the provider for its session and notes it.
 * Two attempts with the same cart lead to one order and one session.
 */
export async function attemptCheckout(
  tools: Tools,
  userId: string,
  input: CheckoutInput,
): Promise<Outcome> {
  const settling: string[] = []
  for (let round = 0; round < 3; round++) {
    const begun = await begin(tools, userId, input, settling)
    if ('error' in begun) return { refusal: begun.error }
    if ('order' in begun)
      return begun.session === null ? openSession(tools, begun.order) : { session: begun.session }
    const closed = await Promise.all(begun.expire.map((older) => close(tools, older)))
    settling.push(...closed.filter((id) => id !== null))
  }
  return { refusal: changedMeanwhile }
}

function begin(
  tools: Tools,
  userId: string,
  input: CheckoutInput,
  settling: string[],
): Promise<Begun> {
  return call<Begun>(tools.client, 'begin_checkout', {
    p_user_id: userId,
    p_lines: input.lines,
    p_delivery_method_id: input.deliveryMethodId,
    p_terms_version: business.termsVersion,
    p_settling: settling,
    p_discount_code: input.discountCode,
    p_now: new Date(tools.environment.now()).toISOString(),
  })
}

/** Ends an older attempt. Gives the order's id when it cannot be ended because it is being paid. */
async function close(
  tools: Tools,
  older: { orderId: string; sessionId: string | null },
): Promise<string | null> {
  if (older.sessionId === null) {
    // It may have got its session since; then the next round closes that.
    await release(tools, older.orderId, 'release_unattached')
    return null
  }
  const status = await expireSession(tools.stripe, older.sessionId)
  if (status === 'complete') return older.orderId
  await release(tools, older.orderId)
  return null
}

/** What became of a session that was told to end. One that is no longer open refuses, so it is asked. */
async function expireSession(
  stripe: Stripe,
  id: string,
): Promise<Stripe.Checkout.Session['status']> {
  const brief = { timeout: 2000, maxNetworkRetries: 0 }
  try {
    return (await stripe.checkout.sessions.expire(id, {}, brief)).status
  } catch (error) {
    if (!(error instanceof Error && 'statusCode' in error && error.statusCode === 400)) throw error
    return (await stripe.checkout.sessions.retrieve(id, {}, brief)).status
  }
}

function release(
  tools: Tools,
  orderId: string,
  procedure: 'release_order' | 'release_unattached' = 'release_order',
): Promise<boolean> {
  return call<boolean>(tools.client, procedure, {
    p_order_id: orderId,
    p_now: new Date(tools.environment.now()).toISOString(),
  })
}

async function openSession(tools: Tools, order: PayableOrder): Promise<Outcome> {
  tools.crashPoint('after_begin')
  const session = await createSession(tools, order)
  tools.crashPoint('after_session_created')
  if (!asksForOurSum(session, order)) {
    await expireSession(tools.stripe, session.id)
    await release(tools, order.id)
    throw new Error(
      `The provider's prices differ from the shop's (order ${order.number}): run stripe:sync`,
    )
  }
  if (session.url === null) throw new Error('No checkout URL returned from payment processor')
  const attached = await call<boolean>(tools.client, 'attach_session', {
    p_order_id: order.id,
    p_session_id: session.id,
    p_url: session.url,
    p_expires_at: new Date(session.expires_at * 1000).toISOString(),
    p_now: new Date(tools.environment.now()).toISOString(),
  })
  tools.crashPoint('after_attach')
  if (attached) return { session: { id: session.id, url: session.url } }
  await expireSession(tools.stripe, session.id)
  return { refusal: changedMeanwhile }
}

/** The provider repeats a kept failure under the same key for a day: then the order is given up, so that the next try is a new one. */
async function createSession(tools: Tools, order: PayableOrder): Promise<Stripe.Checkout.Session> {
  const idempotencyKey = `${order.id}:${order.cartHash}`
  try {
    const discount = await prepareDiscount(tools.stripe, order, idempotencyKey)
    return await tools.stripe.checkout.sessions.create(
      sessionParams(order, tools.siteUrl, discount),
      { idempotencyKey },
    )
  } catch (error) {
    if (isKeptFailure(error)) await release(tools, order.id)
    throw error
  }
}

function isKeptFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('headers' in error)) return false
  const headers = error.headers as Record<string, string> | undefined
  return headers?.['idempotent-replayed'] === 'true'
}
