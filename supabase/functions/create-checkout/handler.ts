import { isSuspiciousCart } from '../../../domain/cart.ts'
import { createJsonResponse, Refused, createRateLimitRefusal } from '../_shared/responses.ts'
import { readJson } from '../_shared/body.ts'
import { findAccount, getBearerToken } from '../_shared/caller.ts'
import {
  defineHandler,
  type HandlerContext,
  createErrorResponder,
} from '../_shared/serve-handler.ts'
import { recordSecurityEvent } from '../_shared/guard.ts'
import { rpcAt } from '../../client.ts'
import { attemptCheckout } from './attempt.ts'
import { noItemsMessage, readCheckout } from './input.ts'

const form = 'create-checkout'
const maxBytes = 1024 * 1024
/** Maximum number of checkout attempts of a shopper in five minutes. */
const attempts = { max: 30, windowMs: 300_000 }

const maxRefusals = 5

const signInFirst = new Refused(
  401,
  'sign_in_required',
  'Please sign in to complete your purchase.',
)

/**
 * Handles POST {user_id, cart_items, delivery_method, discount_code, gift} with a shopper's token. Answers {url,
 * session_id}, or `{ error: { code, message, products } }`: 400 not a cart, 401 not signed in, 403 another account's cart
 * or a request from another site, 409 the cart cannot be sold as it is, 413 too large, 429 too often, 502 the provider did
 * not answer.
 */
export const createCreateCheckout = defineHandler(checkout, {
  fault: 'checkout: failed',
  failed: createErrorResponder(502, 'provider_failed', 'Failed to create checkout session'),
})

async function checkout(tools: HandlerContext, request: Request): Promise<Response> {
  const startedAt = tools.now()
  const token = getBearerToken(request)
  if (token === null) throw signInFirst
  const input = readCheckout(await readJson(request, maxBytes, 'cart', noItemsMessage))
  const userId = (await findAccount(tools.client, token))?.id
  if (userId === undefined) throw signInFirst
  if (input.userId !== null && input.userId !== userId)
    throw new Refused(403, 'forbidden', 'This cart belongs to another account')
  await takeAttempt(tools, userId, request)
  const { lines } = input
  if (isSuspiciousCart(lines)) {
    const details = { form, lines: lines.length, userId, sender: userId }
    await recordSecurityEvent(tools, request, 'suspicious_form_submission', details)
  }
  const { url, id } = await attemptCheckout(tools, { userId, input, startedAt })
  return createJsonResponse({ url, session_id: id })
}

/**
 * Counts a checkout attempt by account, not by IP address, so that other visitors with the same IP address do not block a
 * payment.
 * @throws Refused (429)
 */
async function takeAttempt(tools: HandlerContext, userId: string, request: Request): Promise<void> {
  const wait = await rpcAt(tools, 'consume_attempt', {
    p_key: `${form}:user:${userId}`,
    p_max: attempts.max,
    p_window_ms: attempts.windowMs,
  })
  if (wait === 0) return
  const details = { form, userId, sender: userId }
  await recordSecurityEvent(tools, request, 'rate_limit_violation', details, maxRefusals)
  throw createRateLimitRefusal(wait)
}
