import { isSuspiciousCart } from '../../../domain/cart.ts'
import { answer, Refused, tooOften } from '../_shared/answers.ts'
import { readJson } from '../_shared/body.ts'
import { accountOf, bearerToken, clientAddress } from '../_shared/caller.ts'
import { serve, type Tools, unavailable } from '../_shared/frame.ts'
import { noteEvent } from '../_shared/guard.ts'
import { callNow } from '../../client.ts'
import { attemptCheckout } from './attempt.ts'
import { noItems, readCheckout } from './input.ts'

const form = 'create-checkout'
const maxBytes = 1024 * 1024
/**
 * Attempts in five minutes: of a shopper, and from one address. Unlike at other forms, other posts from that address do
 * not count: a signed-in shopper is not refused because of a neighbour.
 */
const attempts = { shopper: 30, address: 300, windowMs: 300_000 }

const maxRefusals = 5

const signInFirst = new Refused(
  401,
  'sign_in_required',
  'Please sign in to complete your purchase.',
)

/**
 * POST {user_id, cart_items, delivery_method, discount_code, gift} with a shopper's token. Answers {url, session_id}, or
 * `{ error: { code, message, products } }`: 400 not a cart, 401 not signed in, 403 somebody else's or from another
 * site, 409 the cart cannot be sold as it is, 413 too large, 429 too often, 502 the provider did not answer.
 */
export const createCreateCheckout = serve(checkout, {
  fault: 'checkout: failed',
  failed: unavailable(502, 'provider_failed', 'Failed to create checkout session'),
})

async function checkout(tools: Tools, request: Request): Promise<Response> {
  const startedAt = tools.now()
  const token = bearerToken(request)
  if (token === null) throw signInFirst
  const input = readCheckout(await readJson(request, maxBytes, 'cart', noItems))
  const userId = (await accountOf(tools.client, token))?.id
  if (userId === undefined) throw signInFirst
  if (input.userId !== null && input.userId !== userId)
    throw new Refused(403, 'forbidden', 'This cart belongs to another account')
  await takeAttempt(tools, userId, request)
  const { lines } = input
  if (isSuspiciousCart(lines)) {
    const details = { form, lines: lines.length, userId }
    await noteEvent(tools, request, 'suspicious_form_submission', details)
  }
  const { url, id } = await attemptCheckout(tools, { userId, input, startedAt })
  return answer({ url, session_id: id })
}

/** @throws Refused (429) */
async function takeAttempt(tools: Tools, userId: string, request: Request): Promise<void> {
  const limit = (key: string, max: number) =>
    callNow(tools, 'take_attempt', {
      p_key: `${form}:${key}`,
      p_max: max,
      p_window_ms: attempts.windowMs,
    })
  const waits = await Promise.all([
    limit(`user:${userId}`, attempts.shopper),
    limit(`address:${clientAddress(request)}`, attempts.address),
  ])
  const wait = Math.max(...waits)
  if (wait === 0) return
  await noteEvent(tools, request, 'rate_limit_violation', { form, userId }, maxRefusals)
  throw tooOften(wait)
}
