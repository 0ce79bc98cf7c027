import { createHmac } from 'node:crypto'
import { webhookSecret } from './small-shop.ts'
import { type PaymentWorld } from './world.ts'

/**
 * Returns the signature header of a webhook event, `t=…,v1=…`, as the provider signs it. `seconds` is the time since
 * 1970.
 */
export function signWebhookBody(body: string, seconds: number, secret = webhookSecret): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export function getNowInSeconds(world: PaymentWorld): number {
  return Math.floor(world.clock.now() / 1000)
}

/**
 * Makes the provider return this object from now on, regardless of the sandbox's data. This is how an event is tested:
 * the shop ignores the event's own content and asks the provider for the current object.
 */
export function setProviderObject<T extends { id: string }>(world: PaymentWorld, object: T): T {
  world.provider.says.set(object.id, object)
  return object
}

/**
 * Returns the body of an event about an order's payment session with the given changes, and makes the provider return
 * the session with these changes, too.
 */
export async function createSessionEvent(
  world: PaymentWorld,
  type: string,
  sessionId: string,
  changes: object = {},
  id?: string,
): Promise<string> {
  const session = await world.stripe.checkout.sessions.retrieve(sessionId)
  const about = { ...session, status: 'complete', payment_status: 'paid', ...changes }
  return createEventBody(type, setProviderObject(world, about), id)
}

export function createEventBody(
  type: string,
  object: object,
  id = `evt_${crypto.randomUUID()}`,
): string {
  return JSON.stringify({
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1,
    type,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: null,
  })
}

/** Posts a body to the webhook, by default with a valid signature. */
export function postWebhook(
  world: PaymentWorld,
  body: string,
  signature: string | null = signWebhookBody(body, getNowInSeconds(world)),
): Promise<Response> {
  return fetch(`${world.url}/functions/v1/stripe-webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'stripe-signature': signature }),
    },
    body,
  })
}
