import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, expect, test } from 'vitest'
import { signToken, verifyToken } from '../../packages/embedded-supabase/src/core/keys.ts'
import { requireCaller } from '../../supabase/functions/_shared/caller.ts'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())

const password = 'Pickles1Forever'

async function anAccount(): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@example.com`
  const { data, error } = await shop.secret.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
  })
  if (error !== null) throw error
  return { id: data.user.id, email }
}

async function signedIn(email: string, address = '127.0.0.1'): Promise<SupabaseClient> {
  const client = shop.client({ 'x-forwarded-for': address })
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error !== null) throw error
  return client
}

/** Sets up an authenticator app for the account of this client, and creates recovery codes. Returns the codes. */
async function guard(client: SupabaseClient): Promise<string[]> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (error !== null) throw error
  const app = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
  const code = app.generate({ timestamp: shop.clock.now() })
  const given = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
  if (given.error !== null) throw given.error
  const { data: codes } = await client.rpc('make_recovery_codes')
  return codes
}

/** Returns a client whose session comes from a password reset link. */
async function openedLink(email: string): Promise<SupabaseClient> {
  const { data, error } = await shop.secret.auth.admin.generateLink({ type: 'recovery', email })
  if (error !== null) throw error
  const client = shop.client()
  const token_hash = data.properties.hashed_token
  const opened = await client.auth.verifyOtp({ type: 'recovery', token_hash })
  if (opened.error !== null) throw opened.error
  return client
}

async function requestOf(client: SupabaseClient): Promise<Request> {
  const token = (await client.auth.getSession()).data.session?.access_token
  return new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } })
}

test(
  'an account lists its sessions and ends one of its own only',
  { tags: ['abuse-12-sign-in'] },
  async () => {
    const { email } = await anAccount()
    const stranger = await signedIn((await anAccount()).email)
    const [here, there] = [await signedIn(email), await signedIn(email)]
    const { data } = await here.rpc('my_sessions')
    expect(data).toHaveLength(2)
    const other = data.find(({ is_this }: { is_this: boolean }) => !is_this)
    expect((await stranger.rpc('end_session', { p_session: other.id })).data).toBe(false)
    expect((await there.auth.getUser()).error).toBeNull()
    expect((await here.rpc('end_session', { p_session: other.id })).data).toBe(true)
    expect((await there.auth.getUser()).error).not.toBeNull()
    expect((await here.rpc('my_sessions')).data).toMatchObject([{ is_this: true }])
  },
)

test(
  'a token of an ended session lists and ends no sessions',
  { tags: ['abuse-18-codes'] },
  async () => {
    const { email } = await anAccount()
    const [here, there] = [await signedIn(email), await signedIn(email)]
    const { data } = await there.rpc('my_sessions')
    await here.auth.signOut({ scope: 'others' })
    expect((await there.rpc('my_sessions')).data).toEqual([])
    for (const { id } of data)
      expect((await there.rpc('end_session', { p_session: id })).data).toBe(false)
    expect((await here.auth.getUser()).error).toBeNull()
    expect((await shop.anon.rpc('my_sessions')).error?.code).toBe('42501')
  },
)

test(
  'a session at aal1 reads and changes nothing of an account with a second factor',
  { tags: ['abuse-12-sign-in'] },
  async () => {
    const { id, email } = await anAccount()
    const owner = await signedIn(email)
    await owner.from('carts').insert({ user_id: id, items: [] })
    const before = await signedIn(email)
    await guard(owner)
    const thief = await signedIn(email)
    for (const client of [thief, before]) {
      expect((await client.from('profiles').select('id')).data).toEqual([])
      expect((await client.from('carts').select('user_id')).data).toEqual([])
      const changed = await client
        .from('profiles')
        .update({ full_name: 'Eve' })
        .eq('id', id)
        .select()
      expect(changed.data ?? []).toEqual([])
      const put = await client.from('carts').upsert({ user_id: id, items: [] })
      expect(put.error?.code).toBe('42501')
      expect((await client.rpc('my_sessions')).data).toEqual([])
      expect((await client.rpc('make_recovery_codes')).error?.code).toBe('PT403')
      expect((await client.rpc('set_cart_reminders', { p_agreed: true })).error?.code).toBe('PT401')
      expect((await client.rpc('set_cart_reminders', { p_agreed: false })).error?.code).toBe(
        'PT401',
      )
      await expect(requireCaller(shop.anon, await requestOf(client))).rejects.toMatchObject({
        status: 401,
      })
    }
    expect((await owner.from('profiles').select('id')).data).toEqual([{ id }])
    expect(await requireCaller(shop.anon, await requestOf(owner))).toEqual({ id, email })
  },
)

test(
  'a recovery code removes the factor once and ends the other sessions',
  { tags: ['form-recovery-codes-26', 'form-recovery-codes-27'] },
  async () => {
    const { email } = await anAccount()
    const owner = await signedIn(email)
    const codes = await guard(owner)
    expect(codes).toHaveLength(10)
    for (const code of codes) expect(code).toMatch(/^([0-9a-f]{4}-){3}[0-9a-f]{4}$/)
    const lost = await signedIn(email)
    const typed = ` ${String(codes[3]).toUpperCase().replaceAll('-', ' ')} `
    expect((await lost.rpc('use_recovery_code', { p_code: typed })).data).toBe(true)
    await lost.auth.refreshSession()
    const { data } = await lost.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    expect((await lost.from('profiles').select('id')).data).toHaveLength(1)
    expect((await owner.auth.getUser()).error).not.toBeNull()
    expect((await lost.rpc('use_recovery_code', { p_code: codes[4] })).data).toBe(false)
    const stored = await shop.database.sql`
    select event_type from public.security_audit_log where event_type = 'recovery_code_used'`
    expect(stored).toHaveLength(1)
  },
)

test('a session whose answer was lost sends its recovery code again, and no other session does', async () => {
  const { id, email } = await anAccount()
  const codes = await guard(await signedIn(email))
  const lost = await signedIn(email)
  const use = async (client: SupabaseClient, code: string | undefined) =>
    (await client.rpc('use_recovery_code', { p_code: code })).data
  for (let time = 1; time <= 2; time += 1) expect(await use(lost, codes[0])).toBe(true)
  expect(await use(lost, codes[1])).toBe(false)
  const next = 'Gherkins2Forever'
  expect((await shop.secret.auth.admin.updateUserById(id, { password: next })).error).toBeNull()
  const other = shop.client({ 'x-forwarded-for': '127.0.0.1' })
  expect((await other.auth.signInWithPassword({ email, password: next })).error).toBeNull()
  expect(await use(other, codes[0])).toBe(false)
  const used = await shop.database.sql`
    select from public.security_audit_log
    where event_type = 'recovery_code_used' and user_id = ${id}`
  expect(used).toHaveLength(1)
})

test('recovery codes belong to their app, whatever the clock said when it was set up', async () => {
  const day = 24 * 60 * 60_000
  const { id, email } = await anAccount()
  shop.clock.advance(3 * day)
  const codes = await guard(await signedIn(email))
  shop.clock.advance(-3 * day)
  await shop.database.sql`
    update public.recovery_codes set created_at = now() - interval '1 hour' where user_id = ${id}`
  const lost = await signedIn(email)
  expect((await lost.rpc('use_recovery_code', { p_code: codes[0] })).data).toBe(true)
})

test(
  'the owner is notified of factor changes, at most twenty times a day',
  { tags: ['email-sign-in-codes-30'] },
  async () => {
    const { id, email } = await anAccount()
    const emailedChanges = async () =>
      (
        await shop.database.sql<{ change: string }[]>`
        select data ->> 'change' as change from public.outbox
        where template = 'auth_codes' and recipient = ${email} order by created_at`
      ).map(({ change }) => change)
    const owner = await signedIn(email)
    await guard(owner)
    expect(await emailedChanges()).toEqual(['on'])
    const { data } = await owner.auth.mfa.listFactors()
    await owner.auth.mfa.unenroll({ factorId: String(data?.totp[0]?.id) })
    expect(await emailedChanges()).toEqual(['on', 'off'])
    const codes = await guard(await signedIn(email))
    const lost = await signedIn(email)
    expect((await lost.rpc('use_recovery_code', { p_code: codes[0] })).data).toBe(true)
    expect(await emailedChanges()).toEqual(['on', 'off', 'on', 'recovery'])
    for (let time = 1; time <= 20; time += 1)
      await shop.database.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (${randomUUID()}, ${id}, 'totp', 'verified', now(), now())`
    await shop.database.sql`delete from auth.mfa_factors where user_id = ${id}`
    expect(await emailedChanges()).toHaveLength(20)
  },
)

test(
  'ten wrong recovery codes block an address for the account, and a right code works from another address',
  { tags: ['abuse-19-codes', 'form-recovery-codes-30'] },
  async () => {
    const { email } = await anAccount()
    const codes = await guard(await signedIn(email))
    const thief = await signedIn(email, '198.51.100.9')
    for (let guess = 1; guess <= 10; guess += 1)
      expect((await thief.rpc('use_recovery_code', { p_code: `${guess}` })).data).toBe(false)
    const right = await thief.rpc('use_recovery_code', { p_code: codes[0] })
    expect([right.status, right.error?.code]).toEqual([429, 'PT429'])
    const rows = await shop.database.sql`select code_hash from public.recovery_codes`
    for (const code of codes)
      expect(JSON.stringify(rows)).not.toContain(String(code).replaceAll('-', ''))
    const lost = await signedIn(email, '198.51.100.10')
    expect((await lost.rpc('use_recovery_code', { p_code: codes[0] })).data).toBe(true)
  },
)

test(
  'attempts exhausted by a password do not block a session from an emailed link',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const { email } = await anAccount()
    const codes = await guard(await signedIn(email))
    const thief = await signedIn(email)
    for (let guess = 1; guess <= 11; guess += 1)
      await thief.rpc('use_recovery_code', { p_code: `${guess}` })
    const byLink = await openedLink(email)
    expect((await byLink.rpc('use_recovery_code', { p_code: codes[0] })).data).toBe(true)
  },
)

test(
  'attempts exhausted by an old password do not block the recovery codes of a session by the new one',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const { id, email } = await anAccount()
    const codes = await guard(await signedIn(email))
    const thief = await signedIn(email)
    for (let guess = 1; guess <= 11; guess += 1)
      await thief.rpc('use_recovery_code', { p_code: `${guess}` })
    const old = await thief.rpc('use_recovery_code', { p_code: codes[0] })
    expect(old.error?.code).toBe('PT429')
    const next = 'Gherkins2Forever'
    expect((await shop.secret.auth.admin.updateUserById(id, { password: next })).error).toBeNull()
    const owner = shop.client({ 'x-forwarded-for': '127.0.0.1' })
    await owner.auth.signInWithPassword({ email, password: next })
    expect((await owner.rpc('use_recovery_code', { p_code: codes[0] })).data).toBe(true)
  },
)

test(
  'recovery code attempts of a hundred accounts at an address do not block another account there',
  { tags: ['abuse-19-strangers'] },
  async () => {
    const { email } = await anAccount()
    const codes = await guard(await signedIn(email))
    const { sql } = shop.database
    for (let account = 0; account <= 100; account += 1) {
      const stranger = await shop.createUser()
      const session = randomUUID()
      await sql`insert into auth.sessions (id, user_id, aal) values (${session}, ${stranger.id}, 'aal1')`
      const token = signToken(shop.keys, {
        sub: stranger.id,
        role: 'authenticated',
        aud: 'authenticated',
        aal: 'aal1',
        session_id: session,
        exp: Math.floor(shop.clock.now() / 1000) + 3600,
      })
      const client = shop.client({}, token)
      const tries = Array.from({ length: 10 }, (_, guess) =>
        client.rpc('use_recovery_code', { p_code: `${guess}` }),
      )
      for (const { data } of await Promise.all(tries)) expect(data).toBe(false)
    }
    const lost = await signedIn(email)
    expect((await lost.rpc('use_recovery_code', { p_code: codes[0] })).data).toBe(true)
  },
)

test(
  'a recovery code also removes the password, so that a thief who knows it is shut out',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const { email } = await anAccount()
    const owner = await signedIn(email)
    const codes = await guard(owner)
    const thief = await signedIn(email)
    const lost = await signedIn(email)
    expect((await lost.rpc('use_recovery_code', { p_code: codes[0] })).data).toBe(true)
    const again = await shop.client().auth.signInWithPassword({ email, password })
    expect(again.error?.code).toBe('invalid_credentials')
    // The thief's access token is still valid for an hour, and the account has no second factor at the moment. The
    // token must not give access nevertheless.
    const { data } = await thief.auth.getSession()
    const left = shop.client({}, data.session?.access_token)
    expect((await left.from('profiles').select('id')).data).toEqual([])
    await lost.auth.refreshSession()
    expect((await lost.auth.updateUser({ password: 'Gherkins2Forever' })).error).toBeNull()
    expect((await lost.from('profiles').select('id')).data).toHaveLength(1)
  },
)

test(
  'the owner is warned of wrong recovery codes after the right password, unless a session at aal2 exists at that address',
  { tags: ['email-known-password-30'] },
  async () => {
    const { email } = await anAccount()
    const home = '203.0.113.1'
    await guard(await signedIn(email, home))
    const warnings = () =>
      shop.database.sql`
      select data from public.outbox where template = 'auth_password_warning' and recipient = ${email}`
    const here = await signedIn(email, home)
    await here.rpc('use_recovery_code', { p_code: 'mistyped' })
    expect(await warnings()).toEqual([])
    const thief = await signedIn(email, '203.0.113.66')
    for (let guess = 0; guess < 3; guess += 1)
      await thief.rpc('use_recovery_code', { p_code: `${guess}` })
    expect(await warnings()).toMatchObject([{ data: { address: '203.0.113.66' } }])
  },
)

test(
  'five wrong recovery codes where a session at aal2 exists send no warning, and a sixth does',
  { tags: ['abuse-19-stolen-password', 'email-known-password-30'] },
  async () => {
    const { email } = await anAccount()
    await guard(await signedIn(email))
    const here = await signedIn(email)
    const warnings = []
    for (let guess = 1; guess <= 6; guess += 1) {
      await here.rpc('use_recovery_code', { p_code: `${guess}` })
      const rows = await shop.database.sql`
        select from public.outbox where template = 'auth_password_warning' and recipient = ${email}`
      warnings.push(rows.length)
    }
    expect(warnings).toEqual([0, 0, 0, 0, 0, 1])
  },
)

test(
  'a session at aal1 uses up no limits of the account and blocks no forms',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const { id, email } = await anAccount()
    const owner = await signedIn(email)
    await guard(owner)
    const thief = await signedIn(email, '198.51.100.20')
    for (let time = 0; time < 125; time += 1) await thief.rpc('discount_of', { p_code: `X${time}` })
    for (let time = 0; time < 12; time += 1)
      await thief.from('newsletter_signups').insert({ email: `${time}-${email}` })
    const { data: session } = await thief.auth.getSession()
    for (let time = 0; time < 6; time += 1)
      await shop.backend.fetch('http://localhost/auth/v1/otp', {
        method: 'POST',
        headers: {
          apikey: shop.keys.publishable,
          authorization: `Bearer ${session.session?.access_token}`,
          'content-type': 'application/json',
          'x-forwarded-for': '198.51.100.20',
        },
        body: JSON.stringify({ email, data: { full_name: '<script>alert(1)</script>' } }),
      })
    const [row] = await shop.database
      .sql`select public.suspicious_pattern_wait_ms(${id}, '203.0.113.1') as wait`
    expect(row?.wait).toBe(0)
    expect((await owner.rpc('discount_of', { p_code: 'X' })).data).toEqual({
      error: expect.not.stringContaining('wait'),
    })
  },
)

test(
  'a session at aal1 receives no messages of the account',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const { id, email } = await anAccount()
    const owner = await signedIn(email)
    await guard(owner)
    const thief = await signedIn(email)
    const isHeard = async (client: SupabaseClient) => {
      const { data } = await client.auth.getSession()
      const claims = verifyToken(shop.keys, data.session?.access_token ?? '', shop.clock.now())
      if (!('claims' in claims)) throw new Error('The token is not valid')
      const topic = `account:${id}`
      const [row] = await shop.database.sql.begin(async (tx) => {
        await tx`insert into realtime.messages (topic, extension) values (${topic}, 'broadcast')`
        await tx`select set_config('realtime.topic', ${topic}, true),
        set_config('request.jwt.claims', ${JSON.stringify(claims.claims)}, true)`
        await tx`set local role authenticated`
        return tx<{ count: number }[]>`select count(*)::int as count from realtime.messages`
      })
      return (row?.count ?? 0) > 0
    }
    expect(await isHeard(owner)).toBe(true)
    expect(await isHeard(thief)).toBe(false)
  },
)

test(
  'recovery codes are invalid for a new factor and for other accounts',
  { tags: ['abuse-19-codes'] },
  async () => {
    const { id, email } = await anAccount()
    const owner = await signedIn(email)
    const codes = await guard(owner)
    // As if the clock had been ahead, which must not make them newer than the new factor.
    await shop.database.sql`
      update public.recovery_codes set created_at = now() + interval '3 days' where user_id = ${id}`
    const thief = await signedIn((await anAccount()).email)
    await guard(thief)
    expect((await thief.rpc('use_recovery_code', { p_code: codes[0] })).data).toBe(false)
    const { data } = await owner.auth.mfa.listFactors()
    await owner.auth.mfa.unenroll({ factorId: String(data?.totp[0]?.id) })
    shop.clock.advance(60_000)
    const again = await signedIn(email)
    const { data: next } = await again.auth.mfa.enroll({ factorType: 'totp' })
    const app = new TOTP({ secret: Secret.fromBase32(String(next?.totp.secret)) })
    const code = app.generate({ timestamp: shop.clock.now() })
    await again.auth.mfa.challengeAndVerify({ factorId: String(next?.id), code })
    const lost = await signedIn(email)
    expect((await lost.rpc('use_recovery_code', { p_code: codes[1] })).data).toBe(false)
  },
)
