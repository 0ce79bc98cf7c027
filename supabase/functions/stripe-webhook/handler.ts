import { answer, refuse } from '../_shared/answers.ts'
import { readBytes } from '../_shared/body.ts'
import { consoleLog, type FunctionEnvironment } from '../_shared/environment.ts'
import { catching } from '../_shared/faults.ts'
import type { SettlementTools } from '../_shared/settlement.ts'
import { createStripe } from '../_shared/stripe.ts'
import { createServiceClient } from '../_shared/supabase.ts'
import { verifiedEvent } from './signature.ts'
import { takeIn } from './take-in.ts'

const mostBytes = 256 * 1024

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
  const tools: SettlementTools = {
    client: createServiceClient(environment),
    stripe: createStripe(environment.STRIPE_SECRET_KEY, environment.STRIPE_API_URL),
    businessEmail: environment.BUSINESS_EMAIL,
    now,
  }

  async function settle(event: Parameters<typeof takeIn>[1]): Promise<void> {
    environment.crashPoint?.('before_settle')
    const settlement = await takeIn(tools, event)
    if (settlement === null) return
    environment.crashPoint?.('after_settle')
    const details = { event: event.id, type: event.type, ...settlement }
    if (settlement.outcome === 'set aside') log.warn(details, 'A payment event was set aside')
    else log.info(details, 'A payment event was taken in')
  }

  async function receive(request: Request): Promise<Response> {
    if (request.method !== 'POST')
      return refuse(405, 'method_not_allowed', 'Use POST', { allow: 'POST' })
    const body = await readBytes(request, mostBytes)
    const event = await verifiedEvent(body, request.headers.get('stripe-signature'), secret, now())
    if (event === null) return refuse(400, 'bad_signature', 'The signature does not fit')
    await settle(event)
    return answer({ received: true })
  }

  return catching(receive, {
    tooLarge: 'The event is too large',
    failed: (error) => {
      const message = error instanceof Error ? error.message : String(error)
      log.error({ err: { message } }, 'A payment event failed')
      return refuse(500, 'failed', 'The event was not taken in')
    },
  })
}
