import { createHmac } from 'node:crypto'
import { webhookSecret } from './small-shop.ts'
import { type World } from './world.ts'

/** Returns `t=…,v1=…`, signed like the provider. `seconds` since 1970. */
export function sign(body: string, seconds: number, secret = webhookSecret): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export function nowIn(world: World): number {
  return Math.floor(world.clock.now() / 1000)
}

/**
 * Sets the object that the provider returns from now on, regardless of the sandbox's data. The shop asks the provider
 * for the current object when an event arrives; the event's own content changes nothing.
 */
export function says<T extends { id: string }>(world: World, object: T): T {
  world.provider.says.set(object.id, object)
  return object
}

/**
 * Creates an event about an order’s session, as the provider would send it, with the given changes. The provider also
 * returns the session with these changes.
 */
export async function anEvent(
  world: World,
  type: string,
  sessionId: string,
  changes: object = {},
  id?: string,
): Promise<string> {
  const session = await world.stripe.checkout.sessions.retrieve(sessionId)
  const about = { ...session, status: 'complete', payment_status: 'paid', ...changes }
  return eventOf(type, says(world, about), id)
}

export function eventOf(type: string, object: object, id = `evt_${crypto.randomUUID()}`): string {
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

/** Posts a body to the webhook with the given signature; by default a valid one. */
export function deliver(
  world: World,
  body: string,
  signature: string | null = sign(body, nowIn(world)),
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
