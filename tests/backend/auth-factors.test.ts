import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyToken } from '../../backend/keys.ts'
import {
  addPerson,
  type AuthService,
  bodyOf,
  goodPassword,
  randomAddress,
  signedInBrowser,
  someone,
  startAuthService,
} from './auth-service.ts'

let service: AuthService
beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())

interface Held {
  factorId: string
  /** What the app shows, so many periods of 30 s from now. */
  code: (ahead?: number) => string
}

async function enrolled(browser: SupabaseClient, friendlyName = 'Telephone'): Promise<Held> {
  const { data, error } = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error !== null) throw error
  const app = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
  const code = (ahead = 0) => app.generate({ timestamp: service.clock.now() + ahead * 30_000 })
  return { factorId: data.id, code }
}

/** Somebody whose account asks for a code, in the browser that they have given one in. */
async function guarded(): Promise<Held & { email: string; browser: SupabaseClient }> {
  const email = someone()
  await addPerson(service, email)
  const browser = await signedInBrowser(service, email)
  const held = await enrolled(browser)
  const { error } = await browser.auth.mfa.challengeAndVerify({
    factorId: held.factorId,
    code: held.code(),
  })
  if (error !== null) throw error
  service.clock.advance(90_000)
  return { ...held, email, browser }
}

async function claimsOf(browser: SupabaseClient) {
  const token = (await browser.auth.getSession()).data.session?.access_token ?? ''
  const verified = verifyToken(service.keys, token, service.clock.now())
  if (!('claims' in verified)) throw new Error('The token is not valid')
  return verified.claims
}

async function wrongCode(browser: SupabaseClient, factorId: string) {
  return (await browser.auth.mfa.challengeAndVerify({ factorId, code: '000000' })).error
}

test('an app gets a secret as a picture and a text, and counts once it has shown a code', async () => {
  const email = someone()
  await addPerson(service, email)
  const browser = await signedInBrowser(service, email)
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

test('a code ends the sessions that have given none, and their refresh tokens', async () => {
  const email = someone()
  await addPerson(service, email)
  const [here, elsewhere] = [
    await signedInBrowser(service, email),
    await signedInBrowser(service, email),
  ]
  const before = (await here.auth.getSession()).data.session?.refresh_token ?? ''
  const { factorId, code } = await enrolled(here)
  await here.auth.mfa.challengeAndVerify({ factorId, code: code() })
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  const stale = await service.browser().auth.refreshSession({ refresh_token: before })
  expect(stale.error?.code).toBe('refresh_token_not_found')
  expect((await here.auth.refreshSession()).error).toBeNull()
  expect((await claimsOf(here)).aal).toBe('aal2')
})

test('a sign-in to a guarded account is of one factor until its code is given', async () => {
  const { email, factorId, code } = await guarded()
  const browser = await signedInBrowser(service, email)
  const { data } = await browser.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  const { error } = await browser.auth.mfa.challengeAndVerify({ factorId, code: code() })
  expect(error).toBeNull()
  expect((await claimsOf(browser)).aal).toBe('aal2')
})

test('whoever took a first-factor session can neither add nor remove a factor, nor take the account', async () => {
  const { email, factorId } = await guarded()
  const thief = await signedInBrowser(service, email)
  const refusals = [
    await thief.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Another' }),
    await thief.auth.mfa.unenroll({ factorId }),
    await thief.auth.updateUser({ password: 'Brand new 1' }),
    await thief.auth.updateUser({ email: someone() }),
  ]
  for (const { error } of refusals) expect(error?.code).toBe('insufficient_aal')
  // As GoTrue has it: what somebody says of themselves is no way into an account.
  const said = await thief.auth.updateUser({ data: { nickname: 'Chilli' } })
  expect(said.data.user?.user_metadata).toMatchObject({ nickname: 'Chilli' })
  const { data } = await thief.auth.mfa.listFactors()
  expect(data?.all).toHaveLength(1)
})

test('an access token from before the code stays of one factor when its session is of two', async () => {
  const { email, factorId, code } = await guarded()
  const owner = await signedInBrowser(service, email)
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
    expect([path, bodyOf(answer).error_code]).toEqual([path, 'insufficient_aal'])
  }
  expect((await enrolled(owner, 'Another')).factorId).toBeTypeOf('string')
})

test('a code is taken once, whichever challenge it answers, and by twenty at once too', async () => {
  const { email, factorId, code } = await guarded()
  const browsers = await Promise.all([
    signedInBrowser(service, email),
    signedInBrowser(service, email),
  ])
  const tries = await Promise.all(
    browsers.map((browser) => browser.auth.mfa.challengeAndVerify({ factorId, code: code() })),
  )
  expect(tries.filter(({ error }) => error === null)).toHaveLength(1)
  const again = await signedInBrowser(service, email)
  const late = await again.auth.mfa.challengeAndVerify({ factorId, code: code() })
  expect(late.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
})

test('a code is taken once although its challenge is old and another is asked for', async () => {
  const { email, factorId, code } = await guarded()
  const browser = await signedInBrowser(service, email)
  const { data } = await browser.auth.mfa.challenge({ factorId })
  service.clock.advance(5 * 60_000 - 5000)
  const used = code()
  const challengeId = String(data?.id)
  const first = await browser.auth.mfa.verify({ factorId, challengeId, code: used })
  expect(first.error).toBeNull()
  service.clock.advance(15_000)
  const again = await signedInBrowser(service, email)
  const late = await again.auth.mfa.challengeAndVerify({ factorId, code: used })
  expect(late.error?.code).toBe('mfa_verification_failed')
})

test('codes of half a minute before and after are taken, others are not', async () => {
  const { email, factorId, code } = await guarded()
  for (const [ahead, isTaken] of [
    [-3, false],
    [2, false],
    [-1, true],
    [1, true],
  ] as const) {
    const browser = await signedInBrowser(service, email)
    const answer = await browser.auth.mfa.challengeAndVerify({ factorId, code: code(ahead) })
    expect([ahead, answer.error === null]).toEqual([ahead, isTaken])
  }
})

test('wrong codes are limited for the account, wherever they come from, and a right one then waits too', async () => {
  const { email, factorId, code } = await guarded()
  for (let guess = 1; guess <= 5; guess += 1)
    expect((await wrongCode(await signedInBrowser(service, email), factorId))?.code).toBe(
      'mfa_verification_failed',
    )
  const browser = await signedInBrowser(service, email)
  const right = await browser.auth.mfa.challengeAndVerify({ factorId, code: code() })
  expect(right.error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  service.clock.advance(16 * 60_000)
  const later = await browser.auth.mfa.challengeAndVerify({ factorId, code: code() })
  expect(later.error).toBeNull()
})

test('wrong codes are limited over all accounts together', async () => {
  const { email, factorId, code } = await guarded()
  const browser = await signedInBrowser(service, email)
  await wrongCode(browser, factorId)
  await service.database
    .sql`update auth.rate_limits set attempts = 300 where key like 'factor-all:%'`
  expect((await wrongCode(browser, factorId))?.code).toBe('over_request_rate_limit')
  await service.database.sql`delete from auth.rate_limits where key like 'factor-all:%'`
  const { error } = await browser.auth.mfa.challengeAndVerify({ factorId, code: code() })
  expect(error).toBeNull()
})

test('challenges are limited for the account and for the address, and those that were answered do not count', async () => {
  const { email, factorId } = await guarded()
  const address = randomAddress()
  const at = { path: `/auth/v1/factors/${factorId}/challenge` }
  const person = await signedInBrowser(service, email)
  const token = (await person.auth.getSession()).data.session?.access_token
  const headers = { apikey: service.keys.publishable, authorization: `Bearer ${token}` }
  const ask = (clientAddress: string) => service.call({ ...at, headers, clientAddress })
  for (let time = 0; time < 30; time += 1) expect((await ask(address)).status).toBe(200)
  const elsewhere = await ask(randomAddress())
  expect([elsewhere.status, bodyOf(elsewhere).error_code]).toEqual([429, 'over_request_rate_limit'])
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

test('a challenge is answered within five minutes, once, from where it was asked', async () => {
  const { email, factorId, code } = await guarded()
  const browser = await signedInBrowser(service, email)
  const { data } = await browser.auth.mfa.challenge({ factorId })
  const challengeId = String(data?.id)
  const token = (await browser.auth.getSession()).data.session?.access_token ?? ''
  const elsewhere = await service.call({
    path: `/auth/v1/factors/${factorId}/verify`,
    headers: { apikey: service.keys.publishable, authorization: `Bearer ${token}` },
    clientAddress: '198.51.100.77',
    json: { challenge_id: challengeId, code: code() },
  })
  expect([elsewhere.status, bodyOf(elsewhere).error_code]).toEqual([422, 'mfa_ip_address_mismatch'])
  service.clock.advance(5 * 60_000 + 1000)
  const late = await browser.auth.mfa.verify({ factorId, challengeId, code: code() })
  expect(late.error?.code).toBe('mfa_challenge_expired')
})

test('nobody reaches the factor of somebody else', async () => {
  const { factorId } = await guarded()
  const { browser: other } = await guarded()
  const answers = [
    await other.auth.mfa.challenge({ factorId }),
    await other.auth.mfa.unenroll({ factorId }),
  ]
  for (const { error } of answers)
    expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
})

test('an app is taken off with its own code, and the session is of one factor again', async () => {
  const { browser, factorId } = await guarded()
  expect((await browser.auth.mfa.unenroll({ factorId })).error).toBeNull()
  expect((await browser.auth.refreshSession()).error).toBeNull()
  const claims = await claimsOf(browser)
  expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  const { data } = await browser.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
})

test('names of factors differ, and there are ten at most', async () => {
  const { browser } = await guarded()
  const twice = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' })
  expect(twice.error?.code).toBe('mfa_factor_name_conflict')
  for (let number = 2; number <= 10; number += 1) await enrolled(browser, `App ${number}`)
  const eleventh = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App 11' })
  expect(eleventh.error?.code).toBe('too_many_enrolled_mfa_factors')
})

test('telephones and keys as factors are switched off', async () => {
  const { browser } = await guarded()
  const phone = await browser.auth.mfa.enroll({ factorType: 'phone', phone: '+447700900123' })
  expect(phone.error?.code).toBe('mfa_phone_enroll_not_enabled')
  const key = await browser.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
  expect(key.error?.code).toBe('mfa_webauthn_enroll_not_enabled')
})
