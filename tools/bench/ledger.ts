import { setTimeout as pause } from 'node:timers/promises'
import { countIn, type Sql } from './database.ts'

/** Emails and payments may take so long after the last fault, ms: what a killed process had in hand waits for a minute. */
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

/** How many of each were acknowledged, or are not there. */
export interface Kept {
  carts: number
  enquiries: number
  'sign-ups': number
  orders: number
  payments: number
}

export function countKept({ guestCarts, carts, enquiries, signUps, sessions, paid }: Ledger): Kept {
  return {
    carts: Object.keys(guestCarts).length + Object.keys(carts).length,
    enquiries: enquiries.length,
    'sign-ups': signUps.length,
    orders: sessions.length,
    payments: paid.length,
  }
}

/** Waits until every payment that was taken has made its order paid, and no email waits any more. */
export async function settle(sql: Sql, { paid }: Ledger): Promise<void> {
  const end = performance.now() + settleMs
  while (performance.now() < end) {
    const { open } = await countIn(sql<{ open: number }[]>`
      select count(*)::int as open from public.outbox where sent_at is null and failed_at is null`)
    if (open === 0 && (await countUnpaid(sql, paid)) === 0) return
    await pause(500)
  }
}

/** Asks the database for all that was acknowledged. */
export async function findLosses(sql: Sql, ledger: Ledger): Promise<Kept> {
  const { lost } = await countIn(sql<{ lost: number }[]>`
    with stored as (
      select 'guest' as kind, id, cart_data as lines from public.guest_carts
      union all select 'account', user_id, items from public.carts
    ), kept as (
      select 'guest' as kind, * from jsonb_each_text(${JSON.stringify(ledger.guestCarts)}::text::jsonb) as g (id, pieces)
      union all select 'account', * from jsonb_each_text(${JSON.stringify(ledger.carts)}::text::jsonb) as a (id, pieces)
    )
    select count(*)::int as lost from kept
    where not exists (select from stored where stored.kind = kept.kind and stored.id = kept.id::uuid
      and (lines #>> '{0,quantity}')::int >= pieces::int)`)
  return {
    carts: lost,
    enquiries: await missing(sql, ledger.enquiries, 'enquiry'),
    'sign-ups': await missing(sql, ledger.signUps, 'sign-up'),
    orders: await missing(sql, ledger.sessions, 'session'),
    payments: await countUnpaid(sql, ledger.paid),
  }
}

/** Sessions of which the order is not paid. */
export function countUnpaid(sql: Sql, sessions: string[]): Promise<number> {
  return missing(sql, sessions, 'payment')
}

async function missing(
  sql: Sql,
  keys: string[],
  kind: 'enquiry' | 'sign-up' | 'session' | 'payment',
): Promise<number> {
  const { lost } = await countIn(sql<{ lost: number }[]>`
    select count(*)::int as lost from jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb) as k (key)
    where case ${kind}::text
      when 'enquiry' then not exists (select from public.enquiries where email = key)
      when 'sign-up' then not exists (select from public.newsletter_signups where email = key)
      when 'session' then not exists (select from public.orders where stripe_session_id = key)
      else not exists (select from public.orders where stripe_session_id = key and status = 'paid') end`)
  return lost
}
