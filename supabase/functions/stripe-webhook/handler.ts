import { answer, refuse } from '../_shared/answers.ts'
import { readBytes } from '../_shared/body.ts'
import { consoleLog, type FunctionEnvironment, type FunctionLog } from '../_shared/environment.ts'
import { catching } from '../_shared/faults.ts'
import { setAside, type Settlement, type SettlementTools } from '../_shared/settlement.ts'
import { createStripe, isLive } from '../_shared/stripe.ts'
import { createServiceClient } from '../_shared/supabase.ts'
import { type Notice, readNotice } from './shapes.ts'
import { verifiedBody } from './signature.ts'
import { payBackSoldOut, soldOut } from './sold-out.ts'
import { takeIn } from './take-in.ts'

const mostBytes = 256 * 1024

interface Webhook {
  tools: SettlementTools
  log: FunctionLog
  /** Whether its own key is of the mode in which money moves. */
  isLive: boolean
  crashPoint: (name: string) => void
}

/**
 * The payment provider's notifications. Only what it signed is believed: 400 otherwise, before anything is read.
 * 2xx means that the event was taken in, or set aside since it would never be any better: it has not the shape of one,
 * or is from the provider's other mode. 500 means that the provider should send it again.
 * @throws Error at once when there is no secret to check signatures with
 */
export function createStripeWebhook(
  environment: FunctionEnvironment,
): (request: Request) => Promise<Response> {
  const { STRIPE_WEBHOOK_SECRET: secret, now, log = consoleLog } = environment
  if (secret.trim() === '' || /\s/.test(secret))
    throw new Error('STRIPE_WEBHOOK_SECRET is blank or has spaces')
  const tools: SettlementTools = {
    client: createServiceClient(environment),
    stripe: createStripe(environment.STRIPE_SECRET_KEY, environment.STRIPE_API_URL),
    businessEmail: environment.BUSINESS_EMAIL,
    now,
  }
  const webhook: Webhook = {
    tools,
    log,
    isLive: isLive(environment.STRIPE_SECRET_KEY),
    crashPoint: environment.crashPoint ?? (() => undefined),
  }

  async function receive(request: Request): Promise<Response> {
    if (request.method !== 'POST')
      return refuse(405, 'method_not_allowed', 'Use POST', { allow: 'POST' })
    const body = await readBytes(request, mostBytes)
    const signed = await verifiedBody(body, request.headers.get('stripe-signature'), secret, now())
    if (signed === undefined) return refuse(400, 'bad_signature', 'The signature does not fit')
    await takeNotice(webhook, signed)
    return answer({ received: true })
  }

  return catching(receive, {
    tooLarge: 'The event is too large',
    failed: (error) => {
      const message = error instanceof Error ? error.message : String(error)
      log.error({ err: { message } }, 'payment event: failed')
      return refuse(500, 'failed', 'The event was not taken in')
    },
  })
}

/** Settles what was signed, or sets it aside, and says so in the log. */
async function takeNotice(webhook: Webhook, body: unknown): Promise<void> {
  const { tools, log, crashPoint } = webhook
  const event = readNotice(body)
  if (event === null)
    return log.warn({ event: idIn(body) }, 'payment event: set aside, it has not the shape of one')
  crashPoint('before_settle')
  const settlement = await settlementOf(webhook, event)
  if (settlement === null) return
  crashPoint('after_settle')
  const details = { event: event.id, type: event.type, ...settlement }
  if (settlement.outcome === 'set aside') log.warn(details, 'payment event: set aside')
  else log.info(details, 'payment event: taken in')
  if (settlement.detail?.startsWith(soldOut)) await payBackSoldOut(tools)
}

async function settlementOf(webhook: Webhook, event: Notice): Promise<Settlement | null> {
  if (event.livemode !== webhook.isLive)
    return setAside(webhook.tools, event, "the provider's other mode")
  return takeIn(webhook.tools, event)
}

/** For the log, as far as it can be one. */
function idIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('id' in body)) return null
  return typeof body.id === 'string' ? body.id.slice(0, 255) : null
}
