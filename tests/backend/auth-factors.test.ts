import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyToken } from '../../packages/embedded-supabase/src/core/keys.ts'
import {
  createTwoFactorUser,
  enrollAuthenticator,
  openRecoveryLink,
  submitWrongCode,
} from './second-factor.ts'
import {
  createUser,
  type AuthService,
  parseBody,
  goodPassword,
  createUniqueIp,
  openSignedInBrowser,
  createUniqueEmail,
  startAuthService,
} from './auth-service.ts'

let service: AuthService
beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())

async function claimsOf(browser: SupabaseClient) {
  const token = (await browser.auth.getSession()).data.session?.access_token ?? ''
  const verified = verifyToken(service.keys, token, service.clock.now())
  if (!('claims' in verified)) throw new Error('The token is not valid')
  return verified.claims
}

const enrolled = (browser: SupabaseClient, name?: string) =>
  enrollAuthenticator(service, browser, name)
const guarded = () => createTwoFactorUser(service)

test('a TOTP factor is enrolled with a QR code and a secret, and verified by its first code', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  const browser = await openSignedInBrowser(service, email)
  const events: string[] = []
  browser.auth.onAuthStateChange((event) => void events.push(event))
  const { data } = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' })
  expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
  expect(data?.totp.uri).toMatch(/^otpauth:\/\/totp\/localhost:.*secret=[A-Z2-7]{32}&/)
  const levels = () => browser.auth.mfa.getAuthenticatorAssuranceLevel()
  expect((await levels()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  const app = new TOTP({ secret: Secret.fromBase32(String(data?.totp.secret)) })
  const code = app.generate({ timestamp: service.clock.now() })
  const verified = await browser.auth.mfa.challengeAndVerify({ factorId: String(data?.id), code })
  expect(verified.error).toBeNull()
  expect((await levels()).data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  expect(events).toContain('MFA_CHALLENGE_VERIFIED')
  const claims = await claimsOf(browser)
  expect(claims).toMatchObject({ aal: 'aal2', role: 'authenticated' })
  expect(claims.amr).toMatchObject([{ method: 'totp' }, { method: 'password' }])
  const { data: factors } = await browser.auth.mfa.listFactors()
  expect(factors?.totp).toMatchObject([{ friendly_name: 'Telephone', status: 'verified' }])
})

test(
  'the first code of a factor ends the sessions without it and their refresh tokens',
  { tags: ['abuse-18-codes'] },
  async () => {
    const email = createUniqueEmail()
    await createUser(service, email)
    const [here, elsewhere] = [
      await openSignedInBrowser(service, email),
      await openSignedInBrowser(service, email),
    ]
    const before = (await here.auth.getSession()).data.session?.refresh_token ?? ''
    const { factorId, code } = await enrolled(here)
    await here.auth.mfa.challengeAndVerify({ factorId, code: code() })
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const stale = await service.browser().auth.refreshSession({ refresh_token: before })
    expect(stale.error?.code).toBe('refresh_token_not_found')
    expect((await here.auth.refreshSession()).error).toBeNull()
    expect((await claimsOf(here)).aal).toBe('aal2')
  },
)

test('a sign-in to an account with a factor stays at aal1 until its code is verified', async () => {
  const { email, factorId, code } = await guarded()
  const browser = await openSignedInBrowser(service, email)
  const { data } = await browser.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  const { error } = await browser.auth.mfa.challengeAndVerify({ factorId, code: code() })
  expect(error).toBeNull()
  expect((await claimsOf(browser)).aal).toBe('aal2')
})

test(
  'a session at aal1 cannot change factors, password, email or name of an account with a factor',
  { tags: ['abuse-12-sign-in'] },
  async () => {
    const { email, factorId } = await guarded()
    const thief = await openSignedInBrowser(service, email)
    const refusals = [
      await thief.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Another' }),
      await thief.auth.mfa.unenroll({ factorId }),
      await thief.auth.updateUser({ password: 'Brand new 1' }),
      await thief.auth.updateUser({ email: createUniqueEmail() }),
      await thief.auth.updateUser({ data: { full_name: 'Ring 0800 000000' } }),
      await thief.auth.reauthenticate(),
    ]
    for (const { error } of refusals) expect(error?.code).toBe('insufficient_aal')
    const { data } = await thief.auth.mfa.listFactors()
    expect(data?.all).toHaveLength(1)
  },
)

test('an access token from before the code stays at aal1 after its session reaches aal2', async () => {
  const { email, factorId, code } = await guarded()
  const owner = await openSignedInBrowser(service, email)
  const stolen = (await owner.auth.getSession()).data.session?.access_token
  expect((await owner.auth.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull()
  const headers = { apikey: service.keys.publishable, authorization: `Bearer ${stolen}` }
  const tries: [method: string, path: string, json: object][] = [
    ['POST', 'factors', { factor_type: 'totp', friendly_name: 'Another' }],
    ['PUT', 'user', { password: 'Brand new 1' }],
    ['DELETE', `factors/${factorId}`, {}],
  ]
  for (const [method, path, json] of tries) {
    const answer = await service.call({ method, path: `/auth/v1/${path}`, headers, json })
    expect([path, parseBody(answer).error_code]).toEqual([path, 'insufficient_aal'])
  }
  expect((await enrolled(owner, 'Another')).factorId).toBeTypeOf('string')
})

test(
  'a code is accepted once across challenges and parallel requests',
  { tags: ['abuse-19-codes'] },
  async () => {
    const { email, factorId, code } = await guarded()
    const browsers = await Promise.all([
      openSignedInBrowser(service, email),
      openSignedInBrowser(service, email),
    ])
    const tries = await Promise.all(
      browsers.map((browser) => browser.auth.mfa.challengeAndVerify({ factorId, code: code() })),
    )
    expect(tries.filter(({ error }) => error === null)).toHaveLength(1)
    const again = await openSignedInBrowser(service, email)
    const late = await again.auth.mfa.challengeAndVerify({ factorId, code: code() })
    expect(late.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
  },
)

test('a code is accepted once even when its challenge is old', async () => {
  const { email, factorId, code } = await guarded()
  const browser = await openSignedInBrowser(service, email)
  const { data } = await browser.auth.mfa.challenge({ factorId })
  service.clock.advance(5 * 60_000 - 5000)
  const used = code()
  const challengeId = String(data?.id)
  const first = await browser.auth.mfa.verify({ factorId, challengeId, code: used })
  expect(first.error).toBeNull()
  service.clock.advance(15_000)
  const again = await openSignedInBrowser(service, email)
  const late = await again.auth.mfa.challengeAndVerify({ factorId, code: used })
  expect(late.error?.code).toBe('mfa_verification_failed')
})

test(
  'a code is accepted half a minute early or late, and not beyond',
  { tags: ['abuse-19-codes'] },
  async () => {
    const { email, factorId, code } = await guarded()
    for (const [ahead, isTaken] of [
      [-3, false],
      [2, false],
      [-1, true],
      [1, true],
    ] as const) {
      const browser = await openSignedInBrowser(service, email)
      const answer = await browser.auth.mfa.challengeAndVerify({ factorId, code: code(ahead) })
      expect([ahead, answer.error === null]).toEqual([ahead, isTaken])
    }
  },
)

test(
  'five wrong codes from an address block the account there for a quarter of an hour, even for the right code',
  { tags: ['abuse-19-codes', 'form-app-codes-30'] },
  async () => {
    const { email, factorId, code } = await guarded()
    const browser = await openSignedInBrowser(service, email)
    for (let guess = 1; guess <= 5; guess += 1)
      expect((await submitWrongCode(browser, factorId))?.code).toBe('mfa_verification_failed')
    const right = await browser.auth.mfa.challengeAndVerify({ factorId, code: code() })
    expect(right.error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    service.clock.advance(16 * 60_000)
    const later = await browser.auth.mfa.challengeAndVerify({ factorId, code: code() })
    expect(later.error).toBeNull()
  },
)

test(
  'an account checks at most thirty codes a day from unknown addresses',
  { tags: ['abuse-19-codes', 'form-app-codes-30'] },
  async () => {
    const { email, factorId } = await guarded()
    const codes = []
    for (let guess = 1; guess <= 32; guess += 1)
      codes.push((await submitWrongCode(await openSignedInBrowser(service, email), factorId))?.code)
    expect(codes).toEqual([
      ...Array<string>(30).fill('mfa_verification_failed'),
      ...Array<string>(2).fill('over_request_rate_limit'),
    ])
    service.clock.advance(23 * 60 * 60_000)
    const soon = await openSignedInBrowser(service, email)
    expect((await submitWrongCode(soon, factorId))?.code).toBe('over_request_rate_limit')
    service.clock.advance(2 * 60 * 60_000)
    const nextDay = await openSignedInBrowser(service, email)
    expect((await submitWrongCode(nextDay, factorId))?.code).toBe('mfa_verification_failed')
  },
)

test(
  'an account checks at most twenty codes a day from a known address',
  { tags: ['abuse-19-codes'] },
  async () => {
    const { email, factorId, address } = await guarded()
    const codes = []
    for (let quarter = 1; quarter <= 5; quarter += 1) {
      const browser = await openSignedInBrowser(service, email, goodPassword, address)
      for (let guess = 1; guess <= 5; guess += 1)
        codes.push((await submitWrongCode(browser, factorId))?.code)
      service.clock.advance(16 * 60_000)
    }
    expect(codes).toEqual([
      ...Array<string>(20).fill('mfa_verification_failed'),
      ...Array<string>(5).fill('over_request_rate_limit'),
    ])
  },
)

test(
  'attempts with an unknown factor or without an open challenge are not counted',
  { tags: ['abuse-19-strangers'] },
  async () => {
    const { email, factorId, code } = await guarded()
    const address = createUniqueIp()
    const stranger = createUniqueEmail()
    await createUser(service, stranger)
    const browser = await openSignedInBrowser(service, stranger)
    const token = (await browser.auth.getSession()).data.session?.access_token
    const verify = (factor: string, authorization = `Bearer ${token}`) =>
      service.call({
        path: `/auth/v1/factors/${factor}/verify`,
        headers: { apikey: service.keys.publishable, authorization },
        clientAddress: address,
        json: { challenge_id: randomUUID(), code: '000000' },
      })
    for (let time = 0; time < 300; time += 1) expect((await verify(randomUUID())).status).toBe(404)
    const owner = service.browser({ address })
    await owner.auth.signInWithPassword({ email, password: goodPassword })
    const own = (await owner.auth.getSession()).data.session?.access_token
    for (let time = 0; time < 40; time += 1)
      expect(parseBody(await verify(factorId, `Bearer ${own}`)).error_code).toBe(
        'mfa_factor_not_found',
      )
    const { error } = await owner.auth.mfa.challengeAndVerify({ factorId, code: code() })
    expect(error).toBeNull()
  },
)

test(
  'exhausted attempts of an address block neither accounts that know it nor sessions from an emailed link',
  { tags: ['abuse-19-strangers'] },
  async () => {
    const { email, factorId, code, address } = await guarded()
    for (let stranger = 0; stranger < 7; stranger += 1) {
      const other = await guarded()
      const browser = await openSignedInBrowser(service, other.email, goodPassword, address)
      for (let guess = 0; guess < 5; guess += 1) await submitWrongCode(browser, other.factorId)
    }
    const newcomer = await guarded()
    const there = await openSignedInBrowser(service, newcomer.email, goodPassword, address)
    expect((await submitWrongCode(there, newcomer.factorId))?.code).toBe('over_request_rate_limit')
    const byLink = await openRecoveryLink(service, newcomer.email, address)
    const right = { factorId: newcomer.factorId, code: newcomer.code() }
    expect((await byLink.auth.mfa.challengeAndVerify(right)).error).toBeNull()
    const owner = await openSignedInBrowser(service, email, goodPassword, address)
    const { error } = await owner.auth.mfa.challengeAndVerify({ factorId, code: code() })
    expect(error).toBeNull()
  },
)

test('challenges are limited for an account and an address, except for those that were answered', async () => {
  const { email, factorId } = await guarded()
  const address = createUniqueIp()
  const at = { path: `/auth/v1/factors/${factorId}/challenge` }
  const person = await openSignedInBrowser(service, email)
  const token = (await person.auth.getSession()).data.session?.access_token
  const headers = { apikey: service.keys.publishable, authorization: `Bearer ${token}` }
  const ask = (clientAddress: string) => service.call({ ...at, headers, clientAddress })
  for (let time = 0; time < 30; time += 1) expect((await ask(address)).status).toBe(200)
  const refusal = await ask(address)
  expect([refusal.status, parseBody(refusal).error_code]).toEqual([429, 'over_request_rate_limit'])
  expect((await ask(createUniqueIp())).status).toBe(200)
  const other = await guarded()
  const neighbour = service.browser({ address })
  await neighbour.auth.signInWithPassword({ email: other.email, password: goodPassword })
  const refused = await neighbour.auth.mfa.challenge({ factorId: other.factorId })
  expect(refused.error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  service.clock.advance(16 * 60_000)
  const right = { factorId: other.factorId, code: other.code() }
  expect((await neighbour.auth.mfa.challengeAndVerify(right)).error).toBeNull()
  const again = []
  for (let time = 0; time < 31; time += 1) again.push((await ask(address)).status)
  expect(again).toEqual([...Array<number>(30).fill(200), 429])
})

test(
  'a challenge can be answered once, within five minutes, from its own address',
  { tags: ['abuse-19-codes'] },
  async () => {
    const { email, factorId, code } = await guarded()
    const browser = await openSignedInBrowser(service, email)
    const { data } = await browser.auth.mfa.challenge({ factorId })
    const challengeId = String(data?.id)
    const token = (await browser.auth.getSession()).data.session?.access_token ?? ''
    const elsewhere = await service.call({
      path: `/auth/v1/factors/${factorId}/verify`,
      headers: { apikey: service.keys.publishable, authorization: `Bearer ${token}` },
      clientAddress: '198.51.100.77',
      json: { challenge_id: challengeId, code: code() },
    })
    expect([elsewhere.status, parseBody(elsewhere).error_code]).toEqual([
      422,
      'mfa_ip_address_mismatch',
    ])
    service.clock.advance(5 * 60_000 + 1000)
    const late = await browser.auth.mfa.verify({ factorId, challengeId, code: code() })
    expect(late.error?.code).toBe('mfa_challenge_expired')
  },
)

test(
  'an account cannot challenge or remove a factor of another account',
  { tags: ['abuse-12-sign-in'] },
  async () => {
    const { factorId } = await guarded()
    const { browser: other } = await guarded()
    const answers = [
      await other.auth.mfa.challenge({ factorId }),
      await other.auth.mfa.unenroll({ factorId }),
    ]
    for (const { error } of answers)
      expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  },
)

test('a session returns to aal1 when its factor is removed', async () => {
  const { browser, factorId } = await guarded()
  expect((await browser.auth.mfa.unenroll({ factorId })).error).toBeNull()
  expect((await browser.auth.refreshSession()).error).toBeNull()
  const claims = await claimsOf(browser)
  expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  const { data } = await browser.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
})

test(
  'an account has at most ten factors with distinct names',
  { tags: ['form-app-codes-30'] },
  async () => {
    const { browser } = await guarded()
    const twice = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' })
    expect(twice.error?.code).toBe('mfa_factor_name_conflict')
    for (let number = 2; number <= 10; number += 1) await enrolled(browser, `App ${number}`)
    const eleventh = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App 11' })
    expect(eleventh.error?.code).toBe('too_many_enrolled_mfa_factors')
  },
)

test('phone and WebAuthn factors are disabled', async () => {
  const { browser } = await guarded()
  const phone = await browser.auth.mfa.enroll({ factorType: 'phone', phone: '+447700900123' })
  expect(phone.error?.code).toBe('mfa_phone_enroll_not_enabled')
  const key = await browser.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
  expect(key.error?.code).toBe('mfa_webauthn_enroll_not_enabled')
})
