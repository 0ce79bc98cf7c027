import { setTimeout as pause } from 'node:timers/promises'
import { readCounts, type Sql } from './database.ts'
import { type Figure, createZeroFigure, format, sum } from './figure.ts'
import type { VisitorResponse } from './visitor.ts'

/**
 * The maximum time in ms until all emails are sent and all payments are processed. After a kill, the leases of the killed process
 * only expire after a minute.
 */
const settleMs = 300_000

/** A response that no shopper should get: a server error, or no response (status 0). */
export interface Failure {
  /** The time in ms since 1970. */
  at: number
  path: string
  status: number
  /** The duration of the request in ms. */
  ms: number
  words: string
}

/** Records what a crowd observes, and the data that the shop has acknowledged. */
export class CrowdNotes {
  /** Data that the shop has acknowledged and that must therefore be in its database at the end. */
  readonly ledger = {
    /**
     * The acknowledged number of pieces in a cart, by the id of a guest's cart and by account. Shoppers only add pieces, so a
     * larger cart in the database is no loss.
     */
    guestCarts: {} as Record<string, number>,
    carts: {} as Record<string, number>,
    /** The email addresses of enquiries and of newsletter sign-ups. */
    enquiries: [] as string[],
    signUps: [] as string[],
    /**
     * The ids of Checkout sessions that the shop returned (`sessions`), and of those whose payment page accepted the payment
     * (`paid`).
     */
    sessions: [] as string[],
    paid: [] as string[],
  }
  answers = 0
  journeys = 0
  /** The durations of all responses in ms, by kind of request. */
  readonly times: Record<string, number[]> = {}
  readonly failures: Failure[] = []

  time(kind: string, ms: number): void {
    const times = (this.times[kind] ??= [])
    times.push(ms)
  }

  answered(kind: string, address: string, { status, ms, body }: VisitorResponse): void {
    const path = address.split('?')[0] ?? ''
    this.answers += 1
    if (status === 0 || status >= 500) {
      const words = String(body).slice(0, 160)
      this.failures.push({ at: Date.now(), path, status, ms, words })
    } else this.time(kind, ms)
  }
}

type Ledger = CrowdNotes['ledger']

/** Returns text such as "503 /search × 3", with the most frequent failures first. */
export function describeFailures(failures: Failure[]): string {
  const nameOf = ({ status, path, words }: Failure) =>
    status === 0 ? `no answer (${words}) ${path}` : `${status} ${path}`
  return format.counts(failures.map(nameOf))
}

/** Waits until the orders of all payments are paid and the outbox is empty, at most `settleMs`. */
export async function waitUntilSettled(sql: Sql, { paid }: Ledger): Promise<void> {
  const end = performance.now() + settleMs
  while (performance.now() < end) {
    const { open } = await readCounts(sql<{ open: number }[]>`
      select count(*)::int as open from public.outbox where sent_at is null and failed_at is null`)
    if (open === 0 && (await countUnpaidSessions(sql, paid)) === 0) return
    await pause(500)
  }
}

/** Returns a figure with the number of acknowledged carts, enquiries, sign-ups, orders and payments that the database lacks. */
export async function measureLosses(sql: Sql, ledger: Ledger): Promise<Figure> {
  const { guestCarts, carts, enquiries, signUps, sessions, paid } = ledger
  const rows: [kind: string, kept: number, lost: number][] = [
    ['carts', Object.keys({ ...guestCarts, ...carts }).length, await countLostCarts(sql, ledger)],
    ['enquiries', enquiries.length, await missing(sql, enquiries, 'enquiry')],
    ['sign-ups', signUps.length, await missing(sql, signUps, 'sign-up')],
    ['orders', sessions.length, await missing(sql, sessions, 'session')],
    ['payments', paid.length, await countUnpaidSessions(sql, paid)],
  ]
  const all = sum(rows.map(([, , lost]) => lost))
  const words = rows.map(([kind, kept, lost]) => `${lost} of ${kept} ${kind}`)
  return createZeroFigure('lost of what was acknowledged', all, words.join(', '))
}

async function countLostCarts(sql: Sql, { guestCarts, carts }: Ledger): Promise<number> {
  const { lost } = await readCounts(sql<{ lost: number }[]>`
    with stored as (
      select 'guest' as kind, id, cart_data as lines from public.guest_carts
      union all select 'account', user_id, items from public.carts
    ), kept as (
      select 'guest' as kind, * from jsonb_each_text(${JSON.stringify(guestCarts)}::text::jsonb) as g (id, pieces)
      union all select 'account', * from jsonb_each_text(${JSON.stringify(carts)}::text::jsonb) as a (id, pieces)
    )
    select count(*)::int as lost from kept
    where not exists (select from stored where stored.kind = kept.kind and stored.id = kept.id::uuid
      and (lines #>> '{0,quantity}')::int >= pieces::int)`)
  return lost
}

/** Returns the number of Checkout sessions whose order is not paid. */
export function countUnpaidSessions(sql: Sql, sessions: string[]): Promise<number> {
  return missing(sql, sessions, 'payment')
}

async function missing(
  sql: Sql,
  keys: string[],
  kind: 'enquiry' | 'sign-up' | 'session' | 'payment',
): Promise<number> {
  const { lost } = await readCounts(sql<{ lost: number }[]>`
    select count(*)::int as lost from jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb) as k (key)
    where case ${kind}::text
      when 'enquiry' then not exists (select from public.enquiries where email = key)
      when 'sign-up' then not exists (select from public.newsletter_signups where email = key)
      when 'session' then not exists (select from public.orders where stripe_session_id = key)
      else not exists (select from public.orders where stripe_session_id = key and status = 'paid') end`)
  return lost
}
