import { createHmac } from 'node:crypto'
import { webhookSecret } from './small-shop.ts'
import { type World } from './world.ts'

/** `t=…,v1=…` as the provider signs. `seconds` since 1970. */
export function sign(body: string, seconds: number, secret = webhookSecret): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export function nowIn(world: World): number {
  return Math.floor(world.clock.now() / 1000)
}

/**
 * What the provider says of this object from now on, and as of when it is told of, whatever the sandbox has of it: an
 * event moves only what the provider says when it is asked.
 */
export function says<T extends { id: string }>(world: World, object: T): T {
  world.provider.says.set(object.id, object)
  return object
}

/**
 * An event about an order’s session, as the provider would send it, with whatever the test is about changed; and the
 * session is so.
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

/** Brings a body to the webhook with this signature; well signed unless told otherwise. */
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
