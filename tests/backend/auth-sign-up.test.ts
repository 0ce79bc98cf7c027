import { defaultAuthSettings } from '../../packages/embedded-supabase/src/auth/settings.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())

const password = goodPassword
const everyKind =
  'Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, 0123456789.'

test('a sign-up is stored with its profile and one email, and returns no session', async () => {
  const email = createUniqueEmail()
  const { data, error } = await service.browser().auth.signUp({
    email: `  ${email.toUpperCase()} `,
    password,
    options: { data: { full_name: ' Dolly Parton ', role: 'service_role' } },
  })
  expect(error).toBeNull()
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({ email, aud: 'authenticated', role: 'authenticated', phone: '' })
  expect(data.user?.user_metadata).toEqual({
    full_name: 'Dolly Parton',
    role: 'service_role',
    email,
    email_verified: false,
    phone_verified: false,
    sub: data.user?.id,
  })
  const [row] = await service.database.sql`
    select u.email, u.email_confirmed_at, u.encrypted_password, p.full_name
    from auth.users u join public.profiles p using (id) where u.id = ${String(data.user?.id)}`
  expect(row).toMatchObject({ email, email_confirmed_at: null, full_name: 'Dolly Parton' })
  expect(row?.encrypted_password).toMatch(/^\$2[aby]\$/)
  const emails = await service.emails(email)
  expect(emails.map((email) => email.template)).toEqual(['auth_confirm'])
  expect(Object.keys(emails[0]?.data ?? {})).toEqual(['link'])
})

test('the link of the email confirms the address and opens the shop with a session', async () => {
  const email = createUniqueEmail()
  await service.browser().auth.signUp({
    email,
    password,
    options: { emailRedirectTo: siteUrl.href },
  })
  const target = await service.openLatestLink(email)
  expect(target.origin + target.pathname + target.search).toBe(`${siteUrl.origin}/?verified=true`)
  const session = new URLSearchParams(target.hash.slice(1))
  expect(session.get('type')).toBe('signup')
  expect(session.get('token_type')).toBe('bearer')
  const browser = service.browser()
  const { data, error } = await browser.auth.setSession({
    access_token: String(session.get('access_token')),
    refresh_token: String(session.get('refresh_token')),
  })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email, user_metadata: { email_verified: true } })
  expect(data.user?.email_confirmed_at).toBeTypeOf('string')
  expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email, email_verified: true })
})

test('a confirmation link works once and is then answered as expired', async () => {
  const email = createUniqueEmail()
  await service.browser().auth.signUp({ email, password })
  await service.openLatestLink(email)
  const again = await service.openLatestLink(email)
  expect(again.search).toBe('')
  expect(Object.fromEntries(new URLSearchParams(again.hash.slice(1)))).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  })
})

test('a confirmation link older than a day is refused', async () => {
  const email = createUniqueEmail()
  await service.browser().auth.signUp({ email, password })
  service.clock.advance(24 * 60 * 60_000 + 1000)
  const target = await service.openLatestLink(email)
  expect(target.hash).toContain('error_code=otp_expired')
})

test('mail scanners and prefetching browsers do not use up a link', async () => {
  const email = createUniqueEmail()
  await service.browser().auth.signUp({ email, password })
  const link = new URL(String((await service.emails(email))[0]?.data.link))
  const look = { path: link.pathname, query: link.search.slice(1) }
  const scanned = await service.call({ ...look, method: 'HEAD', headers: {} })
  expect([scanned.status, scanned.body]).toEqual([200, null])
  const headers = { 'sec-purpose': 'prefetch;prerender' }
  expect((await service.call({ ...look, method: 'GET', headers })).status).toBe(503)
  expect((await service.openLatestLink(email)).hash).toContain('access_token=')
})

test(
  'a sign-up with a known address is answered like a new one, and its owner is notified',
  { tags: ['abuse-20'] },
  async () => {
    const known = createUniqueEmail()
    await createUser(service, known)
    const answers = []
    for (const email of [known, createUniqueEmail()]) {
      const response = await service.call({
        path: '/auth/v1/signup',
        json: { email, password, data: { full_name: 'Dolly' } },
      })
      const { id, ...rest } = parseBody(response)
      answers.push({
        status: response.status,
        headers: response.headers,
        rest: generalise(rest, email, id),
      })
    }
    expect(answers[0]).toEqual(answers[1])
    const last = (await service.emails(known)).at(-1)
    expect(last?.template).toBe('auth_account_exists')
    const { error } = await service.browser().auth.signInWithPassword({ email: known, password })
    expect(error).toBeNull()
  },
)

test('repeated sign-ups return the same id, whether or not the address has an account', async () => {
  const known = createUniqueEmail()
  await createUser(service, known)
  for (const email of [known, createUniqueEmail()]) {
    const first = await service.browser().auth.signUp({ email, password })
    const second = await service.browser().auth.signUp({ email, password })
    expect(second.data.user?.id).toBe(first.data.user?.id)
  }
})

test('a sign-up with a known address does not change its password', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  await service.browser().auth.signUp({ email, password: 'Another 1 password' })
  const wrong = await service
    .browser()
    .auth.signInWithPassword({ email, password: 'Another 1 password' })
  expect(wrong.error?.code).toBe('invalid_credentials')
})

describe('an unconfirmed account', () => {
  const mine = { password, options: { data: { full_name: 'Dolly' } } }
  const strangers = { password: 'Stranger 1 danger', options: { data: { full_name: 'Eve' } } }
  const signUp = (email: string, { password: typed, options }: typeof mine) =>
    service.browser().auth.signUp({ email, password: typed, options })
  const open = async (link: unknown) => {
    const { pathname, search } = new URL(String(link))
    const query = search.slice(1)
    return service.call({ method: 'GET', path: pathname, query, headers: {} })
  }
  const latest = async (email: string) => (await service.emails(email)).at(-1)?.data
  const rowOf = async (email: string) => {
    const [row] = await service.database
      .sql`select to_jsonb(u) as row from auth.users u where email = ${email}`
    return row?.row
  }
  const canSignIn = async (email: string, typed: string) =>
    (await service.browser().auth.signInWithPassword({ email, password: typed })).error === null

  test(
    'an unconfirmed account keeps its row, password and metadata when strangers sign up with its address',
    { tags: ['abuse-20'] },
    async () => {
      const email = createUniqueEmail()
      const { sql } = service.database
      await sql`create table if not exists public.todos (user_id uuid not null references auth.users)`
      await signUp(email, mine)
      const before = await rowOf(email)
      await sql`insert into public.todos values (${before.id})`
      service.clock.advance(1000)
      expect((await signUp(email, strangers)).error).toBeNull()
      expect((await service.browser().auth.signInWithOtp({ email })).error).toBeNull()
      expect((await service.browser().auth.resend({ type: 'signup', email })).error).toBeNull()
      const after = await rowOf(email)
      const { confirmation_sent_at: _, recovery_sent_at: __, ...kept } = before
      expect(after).toMatchObject(kept)
      expect(await sql`select from public.todos where user_id = ${before.id}`).toHaveLength(1)
      await sql`drop table public.todos`
    },
  )

  test.each([
    ['own', 'before'],
    ['own', 'after'],
    ['stranger’s', 'before'],
    ['stranger’s', 'after'],
  ])(
    'the %s link of an address where a stranger signed up %s the owner confirms it without any password and asks for a new one',
    { tags: ['abuse-20'] },
    async (opened, time) => {
      const email = createUniqueEmail()
      const signUps = time === 'before' ? [strangers, mine] : [mine, strangers]
      const links = new Map<typeof mine, unknown>()
      for (const one of signUps) {
        await signUp(email, one)
        links.set(one, (await latest(email))?.link)
      }
      const [chosen, other] = opened === 'own' ? [mine, strangers] : [strangers, mine]
      const target = new URL(String((await open(links.get(chosen))).headers.location))
      const values = new URLSearchParams(target.hash.slice(1))
      expect(values.get('type')).toBe('recovery')
      expect((await open(links.get(other))).headers.location).toContain('otp_expired')
      for (const { password: typed } of signUps) expect(await canSignIn(email, typed)).toBe(false)
      const { id, raw_user_meta_data: metadata } = await rowOf(email)
      const [profile] = await service.database
        .sql`select full_name from public.profiles where id = ${id}`
      const name = chosen.options.data.full_name
      expect([metadata.full_name, metadata.sub, profile?.full_name]).toEqual([name, id, name])
      const { auth } = service.browser()
      await auth.setSession({
        access_token: String(values.get('access_token')),
        refresh_token: String(values.get('refresh_token')),
      })
      expect((await auth.updateUser({ password: 'Chosen 2 late' })).error).toBeNull()
      expect(await canSignIn(email, 'Chosen 2 late')).toBe(true)
    },
  )

  test(
    'an account confirmed by a code has no password of an earlier sign-up',
    { tags: ['abuse-20'] },
    async () => {
      const email = createUniqueEmail()
      await signUp(email, strangers)
      const browser = service.browser()
      await browser.auth.signInWithOtp({ email })
      const token = String((await latest(email))?.code)
      expect((await browser.auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
      expect(await canSignIn(email, strangers.password)).toBe(false)
    },
  )

  test(
    'an account confirmed by a resent link has no password after several sign-ups, and asks for a new one',
    { tags: ['abuse-20'] },
    async () => {
      const email = createUniqueEmail()
      await signUp(email, strangers)
      await signUp(email, mine)
      // The links of both sign-ups expire and are deleted.
      service.clock.advance(25 * 60 * 60_000)
      for (let time = 0; time < 2; time += 1)
        await service.browser().auth.resend({ type: 'signup', email })
      const target = (await open((await latest(email))?.link)).headers.location
      expect(target).toContain('access_token')
      expect(target).toContain('type=recovery')
      expect(await canSignIn(email, strangers.password)).toBe(false)
    },
  )
})

test('twenty simultaneous sign-ups for one address create one account and five emails', async () => {
  const email = createUniqueEmail()
  const attempts = Array.from({ length: 20 }, () =>
    service.call({ path: '/auth/v1/signup', json: { email, password } }),
  )
  const statuses = (await Promise.all(attempts)).map((response) => response.status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const rows = await service.database.sql`select id from auth.users where email = ${email}`
  expect(rows).toHaveLength(1)
  expect(await service.emails(email)).toHaveLength(5)
  expect(service.problems).toEqual([])
})

test('a sign-up whose email cannot be stored creates no account', async () => {
  const email = createUniqueEmail()
  await service.database.sql`
    create function public.refuse_letter() returns trigger language plpgsql
    as $$ begin raise exception 'the mailbox is shut'; end $$`
  await service.database.sql`
    create trigger shut before insert on public.outbox for each row execute function public.refuse_letter()`
  const response = await service.call({ path: '/auth/v1/signup', json: { email, password } })
  await service.database.sql`drop trigger shut on public.outbox`
  expect(response.status).toBe(500)
  expect(String(response.body)).not.toMatch(/mailbox|select|insert|auth\./)
  expect(await service.database.sql`select id from auth.users where email = ${email}`).toHaveLength(
    0,
  )
  expect(service.problems.splice(0)).toHaveLength(1)
})

test.each([
  ['short1A', ['length'], 'Password should be at least 8 characters.'],
  ['ALLUPPER1', ['characters'], everyKind],
  ['alllower1', ['characters'], everyKind],
  ['NoNumberHere', ['characters'], everyKind],
])('the password %s is refused as weak', { tags: ['abuse-22'] }, async (weak, reasons, message) => {
  const { error } = await service
    .browser()
    .auth.signUp({ email: createUniqueEmail(), password: weak })
  expect(error).toMatchObject({ name: 'AuthWeakPasswordError', code: 'weak_password', reasons })
  expect(error?.message).toBe(message)
})

test(
  'a password over 72 bytes or with a NUL is refused with its reason',
  { tags: ['abuse-22'] },
  async () => {
    const long = await service
      .browser()
      .auth.signUp({ email: createUniqueEmail(), password: `Aa1${'é'.repeat(35)}` })
    expect(long.error).toMatchObject({
      code: 'validation_failed',
      message: 'Password cannot be longer than 72 characters',
    })
    const nul = await service
      .browser()
      .auth.signUp({ email: createUniqueEmail(), password: 'Aa1\0aaaaaaa' })
    expect(nul.error).toMatchObject({
      code: 'validation_failed',
      message: 'Password cannot contain a NUL character',
    })
  },
)

test('a client without an API version gets the older shape of errors', async () => {
  const json = { email: createUniqueEmail(), password: 'weak' }
  const response = await service.call({ path: '/auth/v1/signup', json })
  expect(response.status).toBe(422)
  expect(parseBody(response)).toMatchObject({
    code: 422,
    error_code: 'weak_password',
    weak_password: { reasons: ['length', 'characters'] },
  })
})

test.each([
  'no-at.example.com',
  'two@@example.com',
  'dotless@example',
  'blank in@example.com',
  'quo"te@example.com',
  "o'quote@example.com",
  'semi;colon@example.com',
  'back\\slash@example.com',
  'a@b,c@example.com',
  'two@example.com,three@example.com',
  'line\r\nbreak@example.com',
  `${'a'.repeat(250)}@example.com`,
])('%j is refused as an email address', { tags: ['form-sign-up-27'] }, async (email) => {
  const { error } = await service.browser().auth.signUp({ email, password })
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test(
  'a malformed or hostile sign-up body is answered with 400',
  { tags: ['abuse-28', 'form-sign-up-25', 'form-sign-up-28'] },
  async () => {
    const raw = (text: string) =>
      service.call({
        path: '/auth/v1/signup',
        body: new TextEncoder().encode(text),
      })
    const email = createUniqueEmail()
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    for (const text of [
      '',
      'nonsense',
      '[]',
      'null',
      `{"email": "${email}", "password": "${password}", "__proto__": {"role": "postgres"}}`,
      `{"email": "${email}", "password": "${password}", "data": {"full_name": "a\\u0000b"}}`,
      `{"email": "${email}", "password": "${password}", "data": {"full_name": "a\\ud800b"}}`,
      `{"email": "a\\u0000b@example.com", "password": "${password}"}`,
      `{"email": "${email}", "password": "${password}", "data": ${deep}}`,
      `{"email": ["${email}"], "password": "${password}"}`,
    ]) {
      expect([text, (await raw(text)).status]).toEqual([text, 400])
    }
    expect((await raw(`{"a": "${'a'.repeat(70_000)}"}`)).status).toBe(413)
    expect(
      await service.database.sql`select id from auth.users where email = ${email}`,
    ).toHaveLength(0)
    expect(service.problems).toEqual([])
  },
)

test(
  'a name that looks like an attack is refused and logged in every form',
  { tags: ['form-sign-up-26'] },
  async () => {
    const fullName = '<script>alert(1)</script>'
    const options = { data: { full_name: fullName } }
    const email = createUniqueEmail()
    const known = createUniqueEmail()
    await createUser(service, known)
    const browser = await openSignedInBrowser(service, known)
    const refusals = [
      await service.browser().auth.signUp({ email, password, options }),
      await service.browser().auth.signInWithOtp({ email, options }),
      await browser.auth.updateUser({ data: { full_name: fullName } }),
    ]
    for (const { error } of refusals)
      expect(error).toMatchObject({
        status: 400,
        code: 'validation_failed',
        message: 'Suspicious content detected in full name',
      })
    const { sql } = service.database
    expect(await sql`select from auth.users where email = ${email}`).toHaveLength(0)
    expect(await service.emails(email)).toEqual([])
    const notes = await sql`
    select severity, source, details ->> 'form' as form, details ->> 'field' as field
    from public.security_audit_log where event_type = 'suspicious_form_submission'`
    const one = { severity: 'high', source: 'server', form: 'account', field: 'full_name' }
    expect(notes).toEqual([one, one, one])
  },
)

test('a name may have emoji and right-to-left text and is cut to 100 characters', async () => {
  const email = createUniqueEmail()
  const name = `شارلوت 🌶️ ${'🔥'.repeat(200)}`
  const { data } = await service
    .browser()
    .auth.signUp({ email, password, options: { data: { full_name: name } } })
  expect(Array.from(String(data.user?.user_metadata.full_name))).toHaveLength(100)
  expect(data.user?.user_metadata.full_name).toMatch(/^شارلوت 🌶️ 🔥/u)
})

test(
  'roles, metadata and timestamps in a sign-up are ignored',
  { tags: ['abuse-13'] },
  async () => {
    const email = createUniqueEmail()
    await service.call({
      path: '/auth/v1/signup',
      json: {
        email,
        password,
        role: 'service_role',
        aud: 'x',
        app_metadata: { admin: true },
        email_confirmed_at: '2020-01-01',
        user_metadata: { a: 1 },
        data: { app_metadata: { admin: true }, sub: 'x', email_verified: true, is_admin: true },
      },
    })
    const [row] = await service.database.sql`
    select aud, role, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, id from auth.users
    where email = ${email}`
    expect(row).toEqual({
      id: row?.id,
      aud: 'authenticated',
      role: 'authenticated',
      email_confirmed_at: null,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: {
        app_metadata: { admin: true },
        is_admin: true,
        email,
        email_verified: false,
        phone_verified: false,
        sub: row?.id,
      },
    })
  },
)

test('anonymous accounts and phone numbers are disabled', async () => {
  const anonymous = await service.browser().auth.signInAnonymously()
  expect(anonymous.error?.code).toBe('anonymous_provider_disabled')
  const phone = await service.browser().auth.signUp({ phone: '+447700900123', password })
  expect(phone.error?.code).toBe('phone_provider_disabled')
})

test('OAuth providers, wallets and single sign-on are disabled', async () => {
  const { auth } = service.browser()
  const byToken = await auth.signInWithIdToken({ provider: 'google', token: 'x' })
  expect(byToken.error).toMatchObject({ status: 400, code: 'provider_disabled' })
  const byWallet = await auth.signInWithWeb3({
    chain: 'solana',
    message: 'x',
    signature: new Uint8Array(1),
  })
  expect(byWallet.error).toMatchObject({ status: 422, code: 'web3_provider_disabled' })
  const single = await auth.signInWithSSO({ domain: 'example.com' })
  expect(single.error).toMatchObject({ status: 404, code: 'saml_provider_disabled' })
  const { data } = await auth.signInWithOAuth({
    provider: 'github',
    options: { skipBrowserRedirect: true },
  })
  const { pathname: path, searchParams } = new URL(data.url ?? '')
  const query = String(searchParams)
  const led = await service.call({ method: 'GET', path, query, headers: {} })
  expect([led.status, JSON.parse(String(led.body)).msg]).toEqual([
    400,
    'Unsupported provider: provider is not enabled',
  ])
})

test('recovery codes of GoTrue and passkeys are disabled', async () => {
  const { auth } = await signedIn(service)
  const { recoveryCodes } = auth.mfa
  for (const ask of [
    () => recoveryCodes.getStatus(),
    () => recoveryCodes.generate(),
    () => recoveryCodes.regenerate(),
    () => recoveryCodes.unenroll(),
  ])
    expect((await ask()).error).toMatchObject({
      status: 422,
      code: 'mfa_recovery_codes_enroll_not_enabled',
    })
  expect((await recoveryCodes.verify({ code: 'x' })).error).toMatchObject({
    status: 422,
    code: 'mfa_recovery_codes_verify_not_enabled',
  })
  expect((await auth.passkey.list()).error).toMatchObject({ code: 'passkey_disabled' })
})

async function signedIn(at: AuthService) {
  const email = createUniqueEmail()
  await createUser(at, email)
  return openSignedInBrowser(at, email)
}

test('an identity is unlinked only when manual linking is enabled, and never the last one', async () => {
  const { auth } = await signedIn(service)
  const [only] = (await auth.getUserIdentities()).data?.identities ?? []
  if (only === undefined) throw new Error('no identity')
  const off = await auth.unlinkIdentity(only)
  expect(off.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' })
  const linked = await auth.linkIdentity({ provider: 'github' })
  expect(linked.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' })
  const byToken = await auth.linkIdentity({ provider: 'google', token: 'x' })
  expect(byToken.error).toMatchObject({ status: 400, code: 'provider_disabled' })

  const linking = await startAuthService({ settings: { enable_manual_linking: true } })
  try {
    const own = await signedIn(linking)
    const [email] = (await own.auth.getUserIdentities()).data?.identities ?? []
    if (email === undefined) throw new Error('no identity')
    const last = await own.auth.unlinkIdentity(email)
    expect(last.error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' })
    await linking.database.sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values ('octocat', ${email.user_id}, '{"sub":"octocat"}', 'github')`
    const none = await own.auth.unlinkIdentity({ ...email, identity_id: randomUUID() })
    expect(none.error).toMatchObject({ status: 422, code: 'identity_not_found' })
    const github = (await own.auth.getUserIdentities()).data?.identities.find(
      ({ provider }) => provider === 'github',
    )
    if (github === undefined) throw new Error('no second identity')
    expect((await own.auth.unlinkIdentity(github)).error).toBeNull()
    const { data } = await own.auth.getUser()
    expect(data.user?.identities).toMatchObject([{ provider: 'email' }])
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] })
  } finally {
    await linking.stop()
  }
})

/**
 * Returns a response body as text in which the email address and the id are replaced by constants, to compare responses
 * about different users.
 */
function generalise(body: object, email: string, id: unknown): unknown {
  const text = JSON.stringify(body).replaceAll(email, 'EMAIL').replaceAll(String(id), 'ID')
  return JSON.parse(text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')) as unknown
}

test('email sign-ups and new accounts by code are refused when sign-ups are disabled', async () => {
  const email = { ...defaultAuthSettings.email, enable_signup: false }
  const closed = await startAuthService({ settings: { email } })
  const newcomer = createUniqueEmail()
  const { error } = await closed.browser().auth.signUp({ email: newcomer, password })
  expect(error?.code).toBe('email_provider_disabled')
  await closed.browser().auth.signInWithOtp({ email: newcomer })
  expect(await closed.database.sql`select from auth.users where email = ${newcomer}`).toEqual([])
  await closed.stop()
})
