import Stripe from 'stripe'
import * as v from 'valibot'
import { business } from '../../../domain/business.ts'
import { refusalSchema, Refused } from '../_shared/responses.ts'
import { getErrorMessage } from '../_shared/environment.ts'
import type { HandlerContext } from '../_shared/serve-handler.ts'
import { expireSession, isMissingAtStripe } from '../_shared/stripe.ts'
import { prepareDiscount } from './discount.ts'
import type { CheckoutInput } from './input.ts'
import {
  hasExpectedTotal,
  type PayableOrder,
  payableOrderSchema,
  createSessionParams,
} from './session.ts'
import { rpc, rpcAt, rpcAtParsed, getRows, timeText } from '../../client.ts'

const openSessionSchema = v.object({ id: v.string(), url: v.string() })
type OpenSession = v.InferOutput<typeof openSessionSchema>

const begunSchema = v.union([
  v.object({ order: payableOrderSchema, session: v.nullable(openSessionSchema) }),
  v.object({ wait: v.literal(true) }),
  v.object({ expire: v.array(v.object({ orderId: v.string(), sessionId: v.string() })) }),
  v.object({ error: refusalSchema }),
])
type Begun = v.InferOutput<typeof begunSchema>

interface Attempt {
  userId: string
  input: CheckoutInput
  startedAt: number
  /** The ids of older orders that are being paid and must not be released. */
  settling: string[]
}

const statuses: Record<string, number> = {
  invalid_request: 400,
  unknown_delivery: 400,
  sign_in_required: 401,
}

const changedMeanwhile = new Refused(
  409,
  'cart_changed',
  'Your cart was changed in another tab. Please check it and try again.',
)

const maxRounds = 3
/** Maximum time to wait for another request that is creating the session of the same cart, in ms. */
const timeoutMs = 10_000
const lookEveryMs = 200

/**
 * Makes one attempt to check out: closes older attempts, writes the order, requests its payment session from Stripe and
 * saves it. If many attempts with the same cart come at once, one of them creates the session, and all return it.
 * @throws Refused
 */
export async function attemptCheckout(
  tools: HandlerContext,
  attempt: Omit<Attempt, 'settling'>,
): Promise<OpenSession> {
  const own: Attempt = { ...attempt, settling: [] }
  for (let round = 1; ; round += 1) {
    const begun = await beginInTurn(tools, own)
    if ('error' in begun) {
      const { code, message, products } = begun.error
      throw new Refused(statuses[code] ?? 409, code, message, { products })
    }
    if ('order' in begun) {
      await noteGift(tools, begun.order, own.input)
      if (begun.session !== null) return begun.session
      const opened = await openSession(tools, begun.order)
      if (opened !== null) return opened
      if (hasTimedOut(tools, own)) throw new Error('The provider is still busy with this order')
      continue
    }
    // Closing an older attempt takes one more round, so that of many simultaneous attempts one remains.
    if (round > maxRounds) throw changedMeanwhile
    const closed = await Promise.all(begun.expire.map((older) => close(tools, older)))
    own.settling.push(...closed.filter((id) => id !== null))
  }
}

function hasTimedOut({ now }: HandlerContext, { startedAt }: Attempt): boolean {
  return now() - startedAt > timeoutMs
}

async function beginInTurn(
  tools: HandlerContext,
  attempt: Attempt,
): Promise<Exclude<Begun, { wait: true }>> {
  for (;;) {
    const begun = await begin(tools, attempt)
    if (!('wait' in begun)) return begun
    if (hasTimedOut(tools, attempt)) throw new Error('An equal attempt got no session')
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

function begin(tools: HandlerContext, attempt: Attempt): Promise<Begun> {
  const { userId, input, startedAt, settling } = attempt
  return rpcAtParsed(begunSchema, tools, 'begin_checkout', {
    p_user_id: userId,
    p_lines: input.lines,
    p_delivery_method_id: input.deliveryMethodId,
    p_terms_version: business.termsVersion,
    p_settling: settling,
    p_discount_code: input.discountCode,
    p_started_at: timeText(startedAt),
  })
}

/** Saves the gift note in a separate call, so that a changed note still finds the same order and session. */
async function noteGift(
  { client }: HandlerContext,
  { id }: PayableOrder,
  { gift }: CheckoutInput,
): Promise<void> {
  const { to, from, note } = gift
  await rpc(client, 'set_gift', { p_order_id: id, p_to: to, p_from: from, p_note: note })
}

/** Ends an older attempt. Returns its order's id if it cannot be ended because it is being paid. */
async function close(
  tools: HandlerContext,
  older: { orderId: string; sessionId: string },
): Promise<string | null> {
  const { status } = await expireSession(tools.stripe, older.sessionId)
  if (status === 'complete') return older.orderId
  await release(tools, older.orderId)
  return null
}

function release(tools: HandlerContext, orderId: string): Promise<boolean> {
  return rpcAt(tools, 'release_order', { p_order_id: orderId })
}

/**
 * Returns the order's payment session; null when the attempt has to start over, because Stripe is busy with the same
 * request or the discount code was withdrawn there.
 */
async function openSession(
  tools: HandlerContext,
  order: PayableOrder,
): Promise<OpenSession | null> {
  tools.crashPoint('after_begin')
  const session = await createSession(tools, order)
  if (session === null) return null
  tools.crashPoint('after_session_created')
  if (!hasExpectedTotal(session, order)) {
    await expireSession(tools.stripe, session.id)
    await release(tools, order.id)
    await recheckCatalogue(tools, order)
    throw new Error(
      `The provider's prices differ from the shop's (order ${order.number}), which looks into it; stripe:sync shows it`,
    )
  }
  if (session.url === null) throw new Error('No checkout URL returned from payment processor')
  const attached = await rpcAt(tools, 'attach_session', {
    p_order_id: order.id,
    p_session_id: session.id,
    p_url: session.url,
    p_expires_at: timeText(session.expires_at * 1000),
  })
  tools.crashPoint('after_attach')
  if (attached) return { id: session.id, url: session.url }
  await expireSession(tools.stripe, session.id)
  throw changedMeanwhile
}

/**
 * Creates the payment session; returns null when the attempt has to start over. Stripe repeats a failure under the same key
 * for a day, so the order of a failed attempt is released and the next attempt gets a new order.
 */
async function createSession(
  tools: HandlerContext,
  order: PayableOrder,
): Promise<Stripe.Checkout.Session | null> {
  const { stripe, siteUrl, now } = tools
  const idempotencyKey = `${order.id}:${order.cartHash}`
  try {
    const discount = await prepareDiscount(stripe, order, idempotencyKey, now())
    if (discount.withdrawn !== null) await withdraw(tools, order, discount.withdrawn)
    // Starting over tells the shopper that the code they typed no longer works; a code that they had not typed needs no
    // message.
    if (discount.withdrawn !== null && order.discountCode !== null) return null
    const params = createSessionParams(order, siteUrl, discount)
    return await stripe.checkout.sessions.create(params, { idempotencyKey })
  } catch (error) {
    if (isBusy(error)) return null
    if (order.discountCode !== null && isMissingAtStripe(error, 'discounts')) {
      await withdraw(tools, order, order.discountCode)
      return null
    }
    await freeAfter(tools, order, error)
    throw error
  }
}

async function withdraw(tools: HandlerContext, order: PayableOrder, code: string): Promise<void> {
  await rpcAt(tools, 'withdraw_discount_code', { p_code: code })
  if (order.discountCode === code) await release(tools, order.id)
}

/**
 * Releases the order after Stripe failed with the error `cause`. An error of the release is logged and does not hide
 * Stripe's error; the next attempt releases expired orders.
 */
async function freeAfter(
  tools: HandlerContext,
  order: PayableOrder,
  cause: unknown,
): Promise<void> {
  try {
    if (isKeptFailure(cause)) await release(tools, order.id)
    else await letOthersTry(tools, order)
    if (isInvalid(cause)) await recheckCatalogue(tools, order)
  } catch (error) {
    const details = { order: order.number, reason: getErrorMessage(error) }
    tools.log.warn(details, 'checkout: an order could not be freed after a fault of the provider')
  }
}

/**
 * Queues jobs that undo changes which the owner made by hand in Stripe's dashboard, so that the products can be bought
 * again.
 */
async function recheckCatalogue({ client }: HandlerContext, { id }: PayableOrder): Promise<void> {
  await rpc(client, 'recheck_catalogue', { p_order_id: id })
}

/** Lets attempts that wait for this one continue before they time out. */
async function letOthersTry({ client }: HandlerContext, { id }: PayableOrder): Promise<void> {
  await getRows('The order', client.from('orders').update({ opening_until: null }).eq('id', id))
}

/** Returns true when Stripe is busy with another request with this idempotency key, or for the same object. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === 'idempotency_key_in_use' || error.code === 'lock_timeout'
}

/** Returns true when Stripe refuses to sell this cart, for instance because a price is archived there. */
function isInvalid(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError'
}

/**
 * Returns true when Stripe repeats a stored failure, or when an earlier version of the shop used the idempotency key for
 * another request.
 */
function isKeptFailure(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  const isOther = error.type === 'StripeIdempotencyError'
  return isOther || error.headers?.['idempotent-replayed'] === 'true'
}
