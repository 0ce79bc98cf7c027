import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Caller } from '../../packages/embedded-supabase/src/core/keys.ts'
import { createTestShop, type TestUser } from '../support/shop.ts'

const held = Promise.withResolvers<void>()
const begun: string[] = []
const staff = new Map<string, string>()
const shop = await createTestShop({
  staffSessionOf: ({ claims }: Caller) => staff.get(claims.sub ?? '') ?? null,
  functions: {
    slow: async (request) => {
      begun.push(request.headers.get('x-forwarded-for') ?? '')
      await held.promise
      return new Response('done')
    },
  },
})
afterAll(() => shop.stop())

interface Visit {
  address: string
  path: string
  method?: string
  token?: string
  json?: object
}

function visit({ address, path, method = 'GET', token, json }: Visit): Promise<Response> {
  const headers: Record<string, string> = { apikey: shop.keys.publishable }
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  if (json !== undefined) headers['content-type'] = 'application/json'
  const body = json === undefined ? null : JSON.stringify(json)
  const fetch = shop.backend.fetchFor({ clientAddress: address, headers })
  return fetch(`${shop.siteUrl.origin}${path}`, { method, body })
}

async function hireSomebody(): Promise<TestUser> {
  const person = await shop.createUser()
  staff.set(person.id, randomUUID())
  return person
}

/** Locks a table against all access until the test ends. */
async function lock(table: string): Promise<{ release: () => Promise<void> }> {
  const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transaction = shop.database.sql.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in access exclusive mode`)
    locked.resolve()
    await done.promise
  })
  await locked.promise
  const release = async () => {
    done.resolve()
    await transaction
  }
  onTestFinished(release)
  return { release }
}

async function countWaiting(): Promise<number> {
  const [row] = await shop.database.sql<{ count: number }[]>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.count ?? 0
}

test(
  'staff can read while visitors hold all their REST sessions',
  { tags: ['abuse-pages'] },
  async () => {
    const person = await hireSomebody()
    const path = '/rest/v1/products?select=id&limit=1'
    expect((await visit({ address: '198.51.100.1', path })).status).toBe(200)
    const { release } = await lock('public.faqs')
    let isOver = false
    const visitors = Array.from({ length: 12 }, async (_, one) => {
      // Each visitor reads a different number of rows, because identical concurrent reads are answered by one database
      // session. A read is repeated, because it ends after 2 s.
      const read = `/rest/v1/faqs?select=id&limit=${one + 1}`
      do await visit({ address: `198.51.100.${one}`, path: read })
      while (!isOver)
    })
    await expect.poll(countWaiting).toBe(8)
    const answer = await visit({ address: '198.51.100.1', path, token: person.token })
    expect(answer.status).toBe(200)
    await expect.poll(countWaiting).toBe(8)
    isOver = true
    await release()
    await Promise.all(visitors)
  },
)

test(
  'staff and the server can read an account while visitors hold all Auth connections',
  { tags: ['abuse-pages'] },
  async () => {
    const person = await hireSomebody()
    const sessionId = randomUUID()
    await shop.database.sql`
    insert into auth.sessions (id, user_id, aal) values (${sessionId}, ${person.id}, 'aal1')`
    const { release } = await lock('auth.rate_limits')
    const visitors = Array.from({ length: 12 }, (_, one) =>
      visit({
        address: `198.51.100.${one}`,
        path: '/auth/v1/token?grant_type=password',
        method: 'POST',
        json: { email: 'somebody@example.com', password: 'Wrong 1 password' },
      }),
    )
    await expect.poll(countWaiting).toBe(5)
    const token = shop.tokenFor({ ...person, session_id: sessionId })
    const path = '/auth/v1/user'
    expect((await visit({ address: '198.51.100.1', path, token })).status).toBe(200)
    expect((await shop.secret.auth.admin.getUserById(person.id)).error).toBeNull()
    expect(await countWaiting()).toBe(5)
    await release()
    await Promise.all(visitors)
  },
)

test(
  'functions run for other visitors and staff while one address floods one',
  { tags: ['abuse-pages'] },
  async () => {
    const person = await hireSomebody()
    const call = (address: string, token?: string) =>
      visit({
        address,
        path: '/functions/v1/slow',
        method: 'POST',
        ...(token !== undefined && { token }),
      })
    const calls = Array.from({ length: 30 }, () => call('203.0.113.1'))
    calls.push(call('203.0.113.2'))
    await expect.poll(() => begun).toHaveLength(5)
    expect(begun.filter((address) => address === '203.0.113.1')).toHaveLength(4)
    for (let last = 3; last <= 12; last += 1) calls.push(call(`203.0.113.${last}`))
    await expect.poll(() => begun).toHaveLength(12)
    calls.push(call('203.0.113.1', person.token))
    await expect.poll(() => begun).toHaveLength(13)
    held.resolve()
    const statuses = await Promise.all(calls.map(async (one) => (await one).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
  },
)
