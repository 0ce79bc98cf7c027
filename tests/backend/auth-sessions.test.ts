import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'
import {
  createUser,
  type AuthService,
  parseBody,
  goodPassword,
  createMemoryStorage,
  openSignedInBrowser,
  createUniqueEmail,
  startAuthService,
} from './auth-service.ts'

let service: AuthService
beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())

const password = goodPassword

async function sessionOf(browser: SupabaseClient) {
  const { data } = await browser.auth.getSession()
  if (data.session === null) throw new Error('Nobody is signed in')
  return data.session
}

async function person(): Promise<string> {
  const email = createUniqueEmail()
  await createUser(service, email)
  return email
}

async function refresh(token: string) {
  const response = await service.call({
    path: '/auth/v1/token',
    query: 'grant_type=refresh_token',
    json: { refresh_token: token },
  })
  return { status: response.status, body: parseBody(response) }
}

test('a refresh returns new tokens of the same session', async () => {
  const browser = await openSignedInBrowser(service, await person())
  const before = await sessionOf(browser)
  service.clock.advance(1000)
  const { data, error } = await browser.auth.refreshSession()
  expect(error).toBeNull()
  expect(data.session?.refresh_token).not.toBe(before.refresh_token)
  expect(data.session?.access_token).not.toBe(before.access_token)
  const claims = await browser.auth.getClaims()
  const first = JSON.parse(atob(String(before.access_token.split('.')[1]))) as {
    session_id: string
  }
  expect(claims.data?.claims.session_id).toBe(first.session_id)
  expect(claims.data?.claims.amr).toMatchObject([{ method: 'password' }])
})

test('two tabs that refresh at once get the same token', async () => {
  const browser = await openSignedInBrowser(service, await person())
  const { refresh_token: token } = await sessionOf(browser)
  const tabs = await Promise.all(Array.from({ length: 10 }, () => refresh(token)))
  const tokens = new Set(tabs.map((tab) => tab.body.refresh_token))
  expect(tabs.every((tab) => tab.status === 200)).toBe(true)
  expect(tokens.size).toBe(1)
  expect((await refresh(String([...tokens][0]))).status).toBe(200)
})

test('a reused refresh token ends its session', { tags: ['abuse-18'] }, async () => {
  const browser = await openSignedInBrowser(service, await person())
  const { refresh_token: stolen } = await sessionOf(browser)
  const first = await refresh(stolen)
  const fresh = await refresh(String(first.body.refresh_token))
  service.clock.advance(10_001)
  const replay = await refresh(stolen)
  expect(replay).toMatchObject({
    status: 400,
    body: {
      error_code: 'refresh_token_already_used',
      msg: 'Invalid Refresh Token: Already Used',
    },
  })
  const owner = await refresh(String(fresh.body.refresh_token))
  expect(owner.body.error_code).toBe('refresh_token_already_used')
  expect((await browser.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})

test('a refresh whose answer was lost works until its successor is used', async () => {
  const browser = await openSignedInBrowser(service, await person())
  const { refresh_token: token } = await sessionOf(browser)
  const lost = await refresh(token)
  service.clock.advance(24 * 60 * 60_000)
  const repeated = await refresh(token)
  expect(repeated).toMatchObject({
    status: 200,
    body: { refresh_token: lost.body.refresh_token },
  })
  expect((await refresh(String(repeated.body.refresh_token))).status).toBe(200)
  expect((await refresh(token)).body.error_code).toBe('refresh_token_already_used')
})

test(
  'a refresh token two generations old ends its session at once',
  { tags: ['abuse-18'] },
  async () => {
    const browser = await openSignedInBrowser(service, await person())
    const { refresh_token: first } = await sessionOf(browser)
    const second = await refresh(first)
    await refresh(String(second.body.refresh_token))
    expect((await refresh(first)).body.error_code).toBe('refresh_token_already_used')
  },
)

test('a reused refresh token ends no other session', async () => {
  const email = await person()
  const robbed = await openSignedInBrowser(service, email)
  const other = await openSignedInBrowser(service, email)
  const { refresh_token: stolen } = await sessionOf(robbed)
  const fresh = await refresh(stolen)
  await refresh(String(fresh.body.refresh_token))
  await refresh(stolen)
  expect((await other.auth.getUser()).error).toBeNull()
  const [event] = await service.database.sql`
    select details from public.security_audit_log order by id desc limit 1`
  expect(event?.details).toMatchObject({ reason: 'refresh_token_already_used' })
})

test('an unknown refresh token and the stored form of one are refused', async () => {
  const browser = await openSignedInBrowser(service, await person())
  await sessionOf(browser)
  const rows = await service.database.sql<
    { token: string }[]
  >`select token from auth.refresh_tokens`
  for (const guess of ['x', 'abcdefghijkl', 'ÿ'.repeat(50), String(rows.at(-1)?.token)]) {
    expect(await refresh(guess)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_not_found' },
    })
  }
  expect((await refresh('')).body.error_code).toBe('validation_failed')
})

test('a refused refresh signs the browser out, and a failed connection does not', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const values = new Map<string, string>()
  const browser = await openSignedInBrowser(service, await person())
  const stale = { ...(await sessionOf(browser)), expires_at: Math.floor(Date.now() / 1000) - 10 }
  const key = 'sb-localhost-auth-token'
  values.set(key, JSON.stringify(stale))
  const offline = service.browser({
    storage: createMemoryStorage(values),
    fetch: () => Promise.resolve(new Response('{}', { status: 503 })),
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  const asked = offline.auth.getSession()
  await vi.advanceTimersByTimeAsync(40_000)
  await asked
  vi.useRealTimers()
  expect(values.has(key)).toBe(true)
  await service.database.sql`delete from auth.sessions`
  const online = service.browser({ storage: createMemoryStorage(values) })
  expect((await online.auth.getSession()).data.session).toBeNull()
  expect(values.has(key)).toBe(false)
  log.mockRestore()
})

test('signing out ends all sessions and their refresh tokens', { tags: ['abuse-18'] }, async () => {
  const email = await person()
  const here = await openSignedInBrowser(service, email)
  const there = await openSignedInBrowser(service, email)
  const { refresh_token: token } = await sessionOf(there)
  expect((await here.auth.signOut()).error).toBeNull()
  expect((await there.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await refresh(token)).body.error_code).toBe('refresh_token_not_found')
})

test('the scopes local and others end the right sessions', async () => {
  const email = await person()
  const [first, second, third] = [
    await openSignedInBrowser(service, email),
    await openSignedInBrowser(service, email),
    await openSignedInBrowser(service, email),
  ]
  await first.auth.signOut({ scope: 'local' })
  expect((await second.auth.getUser()).error).toBeNull()
  await second.auth.signOut({ scope: 'others' })
  expect((await second.auth.getUser()).error).toBeNull()
  expect((await third.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})

test('an unknown scope of a sign-out is refused', async () => {
  const browser = await openSignedInBrowser(service, await person())
  const { access_token: token } = await sessionOf(browser)
  const response = await service.call({
    path: '/auth/v1/logout',
    query: 'scope=everything',
    headers: { apikey: service.keys.publishable, authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(400)
})

test(
  'a new password ends the other sessions and invalidates open links',
  { tags: ['abuse-18'] },
  async () => {
    const email = await person()
    const here = await openSignedInBrowser(service, email)
    const there = await openSignedInBrowser(service, email)
    const { refresh_token: foreign } = await sessionOf(there)
    await there.auth.resetPasswordForEmail(email)
    const { error } = await here.auth.updateUser({ password: 'Brand new 1' })
    expect(error).toBeNull()
    expect((await here.auth.getUser()).error).toBeNull()
    expect((await here.auth.refreshSession()).error).toBeNull()
    expect((await refresh(foreign)).body.error_code).toBe('refresh_token_not_found')
    expect((await there.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await service.openLatestLink(email)).hash).toContain('otp_expired')
    const old = await service.browser().auth.signInWithPassword({ email, password })
    expect(old.error?.code).toBe('invalid_credentials')
  },
)

test('the present password is refused as a new one', async () => {
  const browser = await openSignedInBrowser(service, await person())
  const { error } = await browser.auth.updateUser({ password })
  expect(error).toMatchObject({ status: 422, code: 'same_password' })
  const weak = await browser.auth.updateUser({ password: 'weak' })
  expect(weak.error?.name).toBe('AuthWeakPasswordError')
})

test('a session older than a day needs an emailed code to set a password', async () => {
  const email = await person()
  const browser = await openSignedInBrowser(service, email)
  service.clock.advance(24 * 60 * 60_000 + 1)
  await browser.auth.refreshSession()
  const without = await browser.auth.updateUser({ password: 'Brand new 1' })
  expect(without.error?.code).toBe('reauthentication_needed')
  expect((await browser.auth.reauthenticate()).error).toBeNull()
  const sent = (await service.emails(email)).at(-1)
  expect(sent?.template).toBe('auth_reauthenticate')
  expect(sent?.data.code).toMatch(/^\d{8}$/)
  const wrong = await browser.auth.updateUser({ password: 'Brand new 1', nonce: '00000000' })
  expect(wrong.error?.code).toBe('reauthentication_not_valid')
  const nonce = String(sent?.data.code)
  const right = await browser.auth.updateUser({ password: 'Brand new 1', nonce })
  expect(right.error).toBeNull()
})

test('a user can change the own name and no role, email or id', async () => {
  const email = await person()
  const browser = await openSignedInBrowser(service, email)
  const { data, error } = await browser.auth.updateUser({
    data: { full_name: 'Patsy Cline', role: 'service_role', email: 'x@example.com', sub: 'x' },
  })
  expect(error).toBeNull()
  expect(data.user?.user_metadata).toMatchObject({ full_name: 'Patsy Cline', email })
  expect(data.user?.role).toBe('authenticated')
  const gone = await browser.auth.updateUser({ data: { full_name: null } })
  expect(gone.data.user?.user_metadata).not.toHaveProperty('full_name')
  const { access_token: token } = await sessionOf(browser)
  const response = await service.call({
    method: 'PUT',
    path: '/auth/v1/user',
    headers: { apikey: service.keys.publishable, authorization: `Bearer ${token}` },
    json: { app_metadata: { admin: true }, role: 'postgres' },
  })
  expect(response.status).toBe(403)
  expect(parseBody(response).error_code).toBe('not_admin')
})
