import { createHmac, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  generateKeys,
  signToken,
  verifyToken,
} from '../../packages/embedded-supabase/src/core/keys.ts'
import type { Claims } from '../../packages/embedded-supabase/src/core/token.ts'
import {
  createUser,
  type AuthService,
  parseBody,
  goodPassword,
  openSignedInBrowser,
  siteUrl,
  createUniqueEmail,
  startAuthService,
} from './auth-service.ts'

let service: AuthService
let token: string
let claims: Claims
beforeAll(async () => {
  service = await startAuthService()
  const email = createUniqueEmail()
  await createUser(service, email)
  const browser = await openSignedInBrowser(service, email)
  token = String((await browser.auth.getSession()).data.session?.access_token)
  const verified = verifyToken(service.keys, token, service.clock.now())
  if (!('claims' in verified)) throw new Error('The token is not valid')
  claims = verified.claims
})
afterAll(() => service.stop())

function getUser(bearer: string | null, apikey: string | undefined = service.keys.publishable) {
  return service.call({
    method: 'GET',
    path: '/auth/v1/user',
    headers: {
      ...(apikey === undefined ? {} : { apikey }),
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
    },
  })
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

test('an Auth request without a valid API key is refused', async () => {
  const without = await service.call({ path: '/auth/v1/signup', headers: {}, json: {} })
  expect(without.status).toBe(401)
  expect(parseBody(without).message).toBe('No API key found in request')
  const wrong = await getUser(token, `${service.keys.publishable}x`)
  expect(wrong.status).toBe(401)
  expect(parseBody(wrong).message).toBe('Invalid API key')
  expect((await getUser(token)).status).toBe(200)
  expect((await getUser(token, service.keys.secret)).status).toBe(200)
})

test('a redirect to an OAuth provider is refused as not enabled', async () => {
  const asked = { method: 'GET', path: '/auth/v1/authorize', query: 'provider=google' }
  const answer = await service.call({ ...asked, headers: {} })
  expect([answer.status, parseBody(answer)]).toMatchObject([
    400,
    { error_code: 'validation_failed', msg: 'Unsupported provider: provider is not enabled' },
  ])
})

test('an API key alone is not accepted as a session', async () => {
  for (const bearer of [null, service.keys.publishable]) {
    const response = await getUser(bearer)
    expect(response.status).toBe(401)
    expect(parseBody(response).error_code).toBe('no_authorization')
  }
  const mixed = await getUser(service.keys.secret)
  expect([mixed.status, parseBody(mixed).error_code]).toEqual([401, 'bad_jwt'])
})

test('a forged or manipulated token is refused', { tags: ['abuse-17'] }, async () => {
  const foreign = await generateKeys()
  const now = Math.floor(service.clock.now() / 1000)
  const body = encode(claims)
  const hs512 = `${encode({ alg: 'HS512', typ: 'JWT', kid: service.keys.jwt.kid })}.${body}`
  const hs256 = `${encode({ alg: 'HS256', typ: 'JWT', kid: service.keys.jwt.kid })}.${body}`
  const rsa = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  })
  const signed = signToken(service.keys, claims)
  const [head, , signature] = signed.split('.')
  const bad: Record<string, string> = {
    'no algorithm': `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
    'no algorithm, old signature': `${encode({ alg: 'none', typ: 'JWT' })}.${body}.${signature}`,
    'HS512 by the public key': `${hs512}.${hmac('sha512', JSON.stringify(service.keys.jwt.publicJwk), hs512)}`,
    'HS256 by the secret key': `${hs256}.${hmac('sha256', service.keys.secret, hs256)}`,
    'a foreign key': signToken(foreign, claims),
    'a foreign key with our id': signToken(
      { ...foreign, jwt: { ...foreign.jwt, kid: service.keys.jwt.kid } },
      claims,
    ),
    'a key of its own in the header': `${encode({ alg: 'ES256', jwk: rsa })}.${body}.${signature}`,
    'expired a second ago': signToken(service.keys, { ...claims, exp: now - 1 }),
    'valid from tomorrow': signToken(service.keys, { ...claims, nbf: now + 86_400 }),
    'without an end': signToken(service.keys, { ...claims, exp: undefined }),
    'another role': signToken(service.keys, { ...claims, role: 'postgres' }),
    'a role of the schema': signToken(service.keys, { ...claims, role: 'authenticator' }),
    'other claims, old signature': `${head}.${encode({ ...claims, sub: 'x' })}.${signature}`,
    'a cut signature': signed.slice(0, -2),
    garbage: 'garbage',
    'two dots': '..',
    empty: '',
  }
  for (const [name, bearer] of Object.entries(bad)) {
    const response = await getUser(bearer)
    expect([name, response.status, parseBody(response).error_code]).toEqual([name, 401, 'bad_jwt'])
  }
})

test(
  'an invalid token is refused even where none is required',
  { tags: ['abuse-17'] },
  async () => {
    const response = await service.call({
      path: '/auth/v1/recover',
      headers: { apikey: service.keys.publishable, authorization: 'Bearer forged' },
      json: { email: createUniqueEmail() },
    })
    expect(response.status).toBe(401)
  },
)

test('a valid token without its session or user is refused', async () => {
  const lost = signToken(service.keys, { ...claims, session_id: crypto.randomUUID() })
  expect(parseBody(await getUser(lost)).error_code).toBe('session_not_found')
  const nobody = signToken(service.keys, { ...claims, sub: crypto.randomUUID() })
  expect(parseBody(await getUser(nobody)).error_code).toBe('user_not_found')
  const odd = signToken(service.keys, { ...claims, sub: "' or true --" })
  expect(parseBody(await getUser(odd)).error_code).toBe('bad_jwt')
})

test('a cached token expires on time', async () => {
  const now = Math.floor(service.clock.now() / 1000)
  const brief = signToken(service.keys, { ...claims, exp: now + 60 })
  expect('claims' in verifyToken(service.keys, brief, now * 1000)).toBe(true)
  expect(verifyToken(service.keys, brief, (now + 60) * 1000)).toEqual({ problem: 'expired' })
})

test(
  'a cross-site page cannot change anything',
  { tags: ['abuse-36', 'form-account-36'] },
  async () => {
    const email = createUniqueEmail()
    const call = (headers: Record<string, string>) =>
      service.call({
        path: '/auth/v1/recover',
        headers: { apikey: service.keys.publishable, ...headers },
        json: { email },
      })
    expect((await call({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await call({ origin: 'null' })).status).toBe(403)
    expect((await call({ origin: 'http://localhost:3000.evil.example' })).status).toBe(403)
    expect((await call({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await call({ origin: siteUrl.origin })).status).toBe(200)
    const host = '127.0.0.1:3000'
    expect((await call({ origin: `http://${host}`, host })).status).toBe(200)
  },
)

test('an unknown path is answered with 404 and an unknown method with 405', async () => {
  for (const path of [
    '',
    '/',
    '/nothing',
    '/constructor',
    '/user/',
    '/token/../user',
    '/admin/users/',
    '/admin/users/x/factors/y/z',
  ]) {
    expect([path, (await service.call({ path: `/auth/v1${path}` })).status]).toEqual([path, 404])
  }
  for (const method of ['GET', 'DELETE', 'PATCH', 'TRACE', 'constructor', '__proto__']) {
    const response = await service.call({ method, path: '/auth/v1/signup' })
    expect([method, response.status, response.headers.allow]).toEqual([method, 405, 'POST'])
  }
})

test('GET requests change nothing', { tags: ['abuse-36', 'form-sign-up-36'] }, async () => {
  const tables = ['users', 'sessions', 'refresh_tokens', 'one_time_tokens', 'identities']
  const state = async () => {
    const { sql } = service.database
    const rows = tables.map((table) => sql.unsafe(`select to_jsonb(t) as row from auth.${table} t`))
    return JSON.stringify([await Promise.all(rows), await sql`select id from public.outbox`])
  }
  const before = await state()
  for (const path of [
    '/user',
    '/settings',
    '/health',
    '/.well-known/jwks.json',
    '/signup',
    '/token',
  ]) {
    await service.call({
      method: 'GET',
      path: `/auth/v1${path}`,
      query: 'grant_type=password&email=x@example.com&password=x',
      headers: { apikey: service.keys.publishable, authorization: `Bearer ${token}` },
    })
  }
  expect(await state()).toBe(before)
})

test('an error names its code in the shape of the requested API version', async () => {
  const response = await service.call({
    path: '/auth/v1/token',
    query: 'grant_type=magic',
    headers: { apikey: service.keys.publishable, 'x-supabase-api-version': '2024-01-01' },
    json: {},
  })
  expect(response).toMatchObject({
    status: 400,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-supabase-api-version': '2024-01-01',
      'x-sb-error-code': 'invalid_credentials',
    },
  })
  expect(parseBody(response)).toEqual({
    code: 'invalid_credentials',
    message: 'unsupported_grant_type',
  })
})

test('settings, health and public keys are published, and private keys are not', async () => {
  const get = (path: string, headers = { apikey: service.keys.publishable }) =>
    service.call({ method: 'GET', path: `/auth/v1${path}`, headers })
  const settings = parseBody(await get('/settings'))
  expect(settings).toMatchObject({
    external: { email: true, phone: false, google: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
  })
  expect((await get('/health')).status).toBe(200)
  const keys = await service.call({
    method: 'GET',
    path: '/auth/v1/.well-known/jwks.json',
    headers: {},
  })
  const [key] = parseBody(keys).keys as Record<string, unknown>[]
  expect(Object.keys(key ?? {}).toSorted()).toEqual(
    ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'].toSorted(),
  )
})

test('a full database is answered as a retryable error, and nothing is half written', async () => {
  const { sql } = service.database
  const email = createUniqueEmail()
  await createUser(service, email)
  await sql.unsafe(`
    create function public.no_room() returns trigger language plpgsql as $$
      begin raise exception 'no space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert on auth.refresh_tokens execute function public.no_room()`)
  const refused = await service.browser().auth.signInWithPassword({ email, password: goodPassword })
  expect(refused.error).toMatchObject({ name: 'AuthRetryableFetchError', status: 503 })
  await sql`drop function public.no_room cascade`
  await openSignedInBrowser(service, email)
  const sessions = await sql`
    select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`
  // One session is from the confirmation of the address, and one from the last sign-in.
  expect(sessions).toHaveLength(2)
})

test('an unreachable database is answered with 503 without details', async () => {
  const broken = await startAuthService()
  await broken.stop()
  const response = await broken.call({
    path: '/auth/v1/recover',
    json: { email: createUniqueEmail() },
  })
  expect([response.status, response.headers['retry-after']]).toEqual([503, '1'])
  expect(parseBody(response)).toEqual({
    code: 503,
    error_code: 'unexpected_failure',
    msg: 'The service cannot be reached, please try again',
  })
  expect(broken.problems).toHaveLength(1)
})

function hmac(algorithm: string, key: string, text: string): string {
  return createHmac(algorithm, key).update(text).digest('base64url')
}
