import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createUser,
  type AuthService,
  goodPassword,
  createUniqueIp,
  openSignedInBrowser,
  createUniqueEmail,
  startAuthService,
} from './auth-service.ts'
import { createTwoFactorUser, openRecoveryLink } from './second-factor.ts'

let service: AuthService
beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())

function signIn(email: string, clientAddress: string) {
  return service.call({
    path: '/auth/v1/token',
    query: 'grant_type=password',
    clientAddress,
    json: { email, password: goodPassword },
  })
}

async function signInOften(email: string, times: number, address = (): string => createUniqueIp()) {
  const statuses: Record<number, number> = {}
  for (let time = 0; time < times; time += 1) {
    const { status } = await signIn(email, address())
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

/** Inserts sessions without a second factor, as they remain from older versions of the service. */
async function addSessions(email: string, count: number, age = '1 day'): Promise<void> {
  await service.database.sql`
    insert into auth.sessions (user_id, created_at, updated_at, aal)
    select u.id, s.at, s.at, 'aal1'
    from auth.users u, (select to_timestamp(${service.clock.now() / 1000}) - ${age}::interval as at) s, generate_series(1, ${count})
    where u.email = ${email}`
}

async function countSessions(email: string, aal = 'aal1'): Promise<number> {
  const [row] = await service.database.sql<{ many: number }[]>`
    select count(*)::int as many from auth.sessions s join auth.users u on u.id = s.user_id
    where u.email = ${email} and s.aal::text = ${aal}`
  return row?.many ?? -1
}

const isOpen = async (browser: SupabaseClient) => (await browser.auth.getUser()).error === null

test(
  'an account without a second factor keeps the hundred sessions that were used last',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const email = createUniqueEmail()
    await createUser(service, email)
    const phone = await openSignedInBrowser(service, email)
    const tablet = await openSignedInBrowser(service, email)
    service.clock.advance(60_000)
    await phone.auth.refreshSession()
    await addSessions(email, 97, '0 s')
    await openSignedInBrowser(service, email)
    await openSignedInBrowser(service, email)
    expect(await countSessions(email)).toBe(100)
    expect([await isOpen(phone), await isOpen(tablet)]).toEqual([true, false])
  },
)

test(
  'sessions of one factor neither end those of two nor those whose code is being typed',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const owner = await createTwoFactorUser(service)
    await addSessions(owner.email, 500)
    service.clock.advance(20 * 60_000)
    const half = await openRecoveryLink(service, owner.email, createUniqueIp())
    await addSessions(owner.email, 500, '0 s')
    await signIn(owner.email, createUniqueIp())
    expect(await countSessions(owner.email)).toBe(100 + 502)
    expect([await isOpen(owner.browser), await isOpen(half)]).toEqual([true, true])
    const right = { factorId: owner.factorId, code: owner.code() }
    expect((await half.auth.mfa.challengeAndVerify(right)).error).toBeNull()
    expect([await countSessions(owner.email), await countSessions(owner.email, 'aal2')]).toEqual([
      0, 2,
    ])
  },
)

test(
  'a right code ends at most a thousand sessions of one factor, and the next code ends the rest',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const owner = await createTwoFactorUser(service)
    await addSessions(owner.email, 1500)
    for (const left of [500, 0]) {
      const right = { factorId: owner.factorId, code: owner.code() }
      expect((await owner.browser.auth.mfa.challengeAndVerify(right)).error).toBeNull()
      expect(await countSessions(owner.email)).toBe(left)
      service.clock.advance(90_000)
    }
  },
)

test(
  'the right password opens sixty sessions in a quarter of an hour at an address, and the owner is warned beyond',
  { tags: ['abuse-19-stolen-password', 'email-known-password-30'] },
  async () => {
    const owner = await createTwoFactorUser(service)
    expect(await signInOften(owner.email, 62, () => owner.address)).toEqual({ 200: 60, 429: 2 })
    const templates = (await service.emails(owner.email)).map(({ template }) => template)
    expect(templates.filter((template) => template === 'auth_password_warning')).toHaveLength(1)
    const byLink = await openRecoveryLink(service, owner.email, owner.address)
    const right = { factorId: owner.factorId, code: owner.code() }
    expect((await byLink.auth.mfa.challengeAndVerify(right)).error).toBeNull()
    service.clock.advance(16 * 60_000)
    expect((await signIn(owner.email, owner.address)).status).toBe(200)
  },
)

test(
  'sessions that give their code do not count towards the limit of a password',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const owner = await createTwoFactorUser(service)
    const here = () => owner.address
    expect(await signInOften(owner.email, 40, here)).toEqual({ 200: 40 })
    for (let time = 0; time < 15; time += 1) {
      const browser = await openSignedInBrowser(service, owner.email, goodPassword, owner.address)
      const right = { factorId: owner.factorId, code: owner.code() }
      expect((await browser.auth.mfa.challengeAndVerify(right)).error).toBeNull()
      service.clock.advance(30_000)
    }
    expect(await signInOften(owner.email, 21, here)).toEqual({ 200: 20, 429: 1 })
  },
)

test(
  'the right password opens three hundred sessions in a quarter of an hour at new addresses, and more at a known one',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const owner = await createTwoFactorUser(service)
    expect(await signInOften(owner.email, 302)).toEqual({ 200: 300, 429: 2 })
    expect((await signIn(owner.email, owner.address)).status).toBe(200)
  },
)

test(
  'a session that refreshes without end keeps a thousand used tokens, and those that were valid for long',
  { tags: ['abuse-18'] },
  async () => {
    const email = createUniqueEmail()
    await createUser(service, email)
    const browser = await openSignedInBrowser(service, email)
    const { sql } = service.database
    const stolen = (await browser.auth.getSession()).data.session?.refresh_token ?? ''
    service.clock.advance(11 * 60_000)
    await browser.auth.refreshSession()
    const [session] = await sql<{ id: string }[]>`
      insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
      select 'brief ' || n, t.user_id, t.session_id, true, t.created_at, t.created_at
      from auth.refresh_tokens t, generate_series(1, 1500) n
      where t.revoked and t.user_id = (select u.id::text from auth.users u where u.email = ${email})
      returning session_id as id`
    await browser.auth.refreshSession()
    const rows = await sql`
      select from auth.refresh_tokens where session_id = ${session?.id ?? null}`
    // A thousand of the inserted tokens are kept. The other three are the stolen token, the one that the last refresh
    // used, and the newest.
    expect(rows).toHaveLength(1003)
    const replay = await service.browser().auth.refreshSession({ refresh_token: stolen })
    expect(replay.error?.code).toBe('refresh_token_already_used')
    expect((await browser.auth.refreshSession()).error?.code).toBe('refresh_token_already_used')
  },
)

test('an account has at most a hundred known addresses', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  await signInOften(email, 105)
  const rows = await service.database.sql`
    select from auth.known_addresses k join auth.users u on u.id = k.user_id where u.email = ${email}`
  expect(rows).toHaveLength(100)
})

test('ending many sessions of staff sends the desk one broadcast', async () => {
  const email = createUniqueEmail()
  const { sql } = service.database
  await createUser(service, email)
  await sql`insert into public.staff (user_id, name, role) select id, 'Pat', 'packer' from auth.users where email = ${email}`
  const browser = await openSignedInBrowser(service, email)
  await addSessions(email, 500)
  await sql`delete from realtime.messages`
  await browser.auth.signOut({ scope: 'global' })
  expect(await sql`select event from realtime.messages where topic = 'desk'`).toEqual([
    { event: 'team' },
  ])
})
