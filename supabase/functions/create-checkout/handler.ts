import { isSuspiciousCart } from '../../../domain/cart.ts'
import { answer, type Refusal, refuse, tooOften } from '../_shared/answers.ts'
import { readJson } from '../_shared/body.ts'
import { accountOf, bearerToken, clientAddress } from '../_shared/caller.ts'
import { consoleLog, type FunctionEnvironment } from '../_shared/environment.ts'
import { catching } from '../_shared/faults.ts'
import { noteEvent } from '../_shared/guard.ts'
import { refuseStranger } from '../_shared/origin.ts'
import { createStripe } from '../_shared/stripe.ts'
import { createServiceClient } from '../_shared/supabase.ts'
import { attemptCheckout, type Tools } from './attempt.ts'
import { type CheckoutInput, noItems, parseInput } from './input.ts'
import { call } from '../../client.ts'

const form = 'create-checkout'
const mostBytes = 1024 * 1024
/**
 * Attempts in five minutes: of a shopper, and of all shoppers behind one address. Unlike at other forms, what else comes
 * from that address does not count: whoever is signed in and pays is not refused for a neighbour.
 */
const attempts = { shopper: 30, address: 300, windowMs: 300_000 }

/** So many refusals of an address are noted in that time. */
const mostRefusals = 5

const signIn = 'Please sign in to complete your purchase.'

const statuses: Record<string, number> = {
  invalid_request: 400,
  unknown_delivery: 400,
  sign_in_required: 401,
}

/**
 * POST {user_id, cart_items, delivery_method} with a shopper's token. Answers {url, session_id}, or
 * `{ error: { code, message, products } }`: 400 not a cart, 401 not signed in, 403 somebody else's or from another
 * site, 409 the cart cannot be sold as it is, 413 too large, 429 too often, 502 the provider did not answer.
 */
export function createCreateCheckout(
  environment: FunctionEnvironment,
): (request: Request) => Promise<Response> {
  const { SITE_URL, STRIPE_SECRET_KEY, STRIPE_API_URL, log = consoleLog } = environment
  const tools: Tools = {
    client: createServiceClient(environment),
    stripe: createStripe(STRIPE_SECRET_KEY, STRIPE_API_URL),
    siteUrl: new URL(SITE_URL).origin,
    environment,
    crashPoint: environment.crashPoint ?? (() => undefined),
  }
  return catching((request) => checkout(tools, request), {
    tooLarge: 'The cart is too large',
    notJson: noItems,
    failed: (error) => {
      log.error({ err: described(error) }, 'checkout: failed')
      return refuse(502, 'provider_failed', 'Failed to create checkout session')
    },
  })
}

async function checkout(tools: Tools, request: Request): Promise<Response> {
  const startedAt = tools.environment.now()
  const refusal = refuseStranger(request, tools.siteUrl)
  if (refusal !== null) return refusal
  const token = bearerToken(request)
  if (token === null) return refuse(401, 'sign_in_required', signIn)
  const parsed = parseInput(await readJson(request, mostBytes))
  if (!parsed.ok) return refuse(400, parsed.code, parsed.message)
  const userId = (await accountOf(tools.client, token))?.id
  if (userId === undefined) return refuse(401, 'sign_in_required', signIn)
  if (parsed.input.userId !== null && parsed.input.userId !== userId)
    return refuse(403, 'forbidden', 'This cart belongs to another account')
  const wait = await takeAttempt(tools, userId, request)
  if (wait > 0) return tooOften(wait)
  await noteSuspicion(tools, userId, request, parsed.input)
  const outcome = await attemptCheckout(tools, { userId, input: parsed.input, startedAt })
  if ('refusal' in outcome) return answerRefusal(outcome.refusal)
  return answer({ url: outcome.session.url, session_id: outcome.session.id })
}

/** 0 when the attempt may go on, else the milliseconds to wait. */
async function takeAttempt(tools: Tools, userId: string, request: Request): Promise<number> {
  const limit = (key: string, max: number) =>
    call(tools.client, 'take_attempt', {
      p_key: `${form}:${key}`,
      p_max: max,
      p_window_ms: attempts.windowMs,
      p_now: new Date(tools.environment.now()).toISOString(),
    })
  const waits = await Promise.all([
    limit(`user:${userId}`, attempts.shopper),
    limit(`address:${clientAddress(request)}`, attempts.address),
  ])
  const wait = Math.max(...waits)
  if (wait > 0)
    await noteEvent(tools, request, 'rate_limit_violation', { form, userId }, mostRefusals)
  return wait
}

async function noteSuspicion(
  tools: Tools,
  userId: string,
  request: Request,
  { lines }: CheckoutInput,
): Promise<void> {
  if (!isSuspiciousCart(lines)) return
  const details = { form, lines: lines.length, userId }
  await noteEvent(tools, request, 'suspicious_form_submission', details)
}

function answerRefusal(refusal: Refusal): Response {
  return answer({ error: refusal }, statuses[refusal.code] ?? 409)
}

/** What of a fault may stand in a log: never a request with its keys. */
function described(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message } = error
  return error.cause instanceof Error
    ? { name, message, cause: error.cause.message }
    : { name, message }
}
