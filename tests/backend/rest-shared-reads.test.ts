import { afterAll, expect, test, vi } from 'vitest'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop({ sharedTables: new Set(['products']) })
afterAll(() => shop.stop())

const list = '/products?select=name&slug=eq.nashville-chilli-crisp'
const more = '/products?select=name,prices(unit_amount)&slug=eq.nashville-chilli-crisp'

async function visit(address: string, path: string, token?: string): Promise<unknown> {
  const bearer: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { apikey: shop.keys.publishable, ...bearer }
  const fetch = shop.backend.fetchFor({ clientAddress: address, headers })
  const answer = await fetch(`${shop.siteUrl.origin}/rest/v1${path}`)
  return answer.json()
}

/** Returns the number of database sessions that wait for a lock on `products`. */
async function waiting(): Promise<number> {
  const [row] = await shop.database.sql`
    select count(*)::int as sessions from pg_locks
    where not granted and relation = 'public.products'::regclass`
  return row?.sessions
}

/**
 * Locks `products`, sends five requests, and renames a product as soon as the given number of sessions wait for the
 * lock. Returns the responses.
 */
async function askFive(
  ask: (turn: number) => Promise<unknown>,
  sessions: number,
): Promise<unknown[]> {
  const answers: Promise<unknown>[] = []
  // The very first request also reads the schema, which would wait for the lock on `products` as well.
  await ask(0)
  await shop.database.sql.begin(async (tx) => {
    await tx`lock table public.products in access exclusive mode`
    for (let turn = 0; turn < 5; turn++) answers.push(ask(turn))
    await vi.waitFor(async () => expect(await waiting()).toBe(sessions), 10_000)
    await tx`update public.products set name = 'New crisp' where slug = 'nashville-chilli-crisp'`
  })
  return Promise.all(answers)
}

const crisp = { name: 'New crisp' }

test('identical catalogue reads of anonymous visitors share one session', async () => {
  const answers = await askFive((turn) => visit(`203.0.113.${turn}`, list), 1)
  expect(answers).toEqual(answers.map(() => [crisp]))
})

test('a signed-in visitor has a separate read', async () => {
  const users = await Promise.all([1, 2, 3, 4, 5].map(() => shop.createUser()))
  const answers = await askFive((turn) => visit(`203.0.113.${turn}`, list, users[turn]?.token), 5)
  expect(answers).toEqual(answers.map(() => [crisp]))
})

test('a read of tables with individual rows is not shared', async () => {
  const answers = await askFive((turn) => visit(`203.0.113.${turn}`, more), 5)
  expect(answers).toEqual(answers.map(() => [{ ...crisp, prices: [expect.anything()] }]))
})
