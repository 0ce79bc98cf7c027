import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBcryptHasher } from '../../packages/embedded-supabase/src/auth/password-hasher.ts'
import { verifyToken } from '../../packages/embedded-supabase/src/core/keys.ts'
import {
  createUser,
  type AuthService,
  parseBody,
  goodPassword,
  createUniqueIp,
  siteUrl,
  createUniqueEmail,
  startAuthService,
} from './auth-service.ts'

let service: AuthService
beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())

const password = goodPassword
const quarter = 15 * 60_000

function trySignIn(email: string, from: string, guess = 'Wrong 1 password') {
  return service.call({
    path: '/auth/v1/token',
    query: 'grant_type=password',
    clientAddress: from,
    json: { email, password: guess },
  })
}

test('a sign-in returns a session with the claims of Supabase', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  const { data, error } = await service
    .browser()
    .auth.signInWithPassword({ email: email.toUpperCase(), password })
  expect(error).toBeNull()
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  expect(data.user?.last_sign_in_at).toBeTypeOf('string')
  const verified = verifyToken(
    service.keys,
    String(data.session?.access_token),
    service.clock.now(),
  )
  const iat = Number(data.session?.expires_at) - 3600
  expect(verified).toEqual({
    role: 'authenticated',
    claims: {
      iss: `${siteUrl.origin}/auth/v1`,
      sub: data.user?.id,
      aud: 'authenticated',
      role: 'authenticated',
      iat,
      exp: iat + 3600,
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: data.user?.user_metadata,
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: iat }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    },
  })
})

test('the client verifies a token with the published key alone', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  const browser = service.browser()
  await browser.auth.signInWithPassword({ email, password })
  const { data, error } = await browser.auth.getClaims()
  expect(error).toBeNull()
  expect(data?.header.alg).toBe('ES256')
  expect(data?.claims.email).toBe(email)
})

test(
  'a wrong password, an unknown address and an impossible password are answered alike',
  { tags: ['abuse-20', 'form-sign-in-25'] },
  async () => {
    const email = createUniqueEmail()
    await createUser(service, email)
    const answers = await Promise.all([
      trySignIn(email, createUniqueIp()),
      trySignIn(createUniqueEmail(), createUniqueIp()),
      trySignIn(email, createUniqueIp(), `${password}${'x'.repeat(80)}`),
      trySignIn(email, createUniqueIp(), `${password}\0`),
      trySignIn(email, createUniqueIp(), ''),
      trySignIn('not an address', createUniqueIp()),
    ])
    for (const answer of answers) {
      expect(answer).toEqual(answers[0])
      expect(parseBody(answer)).toEqual({
        code: 400,
        error_code: 'invalid_credentials',
        msg: 'Invalid login credentials',
      })
    }
  },
)

test('a password longer than 72 bytes is refused at sign-in', async () => {
  const email = createUniqueEmail()
  const longest = `Aa1${'x'.repeat(69)}`
  await createUser(service, email, longest)
  expect((await trySignIn(email, createUniqueIp(), longest)).status).toBe(200)
  expect((await trySignIn(email, createUniqueIp(), `${longest}y`)).status).toBe(400)
})

test('an unconfirmed address is revealed only with its right password', async () => {
  const email = createUniqueEmail()
  await service.browser().auth.signUp({ email, password })
  const right = await service.browser().auth.signInWithPassword({ email, password })
  expect(right.error).toMatchObject({ code: 'email_not_confirmed', message: 'Email not confirmed' })
  const wrong = await service
    .browser()
    .auth.signInWithPassword({ email, password: 'Wrong 1 guess' })
  expect(wrong.error?.code).toBe('invalid_credentials')
})

test(
  'the sixth failure in a quarter of an hour is answered with 429, even with the right password',
  { tags: ['abuse-19', 'form-sign-in-30'] },
  async () => {
    const email = createUniqueEmail()
    await createUser(service, email)
    const address = createUniqueIp()
    for (let failure = 1; failure <= 5; failure += 1) {
      expect((await trySignIn(email, address)).status).toBe(400)
    }
    const sixth = await trySignIn(email, address, password)
    expect(sixth.status).toBe(429)
    expect(parseBody(sixth)).toEqual({
      code: 429,
      error_code: 'over_request_rate_limit',
      msg: 'Request rate limit reached',
    })
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(890)
    expect((await trySignIn(email, createUniqueIp(), password)).status).toBe(200)
    service.clock.advance(quarter)
    expect((await trySignIn(email, address, password)).status).toBe(200)
  },
)

test('fifty simultaneous attempts are limited to five', { tags: ['abuse-19'] }, async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  const address = createUniqueIp()
  const tries = await Promise.all(Array.from({ length: 50 }, () => trySignIn(email, address)))
  expect(tries.filter((response) => response.status === 400)).toHaveLength(5)
})

test('an unknown account has the same limit as a known one', async () => {
  const email = createUniqueEmail()
  const address = createUniqueIp()
  const statuses = []
  for (let failure = 1; failure <= 6; failure += 1) {
    statuses.push((await trySignIn(email, address)).status)
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})

test('a successful sign-in resets the failures of its account', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  const address = createUniqueIp()
  for (let round = 1; round <= 3; round += 1) {
    for (let failure = 1; failure <= 4; failure += 1) await trySignIn(email, address)
    expect((await trySignIn(email, address, password)).status).toBe(200)
  }
})

test(
  'a hundred accounts tried from one address are limited to thirty attempts',
  { tags: ['abuse-19', 'form-sign-in-30'] },
  async () => {
    const address = createUniqueIp()
    const statuses = []
    for (let account = 1; account <= 100; account += 1) {
      statuses.push((await trySignIn(createUniqueEmail(), address)).status)
    }
    expect(statuses.indexOf(429)).toBe(30)
    expect(statuses.slice(30).every((status) => status === 429)).toBe(true)
  },
)

test('a refused address uses up no limits of the accounts that it names and writes no rows', async () => {
  const address = createUniqueIp()
  const post = (path: string, json: object, clientAddress = address) =>
    service.call({ method: 'POST', path: `/auth/v1/${path}`, json, clientAddress })
  const counters = async (): Promise<number> => {
    const [row] = await service.database.sql`select count(*)::int as many from auth.rate_limits`
    return row?.many
  }
  for (let time = 0; time < 60; time += 1) await post('recover', { email: createUniqueEmail() })
  for (let time = 0; time < 30; time += 1) {
    await trySignIn(createUniqueEmail(), address)
    await post('verify', { email: createUniqueEmail(), type: 'email', token: '000000' })
  }
  const before = await counters()
  const victim = createUniqueEmail()
  for (let time = 0; time < 12; time += 1) {
    for (const path of ['recover', 'signup', 'otp', 'magiclink'])
      expect((await post(path, { email: victim, password })).status).toBe(429)
    expect((await post('verify', { email: victim, type: 'email', token: '000000' })).status).toBe(
      429,
    )
    expect((await trySignIn(createUniqueEmail(), address)).status).toBe(429)
  }
  expect(await counters()).toBeLessThanOrEqual(before + 1)
  const home = createUniqueIp()
  expect((await post('recover', { email: victim }, home)).status).toBe(200)
  expect((await post('signup', { email: victim, password }, home)).status).toBe(200)
})

test('the addresses of one IPv6 /64 count as one address', async () => {
  const email = createUniqueEmail()
  for (let host = 1; host <= 5; host += 1) {
    await trySignIn(email, `2001:db8:0:7:${host}::${host}`)
  }
  expect((await trySignIn(email, '2001:db8::7:ffff:0:0:1')).status).toBe(429)
  expect((await trySignIn(email, '2001:db8:0:8::1')).status).toBe(400)
})

test(
  'a failed sign-in is logged without the address or the account in plain text',
  { tags: ['form-sign-in-28'] },
  async () => {
    const email = createUniqueEmail()
    const address = createUniqueIp()
    await trySignIn(email, address)
    const [event] = await service.database.sql`
    select event_type, severity, source, user_id, details from public.security_audit_log
    order by id desc limit 1`
    expect(event).toMatchObject({
      event_type: 'auth_failure',
      severity: 'medium',
      source: 'server',
      user_id: null,
      details: { reason: 'invalid_credentials' },
    })
    expect(JSON.stringify(event)).not.toContain(email)
    expect(JSON.stringify(event)).not.toContain(address)
    const counters = await service.database.sql`select key from auth.rate_limits`
    expect(JSON.stringify(counters)).not.toContain(email)
  },
)

test('a refused flood is logged once', async () => {
  const email = createUniqueEmail()
  const address = createUniqueIp()
  for (let failure = 1; failure <= 15; failure += 1) await trySignIn(email, address)
  const events = await service.database.sql`
    select event_type, count(*)::int as times from public.security_audit_log
    where details ->> 'address' = (
      select details ->> 'address' from public.security_audit_log order by id desc limit 1)
    group by 1 order by 1`
  expect(events).toEqual([
    { event_type: 'auth_failure', times: 5 },
    { event_type: 'rate_limit_violation', times: 1 },
  ])
})

test('a banned account cannot sign in, refresh or read its user', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  const browser = service.browser()
  await browser.auth.signInWithPassword({ email, password })
  await service.database.sql`
    update auth.users set banned_until = ${new Date(service.clock.now() + 60_000)} where email = ${email}`
  expect((await browser.auth.getUser()).error?.code).toBe('user_banned')
  expect((await browser.auth.refreshSession()).error?.code).toBe('user_banned')
  const again = await service.browser().auth.signInWithPassword({ email, password })
  expect(again.error?.code).toBe('user_banned')
})

test(
  'known and unknown addresses take the same password comparisons',
  { tags: ['abuse-20'] },
  async () => {
    let compared = 0
    const bcrypt = createBcryptHasher({ cost: 4 })
    const counted = await startAuthService({
      hasher: {
        ...bcrypt,
        verify: (guess, hash) => {
          compared += 1
          return bcrypt.verify(guess, hash)
        },
      },
    })
    const known = createUniqueEmail()
    await createUser(counted, known)
    const guesses = ['Wrong 1 password', 'x', '', 'a\0b', 'x'.repeat(100)]
    const costs = []
    for (const email of [known, createUniqueEmail(), 'not an address']) {
      for (const guess of guesses) {
        compared = 0
        await counted.call({
          path: '/auth/v1/token',
          query: 'grant_type=password',
          json: { email, password: guess },
        })
        costs.push(compared)
      }
    }
    await counted.stop()
    expect(costs).toEqual(Array(15).fill(1))
  },
)
