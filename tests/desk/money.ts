import { createPrivateKey, randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { writeToken } from '../../packages/embedded-supabase/src/core/token.ts'
import { type PaidOrder, createPaidOrder } from '../payments/owner.ts'
import type { PaymentWorld } from '../payments/world.ts'

export interface DeskUser {
  client: SupabaseClient
  /** Calls the function `desk-orders`. */
  ask: (wish: object) => Promise<{ status: number; body: unknown }>
}

/**
 * Creates a team member with an access token for tests of payments; an owner's second factor was confirmed `minutes`
 * ago.
 */
export async function createDeskUser(
  world: PaymentWorld,
  role: 'owner' | 'packer',
  minutes = 1,
): Promise<DeskUser> {
  const { sql, keys, url } = world
  const [id, session] = [randomUUID(), randomUUID()]
  await sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${`${id}@example.com`}, now())`
  await sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${id}, now())`
  await sql`insert into public.staff (user_id, name, role) values (${id}, ${role === 'owner' ? 'Beau' : 'Ollie'}, ${role})`
  const seconds = Math.floor(Date.now() / 1000)
  const key = createPrivateKey({ key: keys.jwt.privateJwk, format: 'jwk' })
  const token = writeToken(key, keys.jwt.kid, {
    role: 'authenticated',
    aud: 'authenticated',
    sub: id,
    session_id: session,
    aal: role === 'owner' ? 'aal2' : 'aal1',
    amr: [{ method: 'totp', timestamp: seconds - minutes * 60 }],
    iat: seconds,
    // The token is valid for a year, because tests advance the clock by months.
    exp: seconds + 366 * 86_400,
  })
  const headers = { authorization: `Bearer ${token}`, apikey: keys.publishable }
  return {
    client: createClient(url, keys.publishable, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers },
    }),
    ask: async (wish) => {
      const answer = await fetch(`${url}/functions/v1/desk-orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(wish),
      })
      return { status: answer.status, body: await answer.json() }
    },
  }
}

export interface PaidOrderWithTotal extends PaidOrder {
  total: number
}

/** Creates an order that was paid on the payment page. Returns it with its amounts in pence. */
export async function createPaidOrderWithTotal(
  world: PaymentWorld,
  slugs?: string[],
): Promise<PaidOrderWithTotal> {
  const paid = await createPaidOrder(world, slugs)
  return { ...paid, total: (await paid.order())?.total ?? 0 }
}

/** Returns the amount in pence of an order that the provider has refunded. */
export async function getRefundedAmount(world: PaymentWorld, orderId: string): Promise<number> {
  const [row] = await world.sql`
    select stripe_payment_intent_id as payment from public.orders where id = ${orderId}`
  const intent = await world.stripe.paymentIntents.retrieve(row?.payment)
  const charge = await world.stripe.charges.retrieve(String(intent.latest_charge))
  return charge.amount_refunded
}
