import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BackendKeys, generateKeys } from '../../packages/embedded-supabase/src/core/keys.ts'
import { createStripe } from '../../supabase/functions/_shared/stripe.ts'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'
import {
  type CheckoutResponse,
  createCheckoutBody,
  payOnPage,
  postCheckoutTo,
} from './checkouts.ts'
import { providerKey } from './small-shop.ts'
import { createSignedInShopper, type Shopper } from './world.ts'

let database: TestDatabase
let keys: BackendKeys
let folder: string
beforeAll(async () => {
  database = await startTestDatabase()
  keys = await generateKeys()
  folder = await mkdtemp(join(tmpdir(), 'crashes-'))
  await database.sql`update public.products set stock = 100 where slug = 'nashville-chilli-crisp'`
})
afterAll(async () => {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

const children = new Set<ChildProcess>()
afterEach(async () => {
  for (const child of children) await end(child)
})

/**
 * Starts the shop on this port, where it finds its earlier data if it has run before. It crashes at the point
 * `crashAt`.
 */
async function start(port: number, crashAt: string): Promise<{ child: ChildProcess; url: string }> {
  const settings = {
    connection: database.connection,
    keys,
    dataFile: join(folder, 'payments.sqlite'),
    port,
    crashAt,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crashing-shop.ts')], {
    env: { ...process.env, CRASHING_SHOP: JSON.stringify(settings) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, url }
}

async function end(child: ChildProcess): Promise<void> {
  children.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function diedOfItself(child: ChildProcess): Promise<void> {
  if (child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  children.delete(child)
}

/** Returns the response, or null when the connection was cut before it. */
async function orCut<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

async function checkOutAt(url: string, shopper: Shopper): Promise<CheckoutResponse> {
  const [line] = await database.sql`
    select p.id, p.name, p.price, r.stripe_price_id from public.products p join public.prices r on r.product_id = p.id
    where p.slug = 'nashville-chilli-crisp'`
  const sent = {
    product_id: line?.id,
    quantity: 2,
    product_name: line?.name,
    price: line?.price,
    stripe_price_id: line?.stripe_price_id,
  }
  return postCheckoutTo(url, keys.publishable, createCheckoutBody(shopper, [sent]), shopper.token)
}

/**
 * Expects the same result for every crash point: one paid session, one paid order, one email of each kind, and the
 * stock taken once.
 */
async function expectOnePaidOrder(
  url: string,
  shopper: Shopper,
  stockBefore: number,
): Promise<void> {
  await vi.waitFor(async () => {
    const orders =
      await database.sql`select status from public.orders where user_id = ${shopper.id} and status = 'paid'`
    expect(orders).toHaveLength(1)
  }, 10_000)
  const orders =
    await database.sql`select id, status, stripe_session_id from public.orders where user_id = ${shopper.id}`
  expect(orders).toHaveLength(1)
  const emails =
    await database.sql`select template from public.outbox where dedupe_key like ${`%:${orders[0]?.id}`} order by template`
  expect(emails.map((email) => email.template)).toEqual(['order_confirmation', 'order_notice'])
  const sessions = await createStripe(
    providerKey,
    `${url}/sandbox/payments`,
  ).checkout.sessions.list({ limit: 100 })
  const own = sessions.data.filter((session) => session.client_reference_id === orders[0]?.id)
  expect(own.map((session) => [session.id, session.payment_status])).toEqual([
    [orders[0]?.stripe_session_id, 'paid'],
  ])
  expect(await stock()).toBe(stockBefore - 2)
}

async function stock(): Promise<number> {
  const [row] =
    await database.sql`select stock from public.products where slug = 'nashville-chilli-crisp'`
  return row?.stock
}

describe('a killed process', () => {
  test.each(['after_begin', 'after_session_created', 'after_attach'])(
    'a checkout killed at %s is paid once on the second attempt',
    { tags: ['abuse-power'] },
    async (point) => {
      const shopper = await createSignedInShopper(database, keys, Date.now())
      const before = await stock()
      const first = await start(0, point)
      const port = Number(new URL(first.url).port)
      expect(await orCut(checkOutAt(first.url, shopper))).toBeNull()
      await diedOfItself(first.child)
      const second = await start(port, 'never')
      const { status, body } = await checkOutAt(second.url, shopper)
      expect(status).toBe(200)
      expect((await payOnPage(body.url ?? '')).status).toBe(303)
      await expectOnePaidOrder(second.url, shopper, before)
      await end(second.child)
    },
  )

  test.each(['before_settle', 'after_settle'])(
    'a webhook killed at %s settles the order once on redelivery',
    { tags: ['abuse-power'] },
    async (point) => {
      const shopper = await createSignedInShopper(database, keys, Date.now())
      const before = await stock()
      const first = await start(0, point)
      const port = Number(new URL(first.url).port)
      const { body } = await checkOutAt(first.url, shopper)
      expect(await orCut(payOnPage(body.url ?? ''))).toBeNull()
      await diedOfItself(first.child)
      const second = await start(port, 'never')
      await expectOnePaidOrder(second.url, shopper, before)
      await end(second.child)
    },
  )

  test(
    'a settlement killed in its transaction is rolled back and done once afterwards',
    { tags: ['abuse-power'] },
    async () => {
      const shopper = await createSignedInShopper(database, keys, Date.now())
      const before = await stock()
      const first = await start(0, 'never')
      const port = Number(new URL(first.url).port)
      const { body } = await checkOutAt(first.url, shopper)
      const sql = await database.sql.reserve()
      await sql`begin`
      await sql`select from public.orders where user_id = ${shopper.id} for update`
      const paying = orCut(payOnPage(body.url ?? ''))
      await vi.waitFor(async () => {
        const waiting = await database.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%settle_payment%'`
        expect(waiting).toHaveLength(1)
      }, 10_000)
      await end(first.child)
      await paying
      await sql`commit`
      sql.release()
      const second = await start(port, 'never')
      await expectOnePaidOrder(second.url, shopper, before)
      await end(second.child)
    },
  )
})
