import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createBcryptHasher } from '../../packages/embedded-supabase/src/auth/password-hasher.ts'
import {
  createUser,
  type AuthService,
  createAdminClient,
  goodPassword,
  createUniqueIp,
  openSignedInBrowser,
  createUniqueEmail,
  startAuthService,
} from './auth-service.ts'
import {
  createTwoFactorUser,
  enrollAuthenticator,
  type TwoFactorUser,
  openRecoveryLink,
  submitWrongCode,
} from './second-factor.ts'

let service: AuthService
beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())

const newPassword = 'Gherkins2Forever'

/** Submits a valid code in a browser. Returns null when it was accepted. */
async function giveCode(browser: SupabaseClient, { factorId, code }: TwoFactorUser) {
  service.clock.advance(90_000)
  return (await browser.auth.mfa.challengeAndVerify({ factorId, code: code() })).error
}

/** Tries everything that a person with only the password could do, from one IP address and from others. */
async function attack({ email, factorId }: TwoFactorUser, times = 1): Promise<void> {
  const thief = await openSignedInBrowser(service, email)
  for (let time = 0; time < times; time += 1) {
    await thief.auth.mfa.challenge({ factorId })
    await submitWrongCode(thief, factorId)
    const other = await openSignedInBrowser(service, email)
    await submitWrongCode(other, factorId)
    await other.auth.signOut({ scope: 'others' })
    await other.auth.signOut({ scope: 'global' })
  }
}

test(
  'a thief with the password cannot lock the owner out of known addresses, open sessions or recovery links',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const owner = await createTwoFactorUser(service)
    await attack(owner, 26)
    for (let quarter = 0; quarter < 4; quarter += 1) {
      await attack(owner)
      expect((await owner.browser.auth.getUser()).error).toBeNull()
      const home = await openSignedInBrowser(service, owner.email, goodPassword, owner.address)
      await attack(owner)
      expect(await giveCode(home, owner)).toBeNull()
      expect(await giveCode(owner.browser, owner)).toBeNull()
      const away = await openRecoveryLink(service, owner.email, createUniqueIp())
      await attack(owner)
      expect(await giveCode(away, owner)).toBeNull()
      service.clock.advance(12 * 60_000)
    }
  },
)

test(
  'a new password has its own limits of codes, challenges and sessions, also behind the address of the thief',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const owner = await createTwoFactorUser(service)
    const here = () => openSignedInBrowser(service, owner.email, goodPassword, owner.address)
    for (let quarter = 0; quarter < 4; quarter += 1) {
      const thief = await here()
      for (let guess = 0; guess < 5; guess += 1) await submitWrongCode(thief, owner.factorId)
      service.clock.advance(16 * 60_000)
    }
    const flood = await here()
    for (let time = 0; time < 31; time += 1)
      await flood.auth.mfa.challenge({ factorId: owner.factorId })
    expect(await giveCode(await here(), owner)).toMatchObject({ status: 429 })
    const byLink = await openRecoveryLink(service, owner.email, owner.address)
    expect(await giveCode(byLink, owner)).toBeNull()
    expect((await byLink.auth.updateUser({ password: newPassword })).error).toBeNull()
    const home = await openSignedInBrowser(service, owner.email, newPassword, owner.address)
    expect(await giveCode(home, owner)).toBeNull()
  },
)

test(
  'the owner is warned when a password session leaves more than ten challenges unanswered, and not when they are answered',
  { tags: ['abuse-19-stolen-password', 'email-known-password-30'] },
  async () => {
    const owner = await createTwoFactorUser(service)
    const warnings = async () =>
      (await service.emails(owner.email)).filter(
        ({ template }) => template === 'auth_password_warning',
      )
    for (let time = 0; time < 11; time += 1)
      expect(
        await giveCode(
          await openSignedInBrowser(service, owner.email, goodPassword, owner.address),
          owner,
        ),
      ).toBeNull()
    const thief = await openSignedInBrowser(service, owner.email, goodPassword, owner.address)
    for (let time = 0; time < 10; time += 1)
      await thief.auth.mfa.challenge({ factorId: owner.factorId })
    expect(await warnings()).toEqual([])
    for (let time = 0; time < 2; time += 1)
      await thief.auth.mfa.challenge({ factorId: owner.factorId })
    expect(await warnings()).toMatchObject([{ data: { address: owner.address } }])
  },
)

test(
  'the passwords that a thief tries to set do not count against a session from an emailed link',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const email = createUniqueEmail()
    await createUser(service, email)
    const thief = await openSignedInBrowser(service, email)
    for (let time = 0; time < 11; time += 1) await thief.auth.updateUser({ password: goodPassword })
    const byLink = await openRecoveryLink(service, email, createUniqueIp())
    expect((await byLink.auth.updateUser({ password: newPassword })).error).toBeNull()
  },
)

test(
  'a recovery link and a code set a new password on any device and end the other sessions',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const owner = await createTwoFactorUser(service)
    const thief = await openSignedInBrowser(service, owner.email)
    await attack(owner)
    const browser = await openRecoveryLink(service, owner.email, createUniqueIp())
    const early = await browser.auth.updateUser({ password: newPassword })
    expect(early.error?.code).toBe('insufficient_aal')
    expect(await giveCode(browser, owner)).toBeNull()
    expect((await browser.auth.updateUser({ password: newPassword })).error).toBeNull()
    for (const ended of [thief, owner.browser])
      expect((await ended.auth.getUser()).error).not.toBeNull()
    const { error } = await service
      .browser()
      .auth.signInWithPassword({ email: owner.email, password: goodPassword })
    expect(error?.code).toBe('invalid_credentials')
  },
)

test(
  'a sign-in is refused when its password changes during the comparison',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const hasher = createBcryptHasher({ cost: 4 })
    const compared = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    let isHeld = false
    const slow = await startAuthService({
      hasher: {
        ...hasher,
        verify: async (password, hash) => {
          const isRight = await hasher.verify(password, hash)
          if (!isHeld) return isRight
          isHeld = false
          compared.resolve()
          await changed.promise
          return isRight
        },
      },
    })
    onTestFinished(() => slow.stop())
    const email = createUniqueEmail()
    await createUser(slow, email)
    const owner = await openSignedInBrowser(slow, email)
    isHeld = true
    const thief = slow.browser()
    const signIn = thief.auth.signInWithPassword({ email, password: goodPassword })
    await compared.promise
    expect((await owner.auth.updateUser({ password: newPassword })).error).toBeNull()
    changed.resolve()
    expect((await signIn).error?.code).toBe('invalid_credentials')
    expect((await slow.database.sql`select from auth.sessions`).length).toBe(1)
  },
)

test(
  'a session at aal1 of an account with a factor can end only itself',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const { email, browser, address } = await createTwoFactorUser(service)
    const half = await openSignedInBrowser(service, email, goodPassword, address)
    for (const scope of ['others', 'global', 'local'] as const) {
      const thief = await openSignedInBrowser(service, email)
      const { data } = await thief.auth.getSession()
      expect((await thief.auth.signOut({ scope })).error).toBeNull()
      const isOpen = await service.browser().auth.getUser(data.session?.access_token)
      expect([scope, isOpen.error === null]).toEqual([scope, scope === 'others'])
    }
    for (const open of [browser, half]) expect((await open.auth.getUser()).error).toBeNull()
    await browser.auth.signOut({ scope: 'others' })
    expect((await half.auth.getUser()).error).not.toBeNull()
  },
)

test(
  'a session at aal1 can neither verify nor remove a factor that the owner is enrolling',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const { email, browser } = await createTwoFactorUser(service)
    const begun = await enrollAuthenticator(service, browser, 'Second app')
    const thief = await openSignedInBrowser(service, email)
    const finished = await thief.auth.mfa.challengeAndVerify({
      factorId: begun.factorId,
      code: begun.code(),
    })
    expect(finished.error?.code).toBe('insufficient_aal')
    const removed = await thief.auth.mfa.unenroll({ factorId: begun.factorId })
    expect(removed.error?.code).toBe('insufficient_aal')
    const { data } = await browser.auth.mfa.listFactors()
    expect(data?.all).toHaveLength(2)
  },
)

test('removing a factor ends the sessions that only have the password', async () => {
  const owner = await createTwoFactorUser(service)
  const thief = await openSignedInBrowser(service, owner.email)
  expect((await owner.browser.auth.mfa.unenroll({ factorId: owner.factorId })).error).toBeNull()
  expect((await thief.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await owner.browser.auth.getUser()).error).toBeNull()
})

test('an account compares at most ten new passwords with its present one in a quarter of an hour', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  const browser = await openSignedInBrowser(service, email)
  const codes: (string | undefined)[] = []
  for (let time = 0; time < 11; time += 1)
    codes.push((await browser.auth.updateUser({ password: goodPassword })).error?.code)
  expect(new Set(codes.slice(0, 10))).toEqual(new Set(['same_password']))
  expect(codes[10]).toBe('over_request_rate_limit')
})

test(
  'a password alone does not make an address known to an account with a factor',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const owner = await createTwoFactorUser(service)
    const den = createUniqueIp()
    await openSignedInBrowser(service, owner.email, goodPassword, den)
    for (let guess = 0; guess < 30; guess += 1)
      await submitWrongCode(await openSignedInBrowser(service, owner.email), owner.factorId)
    const thief = await openSignedInBrowser(service, owner.email, goodPassword, den)
    expect(await giveCode(thief, owner)).toMatchObject({ code: 'over_request_rate_limit' })
  },
)

test('an address becomes known again when a session at aal2 is refreshed there', async () => {
  const owner = await createTwoFactorUser(service)
  await service.database.sql`update auth.known_addresses set factor_id = null`
  await owner.browser.auth.refreshSession()
  for (let guess = 0; guess < 31; guess += 1)
    await submitWrongCode(await openSignedInBrowser(service, owner.email), owner.factorId)
  const home = await openSignedInBrowser(service, owner.email, goodPassword, owner.address)
  expect(await giveCode(home, owner)).toBeNull()
})

test(
  'the owner is warned once a day of wrong codes after the right password at an unknown address',
  { tags: ['abuse-19-stolen-password', 'email-known-password-30'] },
  async () => {
    const owner = await createTwoFactorUser(service)
    const warnings = async () =>
      (await service.emails(owner.email)).filter(
        ({ template }) => template === 'auth_password_warning',
      )
    const den = createUniqueIp()
    const thief = await openSignedInBrowser(service, owner.email, goodPassword, den)
    expect(await warnings()).toEqual([])
    for (let guess = 0; guess < 3; guess += 1) await submitWrongCode(thief, owner.factorId)
    expect(await warnings()).toMatchObject([{ data: { address: den, at: expect.any(String) } }])
    service.clock.advance(24 * 60 * 60_000)
    await submitWrongCode(await openSignedInBrowser(service, owner.email), owner.factorId)
    expect(await warnings()).toHaveLength(2)
  },
)

test.each([
  ['at once', 0],
  ['16 minutes later', 16 * 60_000],
])(
  'the day’s sixth wrong code at a known address, %s, sends one warning for all of them',
  { tags: ['abuse-19-stolen-password', 'email-known-password-30'] },
  async (_when, pauseMs) => {
    const owner = await createTwoFactorUser(service)
    const countWarnings = async () =>
      (await service.emails(owner.email)).filter(
        ({ template }) => template === 'auth_password_warning',
      ).length
    const guess = async (times: number) => {
      const browser = await openSignedInBrowser(service, owner.email, goodPassword, owner.address)
      for (let time = 0; time < times; time += 1) await submitWrongCode(browser, owner.factorId)
    }
    // The day of the counter began with the owner's first code, and the day of the warning begins at midnight.
    const dayMs = 24 * 60 * 60_000
    service.clock.advance(2 * dayMs - (service.clock.now() % dayMs))
    await guess(5)
    expect(await countWarnings()).toBe(0)
    service.clock.advance(pauseMs)
    await guess(1)
    expect(await countWarnings()).toBe(1)
    await guess(5)
    expect(await countWarnings()).toBe(1)
  },
)

test('a wrong code after an emailed link sends no password warning', async () => {
  const owner = await createTwoFactorUser(service)
  const browser = await openRecoveryLink(service, owner.email, createUniqueIp())
  await submitWrongCode(browser, owner.factorId)
  const templates = (await service.emails(owner.email)).map(({ template }) => template)
  expect(templates).not.toContain('auth_password_warning')
})

test(
  'the operator lets the owner back in after a thief has turned codes on, and the thief stays out',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const email = createUniqueEmail()
    await createUser(service, email)
    const thief = await openSignedInBrowser(service, email)
    const { factorId, code } = await enrollAuthenticator(service, thief)
    const on = await thief.auth.mfa.challengeAndVerify({ factorId, code: code() })
    expect(on.error).toBeNull()
    const locked = await openRecoveryLink(service, email, createUniqueIp())
    const refusal = await locked.auth.updateUser({ password: newPassword })
    expect(refusal.error?.code).toBe('insufficient_aal')
    const id = String((await thief.auth.getUser()).data.user?.id)
    const admin = createAdminClient(service)
    expect((await admin.updateUserById(id, { password: 'Nobody 0 knows it' })).error).toBeNull()
    expect((await admin.mfa.deleteFactor({ id: factorId, userId: id })).error).toBeNull()
    const owner = await openRecoveryLink(service, email, createUniqueIp())
    expect((await owner.auth.updateUser({ password: newPassword })).error).toBeNull()
    expect((await thief.auth.getUser()).error).not.toBeNull()
    const again = await service.browser().auth.signInWithPassword({ email, password: goodPassword })
    expect(again.error?.code).toBe('invalid_credentials')
    await openSignedInBrowser(service, email, newPassword)
  },
)
