import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createUser,
  requestEmail,
  type EmailRequest,
  type AuthService,
  goodPassword,
  createUniqueIp,
  openSignedInBrowser,
  createUniqueEmail,
  startAuthService,
} from './auth-service.ts'
import { createTwoFactorUser } from './second-factor.ts'

const hour = 60 * 60_000

let service: AuthService
beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())

const ask = (...request: EmailRequest) => requestEmail(service, ...request)

async function emailsAfter(email: string, work: () => Promise<unknown>): Promise<string[]> {
  const before = (await service.emails(email)).length
  await work()
  return (await service.emails(email)).slice(before).map(({ template }) => template)
}

/** Asks `times` times to resend both kinds of confirmations to an email address, each time from a new IP address. */
async function resendConfirmations(email: string, times: number): Promise<void> {
  for (let time = 1; time <= times; time += 1)
    for (const type of ['signup', 'email_change'])
      expect((await ask('resend', email, createUniqueIp(), { type })).status).toBe(200)
}

test('suppressed emails do not block an emailed link', { tags: ['abuse-19'] }, async () => {
  const owner = await createTwoFactorUser(service)
  for (const email of [owner.email, await addConfirmed()]) {
    service.clock.advance(26 * hour)
    const sent = await emailsAfter(email, async () => {
      await resendConfirmations(email, 15)
      expect((await ask('recover', email)).status).toBe(200)
      expect((await ask('otp', email, createUniqueIp(), { create_user: false })).status).toBe(200)
    })
    expect(sent).toEqual(['auth_recover', 'auth_reauthenticate'])
  }
})

async function addConfirmed(): Promise<string> {
  const email = createUniqueEmail()
  await createUser(service, email)
  return email
}

test(
  'a day of failed requests from one address does not block an emailed link',
  { tags: ['abuse-19'] },
  async () => {
    const email = await addConfirmed()
    const stranger = createUniqueIp()
    for (let passed = 0; passed < 24; passed += 1) {
      service.clock.advance(hour)
      for (let time = 1; time <= 8; time += 1)
        await ask('resend', email, stranger, { type: time % 2 === 0 ? 'signup' : 'email_change' })
    }
    expect(await emailsAfter(email, () => ask('recover', email))).toEqual(['auth_recover'])
  },
)

test(
  'emails that a full mailbox did not get do not block the next one',
  { tags: ['abuse-19'] },
  async () => {
    const email = await addConfirmed()
    service.clock.advance(26 * hour)
    for (const path of ['recover', 'otp'])
      for (let time = 1; time <= 5; time += 1) await ask(path, email)
    service.clock.advance(1.5 * hour)
    for (let time = 1; time <= 15; time += 1) await ask('recover', email)
    service.clock.advance(0.6 * hour)
    expect(await emailsAfter(email, () => ask('recover', email))).toEqual(['auth_recover'])
  },
)

test(
  'emails for an address without an account do not block its sign-up',
  { tags: ['abuse-19'] },
  async () => {
    const email = createUniqueEmail()
    await resendConfirmations(email, 15)
    for (let time = 1; time <= 15; time += 1) await ask('recover', email)
    const signUp = () => ask('signup', email, createUniqueIp(), { password: goodPassword })
    const sent = await emailsAfter(email, async () => expect((await signUp()).status).toBe(200))
    expect(sent).toEqual(['auth_confirm'])
  },
)

test(
  'emails about an existing account do not count against its emailed links',
  { tags: ['abuse-19'] },
  async () => {
    const email = await addConfirmed()
    service.clock.advance(26 * hour)
    const sent = await emailsAfter(email, async () => {
      for (let time = 1; time <= 12; time += 1) {
        const other = await addConfirmed()
        const mover = await openSignedInBrowser(service, other)
        await mover.auth.updateUser({ email })
        await ask('signup', email, createUniqueIp(), { password: goodPassword })
      }
      await ask('recover', email)
    })
    expect(sent).toEqual(['auth_account_exists', 'auth_account_exists', 'auth_recover'])
  },
)

test(
  'the response does not reveal whether a mailbox is full or has an account',
  { tags: ['abuse-19'] },
  async () => {
    const known = await addConfirmed()
    const [unknown, pending] = [createUniqueEmail(), createUniqueEmail()]
    await ask('signup', pending, createUniqueIp(), { password: goodPassword })
    for (const email of [known, pending, unknown])
      for (let time = 1; time <= 12; time += 1) await ask('recover', email)
    for (const [path, json] of [
      ['recover', {}],
      ['otp', { create_user: false }],
      ['magiclink', {}],
      ['resend', { type: 'signup' }],
      ['resend', { type: 'email_change' }],
    ] as const) {
      const address = createUniqueIp()
      for (let time = 1; time <= 7; time += 1) {
        const answers = []
        for (const email of [known, pending, unknown])
          answers.push(await ask(path, email, address, json))
        expect(answers[1]).toEqual(answers[0])
        expect(answers[2]).toEqual(answers[0])
      }
    }
  },
)

/** Sends emails to an address without an account: twelve accounts request to change their own address to it. */
async function fillByChanges(email: string): Promise<void> {
  for (let time = 1; time <= 12; time += 1) {
    const mover = await openSignedInBrowser(service, await addConfirmed())
    await mover.auth.updateUser({ email })
  }
}

test(
  'a sign-up for a full mailbox is answered with a stable id',
  { tags: ['abuse-19'] },
  async () => {
    const [known, unknown] = [await addConfirmed(), createUniqueEmail()]
    service.clock.advance(26 * hour)
    for (let time = 1; time <= 12; time += 1) {
      await ask('recover', known)
      await ask('signup', unknown, createUniqueIp(), { password: goodPassword })
    }
    const signUp = (email: string) =>
      service.browser({ address: createUniqueIp() }).auth.signUp({ email, password: goodPassword })
    for (const email of [known, unknown]) {
      const [first, second] = [await signUp(email), await signUp(email)]
      expect(first.error).toBe(null)
      expect(second.data.user?.id).toBe(first.data.user?.id)
    }
  },
)

test(
  'an email change whose email was suppressed is sent on a later request',
  { tags: ['abuse-19'] },
  async () => {
    const [email, wanted] = [await addConfirmed(), createUniqueEmail()]
    await fillByChanges(wanted)
    const mover = await openSignedInBrowser(service, email)
    const sent = await emailsAfter(wanted, async () => {
      expect((await mover.auth.updateUser({ email: wanted })).error).toBe(null)
    })
    expect(sent).toEqual([])
    service.clock.advance(7 * hour)
    const again = () => ask('resend', email, createUniqueIp(), { type: 'email_change' })
    expect(await emailsAfter(wanted, again)).toEqual(['auth_email_change'])
  },
)

test(
  'resent emails of a pending email change do not block an emailed link',
  { tags: ['abuse-19'] },
  async () => {
    const email = await addConfirmed()
    service.clock.advance(26 * hour)
    const mover = await openSignedInBrowser(service, email)
    await mover.auth.updateUser({ email: createUniqueEmail() })
    for (let passed = 0; passed < 15; passed += 1) {
      service.clock.advance(hour)
      for (let time = 1; time <= 6; time += 1)
        await ask('resend', email, createUniqueIp(), { type: 'email_change' })
    }
    expect(await emailsAfter(email, () => ask('recover', email))).toEqual(['auth_recover'])
  },
)

test(
  'email changes to an address without an account do not block its sign-up',
  { tags: ['abuse-19'] },
  async () => {
    const email = createUniqueEmail()
    await fillByChanges(email)
    service.clock.advance(hour)
    await fillByChanges(email)
    const signUp = () => ask('signup', email, createUniqueIp(), { password: goodPassword })
    expect(await emailsAfter(email, signUp)).toEqual(['auth_confirm'])
  },
)

test(
  'a sign-up with a suppressed email does not leave the password of a stranger to earlier links',
  { tags: ['abuse-19'] },
  async () => {
    const email = createUniqueEmail()
    const [strangerPassword, ownPassword] = ['A stranger has 9 jars', 'The owner has 7 spoons']
    await ask('signup', email, createUniqueIp(), { password: strangerPassword })
    await resendConfirmations(email, 12)
    const signUp = () => ask('signup', email, createUniqueIp(), { password: ownPassword })
    expect(await emailsAfter(email, signUp)).toEqual([])
    expect((await service.openLatestLink(email)).hash).toContain('type=recovery')
    const signIn = await service
      .browser({ address: createUniqueIp() })
      .auth.signInWithPassword({ email, password: strangerPassword })
    expect(signIn.error?.code).toBe('invalid_credentials')
  },
)
