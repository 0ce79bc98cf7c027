import { createPrivateKey, randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { writeToken } from '../../packages/embedded-supabase/src/core/token.ts'
import { startBalanceReading } from '../../server/balance.ts'
import type { PeriodicJob } from '../../server/periodic-job.ts'
import { createRecordingLog, type PaymentWorld } from '../payments/world.ts'
import { callRpc } from './call.ts'

export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs

export function createBalanceReading(world: PaymentWorld): PeriodicJob {
  return startBalanceReading({
    client: world.client,
    stripe: world.stripe,
    account: 'sandbox',
    now: world.clock.now,
    log: createRecordingLog(world.log),
    intervalMs: dayMs,
  })
}

/**
 * Creates an owner whose session has a confirmed second factor and whose access token is valid for a day of the test
 * clock.
 */
export async function createOwnerClient(world: PaymentWorld): Promise<SupabaseClient> {
  const { sql, keys } = world
  const [email, sessionId] = [`${randomUUID()}@example.com`, randomUUID()]
  const [user] = await sql<{ id: string }[]>`
    insert into auth.users (email, email_confirmed_at) values (${email}, now()) returning id`
  const id = user?.id ?? ''
  await sql`insert into auth.sessions (id, user_id, created_at, aal) values (${sessionId}, ${id}, now(), 'aal2')`
  await sql`insert into public.staff (user_id, name, role) values (${id}, 'Beau', 'owner')`
  const seconds = Math.floor(world.clock.now() / 1000)
  const token = writeToken(
    createPrivateKey({ key: keys.jwt.privateJwk, format: 'jwk' }),
    keys.jwt.kid,
    {
      role: 'authenticated',
      aud: 'authenticated',
      sub: id,
      session_id: sessionId,
      email,
      aal: 'aal2',
      iat: seconds,
      exp: seconds + 86_400,
    },
  )
  return createClient(world.url, keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${token}` } },
  })
}

const row = v.looseObject({
  kind: v.string(),
  amount: v.number(),
  number: v.nullable(v.number()),
  payout: v.nullable(v.string()),
  what: v.nullable(v.string()),
  standard: v.nullish(v.number()),
})
export type BookkeepingRow = v.InferOutput<typeof row>
const page = v.object({ rows: v.array(row), next: v.nullable(v.string()) })

/** Returns all rows of the accountant's CSV for these days, fetched in small pages. */
export async function fetchAccountsCsvRows(
  owner: SupabaseClient,
  days: { p_from: string; p_until: string },
  limit = 3,
): Promise<BookkeepingRow[]> {
  const rows: BookkeepingRow[] = []
  let next: string | null = null
  do {
    const args: object = { ...days, p_limit: limit, p_after: next }
    const answer: v.InferOutput<typeof page> = await callRpc(page, owner, 'desk_accounts_csv', {
      ...args,
    })
    rows.push(...answer.rows)
    next = answer.next
  } while (next !== null)
  return rows
}

const number = v.number()
export const moneySchema = v.object({
  sums: v.object({
    orders: number,
    charged: number,
    goods: number,
    discount: number,
    delivery: number,
    taken: number,
    refunded: number,
    refundOrders: number,
    fees: number,
    feesKnown: number,
    takenBack: number,
    disputes: number,
    otherFees: number,
    other: number,
    left: number,
  }),
  rows: v.array(v.object({ at: v.string(), taken: number, orders: number })),
  first: v.nullable(v.string()),
})
