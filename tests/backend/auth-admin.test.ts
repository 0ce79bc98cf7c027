import type { SupabaseClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createUser,
  type AuthService,
  parseBody,
  goodPassword,
  openSignedInBrowser,
  siteUrl,
  createUniqueEmail,
  createAdminClient,
  startAuthService,
} from './auth-service.ts'
import { fuzzOptions } from '../../packages/embedded-supabase/tests/support/fuzz.ts'

let service: AuthService
let admin: SupabaseClient['auth']['admin']
beforeAll(async () => {
  service = await startAuthService()
  admin = createAdminClient(service)
})
afterAll(() => service.stop())

async function account(attributes: object = {}): Promise<{ id: string; email: string }> {
  const email = createUniqueEmail()
  const { data, error } = await admin.createUser({
    email,
    password: goodPassword,
    email_confirm: true,
    ...attributes,
  })
  if (error !== null) throw error
  return { id: data.user.id, email }
}

test(
  'account administration needs the secret key',
  { tags: ['abuse-12-sign-in', 'form-admin-accounts-30'] },
  async () => {
    const email = createUniqueEmail()
    await createUser(service, email)
    const token = (await (await openSignedInBrowser(service, email)).auth.getSession()).data.session
    const paths: [string, string][] = [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['GET', `/admin/users/${token?.user.id}`],
      ['PUT', `/admin/users/${token?.user.id}`],
      ['DELETE', `/admin/users/${token?.user.id}`],
      ['GET', `/admin/users/${token?.user.id}/factors`],
      ['DELETE', `/admin/users/${token?.user.id}/factors/${token?.user.id}`],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
    ]
    for (const [method, path] of paths) {
      const as = (headers: Record<string, string>) =>
        service.call({ method, path: `/auth/v1${path}`, headers, json: { email } })
      const apikey = service.keys.publishable
      const stranger = await as({ apikey })
      expect([path, stranger.status]).toEqual([path, 401])
      const person = await as({ apikey, authorization: `Bearer ${token?.access_token}` })
      expect([path, person.status, parseBody(person).error_code]).toEqual([path, 403, 'not_admin'])
    }
    expect((await admin.getUserById(String(token?.user.id))).data.user?.email).toBe(email)
  },
)

test('an administrator creates and changes an account that can sign in', async () => {
  const { id, email } = await account({
    user_metadata: { colour: 'pink', likes: ['heat', 3] },
    app_metadata: { staff: true },
  })
  const { data } = await admin.getUserById(id)
  expect(data.user?.user_metadata).toEqual({
    colour: 'pink',
    likes: ['heat', 3],
    email_verified: true,
  })
  expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'], staff: true })
  expect((await openSignedInBrowser(service, email)).auth).toBeDefined()
  const changed = await admin.updateUserById(id, {
    user_metadata: { colour: null, size: 'L' },
    app_metadata: { staff: null },
    password: 'Another 1 good',
  })
  expect(changed.data.user?.user_metadata).toEqual({
    likes: ['heat', 3],
    size: 'L',
    email_verified: true,
  })
  expect(changed.data.user?.app_metadata).not.toHaveProperty('staff')
  await openSignedInBrowser(service, email, 'Another 1 good')
  const old = await service.browser().auth.signInWithPassword({ email, password: goodPassword })
  expect(old.error?.code).toBe('invalid_credentials')
})

test('an imported password hash must be bcrypt', async () => {
  const hash = '$2b$04$bG2ypEAXTzMeJQbR3CszAeTYvAdDTEhvnNqUyxRfeSnO3WBvMrUNW'
  const { error } = await admin.createUser({ email: createUniqueEmail(), password_hash: hash })
  expect(error).toBeNull()
  for (const password_hash of ['plain', '$2b$31$'.padEnd(60, 'a'), '$argon2id$v=19$x']) {
    const refused = await admin.createUser({ email: createUniqueEmail(), password_hash })
    expect(refused.error).toMatchObject({ status: 400, code: 'validation_failed' })
  }
})

test('an email address that has an account is refused for another account', async () => {
  const { email } = await account()
  const again = await admin.createUser({ email: email.toUpperCase(), password: goodPassword })
  expect(again.error).toMatchObject({ status: 422, code: 'email_exists' })
  const other = await account()
  const moved = await admin.updateUserById(other.id, { email })
  expect(moved.error).toMatchObject({ status: 422, code: 'email_exists' })
})

test('accounts are listed in pages, newest first, and found by email address', async () => {
  const own = await startAuthService()
  try {
    const server = createAdminClient(own)
    for (let number = 1; number <= 5; number += 1) {
      own.clock.advance(1000)
      await server.createUser({ email: `list_${number}@example.com` })
    }
    const { data } = await server.listUsers({ page: 2, perPage: 2 })
    expect(data.users.map(({ email }) => email)).toEqual([
      'list_3@example.com',
      'list_2@example.com',
    ])
    expect(data).toMatchObject({ total: 5, nextPage: 3, lastPage: 3, aud: 'authenticated' })
    const found = await own.call({
      method: 'GET',
      path: '/auth/v1/admin/users',
      query: 'filter=t_4',
      headers: { apikey: own.keys.secret },
    })
    expect(parseBody(found).users).toMatchObject([{ email: 'list_4@example.com' }])
    const bad = await server.listUsers({ page: -1, perPage: 10 })
    expect(bad.error?.code).toBe('validation_failed')
  } finally {
    await own.stop()
  }
})

test('a ban blocks the open sessions of an account while it lasts', async () => {
  const { id, email } = await account()
  const browser = await openSignedInBrowser(service, email)
  const { data } = await admin.updateUserById(id, { ban_duration: '1h30m' })
  expect(Date.parse(String(data.user?.banned_until)) - service.clock.now()).toBeGreaterThan(
    5_300_000,
  )
  expect((await browser.auth.getUser()).error?.code).toBe('user_banned')
  for (const ban_duration of ['30s', '0s', '24h0m0s', '1h1h', '1.5h', '100ms', '7ns'])
    expect((await admin.updateUserById(id, { ban_duration })).error).toBeNull()
  await admin.updateUserById(id, { ban_duration: 'none' })
  expect((await browser.auth.getUser()).error).toBeNull()
  const odd = await admin.updateUserById(id, { ban_duration: 'for ever' })
  expect(odd.error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test.each([
  ['/signup', false, { password: goodPassword, data: { '\udc00': 1 } }],
  ['/otp', false, { data: { a: [{ '\ud800': 1 }] } }],
  ['/magiclink', false, { data: { a: [{ '\ud800': 1 }] } }],
  ['/admin/users', true, { app_metadata: { '\ud800': 1 } }],
])(
  'a metadata name with a lone surrogate in the body of %s is refused',
  async (path, isServer, facts) => {
    const answer = await service.call({
      path: `/auth/v1${path}`,
      headers: { apikey: isServer ? service.keys.secret : service.keys.publishable },
      json: { email: createUniqueEmail(), ...facts },
    })
    expect(answer.status).toBe(400)
    expect(service.problems).toEqual([])
  },
)

test('a deleted account is removed, or soft-deleted without its personal data', async () => {
  const first = await account()
  expect((await admin.deleteUser(first.id)).error).toBeNull()
  expect((await admin.getUserById(first.id)).error?.code).toBe('user_not_found')
  const { id, email } = await account({ user_metadata: { full_name: 'Dolly' } })
  expect((await admin.deleteUser(id, true)).error).toBeNull()
  const left = (await admin.getUserById(id)).data.user
  expect([left?.deleted_at === undefined, left?.email === email]).toEqual([false, false])
  const rows = await service.database.sql`
    select u::text || coalesce((select i::text from auth.identities i where i.user_id = u.id), '') as text
    from auth.users u where id = ${id}`
  expect(rows).toHaveLength(1)
  expect(String(rows[0]?.text)).not.toMatch(new RegExp(`${email}|Dolly|\\$2`))
  const again = await admin.createUser({ email })
  expect(again.error).toBeNull()
  expect((await admin.deleteUser(id)).error).toBeNull()
  expect(await service.database.sql`select from auth.users where id = ${id}`).toHaveLength(0)
  expect((await admin.deleteUser(id)).error?.code).toBe('user_not_found')
})

test('an invitation is sent to an unconfirmed address only, and opens the account', async () => {
  const email = createUniqueEmail()
  const { data } = await admin.inviteUserByEmail(email, { data: { team: 'kitchen' } })
  expect(data.user).toMatchObject({ email, user_metadata: { team: 'kitchen' } })
  expect(data.user?.invited_at).toBeTypeOf('string')
  expect((await service.openLatestLink(email)).hash).toContain('type=invite')
  const again = await admin.inviteUserByEmail(email)
  expect(again.error?.code).toBe('email_exists')
})

test.each(['signup', 'invite', 'magiclink', 'recovery'] as const)(
  'a generated %s link works once, by its hash or by its code, and sends no email',
  async (type) => {
    const { email } =
      type === 'magiclink' || type === 'recovery' ? await account() : { email: createUniqueEmail() }
    const params =
      type === 'signup' ? { type, email, password: goodPassword } : ({ type, email } as const)
    const { data, error } = await admin.generateLink(params)
    expect(error).toBeNull()
    expect(await service.emails(email)).toEqual([])
    expect(data.properties).toMatchObject({ verification_type: type, redirect_to: siteUrl.href })
    const { hashed_token: token_hash, email_otp: token } = data.properties ?? {}
    const browser = service.browser()
    const used = await browser.auth.verifyOtp({ type, token_hash: String(token_hash) })
    expect(used.data.session?.user.email).toBe(email)
    const late = await browser.auth.verifyOtp({ type, email, token: String(token) })
    expect(late.error?.code).toBe('otp_expired')
  },
)

test('an account changes its email only with the links or codes of both addresses', async () => {
  const { id, email } = await account()
  const newEmail = createUniqueEmail()
  const link = async (type: 'email_change_current' | 'email_change_new') => {
    const { data } = await admin.generateLink({ type, email, newEmail })
    return data.properties
  }
  const [current, next] = [await link('email_change_current'), await link('email_change_new')]
  const browser = service.browser()
  const verify = (address: string, token = '') =>
    browser.auth.verifyOtp({ type: 'email_change', email: address, token })
  const first = await browser.auth.verifyOtp({
    type: 'email_change',
    token_hash: String(next?.hashed_token),
  })
  expect(first.error).toBeNull()
  expect((await verify(newEmail, next?.email_otp)).error?.code).toBe('otp_expired')
  expect((await admin.getUserById(id)).data.user?.email).toBe(email)
  expect((await verify(email, current?.email_otp)).error).toBeNull()
  expect((await admin.getUserById(id)).data.user?.email).toBe(newEmail)
})

test('a second link for the new address does not confirm the old address', async () => {
  const { id, email } = await account()
  const newEmail = createUniqueEmail()
  const visitor = service.browser()
  for (const time of ['first', 'second']) {
    const { data } = await admin.generateLink({ type: 'email_change_new', email, newEmail })
    const token_hash = String(data.properties?.hashed_token)
    const { error } = await visitor.auth.verifyOtp({ type: 'email_change', token_hash })
    expect([time, error]).toEqual([time, null])
  }
  expect((await admin.getUserById(id)).data.user?.email).toBe(email)
})

test('only one of two accounts that change to one email address at once succeeds', async () => {
  const [one, other] = [await account(), await account()]
  const email = createUniqueEmail()
  const moves = await Promise.all([one, other].map(({ id }) => admin.updateUserById(id, { email })))
  expect(moves.map(({ error }) => error?.code ?? 'moved').toSorted()).toEqual([
    'email_exists',
    'moved',
  ])
})

test(
  'no generated body causes a server error or grants a role',
  {
    tags: [
      'form-app-codes-25',
      'form-app-codes-28',
      'form-admin-accounts-25',
      'form-admin-accounts-28',
    ],
    timeout: 120_000,
  },
  async () => {
    const { id } = await account()
    const paths = fc.constantFrom(
      ['POST', '/admin/users'],
      ['PUT', `/admin/users/${id}`],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
      ['POST', '/factors'],
      ['POST', `/factors/${id}/verify`],
      ['POST', '/signup'],
      ['POST', '/otp'],
      ['POST', '/magiclink'],
      ['POST', '/verify'],
      ['PUT', '/user'],
      ['POST', '/resend'],
      ['POST', '/token'],
    )
    const value = fc.oneof(
      fc.constantFrom('signup', 'invite', 'totp', 'none', '1h', '', '\0', '\u202e', id, '$2b$04$'),
      fc.emailAddress(),
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.jsonValue({ maxDepth: 2 }),
      // Lone surrogates (invalid Unicode), as a value, as a property name, and in a nested value.
      fc.constantFrom('\ud800', { '\udc00': 1 }, { a: { '\ud800': 'b' } }),
    )
    const names =
      'email password password_hash type user_metadata app_metadata data role id ban_duration email_confirm new_email ' +
      'redirect_to phone code factor_type friendly_name issuer challenge_id token token_hash nonce'
    const body = fc.dictionary(fc.constantFrom(...names.split(' ')), value, { maxKeys: 6 })
    const email = createUniqueEmail()
    await createUser(service, email)
    const session = (await (await openSignedInBrowser(service, email)).auth.getSession()).data
      .session
    const authorization = `Bearer ${session?.access_token}`
    await fc.assert(
      fc.asyncProperty(paths, body, fc.boolean(), async ([method, path], json, isServer) => {
        const { keys } = service
        const headers: Record<string, string> = isServer
          ? { apikey: keys.secret }
          : { apikey: keys.publishable, authorization }
        const query = path === '/token' ? 'grant_type=password' : ''
        const answer = await service.call({ method, path: `/auth/v1${path}`, query, headers, json })
        expect(answer.status).toBeLessThan(500)
      }),
      fuzzOptions,
    )
    expect(service.problems).toEqual([])
    const raised = await service.database.sql`
    select from auth.users where role <> 'authenticated' or aud <> 'authenticated' or is_super_admin`
    expect(raised).toHaveLength(0)
  },
)
