import { createJsonResponse, Refused } from '../_shared/responses.ts'
import { readBytes } from '../_shared/body.ts'
import type { FunctionEnvironment } from '../_shared/environment.ts'
import {
  defineHandler,
  type HandlerContext,
  createErrorResponder,
} from '../_shared/serve-handler.ts'
import { quarantineEvent } from '../_shared/settlement.ts'
import { isLiveKey } from '../_shared/stripe.ts'
import { readEvent } from './event.ts'
import { parseVerifiedBody } from './signature.ts'
import { refundSoldOut, soldOutDetailPrefix } from './sold-out.ts'
import { processEvent } from './process-event.ts'

const maxBytes = 256 * 1024

/**
 * Handles Stripe's webhook. A request without Stripe's signature gets 400, before it is parsed. 2xx means that the event
 * was processed, does not concern the shop, or was set aside because a retry would not help: its shape is unknown (then it is only
 * logged), or it is from the other mode (test or live). 500 means that Stripe should send the event again.
 * @throws Error at once when the secret for checking signatures is missing
 */
export function createStripeWebhook(
  environment: FunctionEnvironment,
): (request: Request) => Promise<Response> {
  const { STRIPE_WEBHOOK_SECRET: secret } = environment
  if (secret.trim() === '' || /\s/.test(secret))
    throw new Error('STRIPE_WEBHOOK_SECRET is blank or has spaces')
  return receiver(environment)
}

const receiver = defineHandler(receive, {
  fault: 'payment event: failed',
  failed: createErrorResponder(500, 'failed', 'The event was not taken in'),
})

async function receive(tools: HandlerContext, request: Request): Promise<Response> {
  const body = await readBytes(request, maxBytes, 'event')
  const signature = request.headers.get('stripe-signature')
  const secret = tools.environment.STRIPE_WEBHOOK_SECRET
  const signed = await parseVerifiedBody(body, signature, secret, tools.now())
  if (signed === undefined) throw new Refused(400, 'bad_signature', 'The signature does not fit')
  await takeEvent(tools, signed)
  return createJsonResponse({ received: true })
}

async function takeEvent(tools: HandlerContext, body: unknown): Promise<void> {
  const { log, crashPoint, environment } = tools
  const event = readEvent(body)
  if (event === null)
    return log.warn({ event: idIn(body) }, 'payment event: set aside, it has not the shape of one')
  crashPoint('before_settle')
  const settlement =
    event.livemode === isLiveKey(environment.STRIPE_SECRET_KEY)
      ? await processEvent(tools, event)
      : await quarantineEvent(tools, event, "the provider's other mode")
  if (settlement === null) return
  crashPoint('after_settle')
  const details = { event: event.id, type: event.type, ...settlement }
  if (settlement.outcome === 'set aside') log.warn(details, 'payment event: set aside')
  else log.info(details, 'payment event: taken in')
  if (settlement.detail?.startsWith(soldOutDetailPrefix)) await refundSoldOut(tools)
}

function idIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('id' in body)) return null
  return typeof body.id === 'string' ? body.id.slice(0, 255) : null
}
