import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createRateLimit,
  createRateLimitPerAddress,
} from '../../packages/embedded-supabase/src/realtime/limits.ts'
import {
  createUser,
  type AuthService,
  goodPassword,
  createUniqueIp,
  createUniqueEmail,
  startAuthService,
} from './auth-service.ts'

const day = 24 * 60 * 60_000

let service: AuthService
beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())

/** Runs `work` while the service's clock is `days` days ahead, and then sets the clock back. */
async function whileAhead(days: number, work: () => Promise<unknown>): Promise<void> {
  service.clock.advance(days * day)
  try {
    await work()
  } finally {
    service.clock.advance(-days * day)
  }
}

describe.each([3, 45])('after the clock ran %d days ahead and was set back', (days) => {
  test(
    'the right password opens an account whose failures are in the future',
    { tags: ['abuse-19'] },
    async () => {
      const [email, address] = [createUniqueEmail(), createUniqueIp()]
      await createUser(service, email)
      const trySignIn = (password: string) =>
        service.call({
          path: '/auth/v1/token',
          query: 'grant_type=password',
          clientAddress: address,
          json: { email, password },
        })
      await whileAhead(days, async () => {
        for (let time = 1; time <= 6; time += 1) await trySignIn('Wrong 1 password')
      })
      expect((await trySignIn(goodPassword)).status).toBe(200)
    },
  )

  test('a rate limit reached in the future starts again', async () => {
    const { sql } = service.database
    const key = `test:${randomUUID()}`
    const take = async (at: Date) => {
      const [row] = await sql`select public.consume_attempt(${key}, 1, 300000, ${at}) as wait`
      return row?.wait
    }
    const ahead = new Date(Date.now() + days * day)
    expect([await take(ahead), await take(ahead)]).toEqual([0, 300_000])
    expect(await take(new Date())).toBe(0)
  })

  test('a wait beyond the range of integers is capped', async () => {
    const { sql } = service.database
    const key = `test:${randomUUID()}`
    const quarter = 2_000_000_000
    const [first] = await sql`select public.consume_attempt(${key}, 1, ${quarter}) as wait`
    await sql`
      update public.rate_limits set window_started_at = now() + interval '59 seconds' where key = ${key}`
    const [second] = await sql`select public.consume_attempt(${key}, 1, ${quarter}) as wait`
    expect([first?.wait, second?.wait > quarter]).toEqual([0, true])
    await sql`
      insert into auth.rate_limits (key, attempts, window_started_at, window_ends_at)
      values (${key}, 9, now(), now() + make_interval(days => ${days}))`
    const [third] = await sql`select auth.consume_attempt(${key}, 1, 1000, now()) as wait`
    expect(third?.wait).toBe(Math.min(2_147_483_647, third?.wait))
  })

  test('a link from the future has expired, and a new one opens', async () => {
    const email = createUniqueEmail()
    await createUser(service, email)
    const recover = () =>
      service.call({ path: '/auth/v1/recover', clientAddress: createUniqueIp(), json: { email } })
    await whileAhead(days, recover)
    expect((await service.openLatestLink(email)).hash).toContain('otp_expired')
    await recover()
    expect((await service.openLatestLink(email)).hash).toContain('access_token')
  })

  test('claims, waits, reservations and backups from the future are reset to now', async () => {
    const { sql } = service.database
    const ahead = new Date(Date.now() + days * day)
    const id = randomUUID()
    await sql`
      insert into public.outbox (id, template, recipient, data, created_at, next_attempt_at, claimed_until)
      values (${id}, 'auth_recover', 'late@example.com', '{}', ${ahead}, ${ahead}, ${ahead})`
    await sql`update public.last_backup set begun_at = ${ahead}, succeeded_at = ${ahead}`
    await sql`update public.balance_reading set due_at = ${ahead}, read_until = ${ahead}`
    const token = await sql`
      insert into public.staff_invitations (email, role, token_hash, created_at, expires_at)
      values ('late@example.com', 'packer', ${'a'.repeat(60) + String(days).padStart(4, '0')}, ${ahead}, ${new Date(ahead.getTime() + 2 * day)})
      returning id`
    const [rows] = await sql`select public.set_back_future_times() as changed`
    expect(rows?.changed).toBe(4)
    const [email] = await sql`
      select created_at <= now() and next_attempt_at <= now() and claimed_until is null as is_due
      from public.outbox where id = ${id}`
    const [backup] = await sql`select public.begin_backup(now() - interval '1 hour') as is_due`
    const [balance] = await sql`
      select public.claim_balance_reading('acct') is not null as is_due from public.balance_reading`
    const [invitation] = await sql`
      select expires_at <= now() + interval '2 days' as is_short from public.staff_invitations where id = ${token[0]?.id}`
    expect([email?.is_due, backup?.is_due, balance?.is_due, invitation?.is_short]).toEqual(
      Array(4).fill(true),
    )
    const [again] = await sql`select public.set_back_future_times() as changed`
    expect(again?.changed).toBe(0)
  })

  test('realtime allowances are available after the clock was set back', () => {
    let now = days * day
    const mayJoin = createRateLimit(1, 5, () => now)
    const maySend = createRateLimitPerAddress(1, 5, () => now)
    expect([mayJoin(), maySend('203.0.113.1', 1)]).toEqual([true, true])
    now = 0
    expect([mayJoin(), maySend('203.0.113.1', 1)]).toEqual([true, true])
  })
})
