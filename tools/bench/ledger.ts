import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../backend/database/connect.ts'

/** Mails and payments may take so long after the last fault, ms: what a killed process had in hand waits for a minute. */
const settleMs = 300_000

/** What the shop said yes to, and so must be there at the end. */
export interface Ledger {
  /** Guests' carts by id, accounts' by the account: the pieces in them. Carts only grow, so more is no loss. */
  guestCarts: Record<string, number>
  carts: Record<string, number>
  /** By the sender's address. */
  enquiries: string[]
  signUps: string[]
  /** Payment sessions that a checkout answered with, and those whose payment page took the payment. */
  sessions: string[]
  paid: string[]
}

export function emptyLedger(): Ledger {
  return { guestCarts: {}, carts: {}, enquiries: [], signUps: [], sessions: [], paid: [] }
}

/** How many of each are not there. */
export interface Losses {
  carts: number
  enquiries: number
  'sign-ups': number
  /** Sessions without an order. */
  orders: number
  /** Sessions whose payment was taken and whose order is not paid. */
  payments: number
}

type Sql = Database['sql']

/** Waits until every payment that was taken has made its order paid, and no mail waits any more. */
export async function settle(sql: Sql, { paid }: Ledger): Promise<void> {
  const end = performance.now() + settleMs
  while (performance.now() < end) {
    const [row] = await sql<{ open: number }[]>`
      select count(*)::int as open from public.outbox where sent_at is null and failed_at is null`
    if (row?.open === 0 && (await countUnpaid(sql, paid)) === 0) return
    await pause(500)
  }
}

/** Asks the database for all that was acknowledged. */
export async function findLosses(sql: Sql, ledger: Ledger): Promise<Losses> {
  return {
    carts:
      (await lostCarts(sql, 'guest', ledger.guestCarts)) +
      (await lostCarts(sql, 'account', ledger.carts)),
    enquiries: await missing(sql, ledger.enquiries, 'enquiry'),
    'sign-ups': await missing(sql, ledger.signUps, 'sign-up'),
    orders: await missing(sql, ledger.sessions, 'session'),
    payments: await missing(sql, ledger.paid, 'payment'),
  }
}

/** Sessions of which the order is not paid. */
export async function countUnpaid(sql: Sql, sessions: string[]): Promise<number> {
  return missing(sql, sessions, 'payment')
}

async function missing(
  sql: Sql,
  keys: string[],
  kind: 'enquiry' | 'sign-up' | 'session' | 'payment',
): Promise<number> {
  const [row] = await sql<{ missing: number }[]>`
    select count(*)::int as missing from jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb) as k (key)
    where case ${kind}::text
      when 'enquiry' then not exists (select from public.enquiries where email = key)
      when 'sign-up' then not exists (select from public.newsletter_signups where email = key)
      when 'session' then not exists (select from public.orders where stripe_session_id = key)
      else not exists (select from public.orders where stripe_session_id = key and status = 'paid') end`
  return row?.missing ?? Number.NaN
}

async function lostCarts(
  sql: Sql,
  kind: 'guest' | 'account',
  carts: Record<string, number>,
): Promise<number> {
  const [row] = await sql<{ lost: number }[]>`
    with stored as (
      select id, cart_data as lines from public.guest_carts where ${kind}::text = 'guest'
      union all select user_id, items from public.carts where ${kind}::text = 'account'
    )
    select count(*)::int as lost from jsonb_each_text(${JSON.stringify(carts)}::text::jsonb) as c (id, pieces)
    where not exists (
      select from stored where stored.id = c.id::uuid and (lines #>> '{0,quantity}')::int >= pieces::int)`
  return row?.lost ?? Number.NaN
}
