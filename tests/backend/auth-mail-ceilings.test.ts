import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createUser,
  requestEmail,
  type EmailRequest,
  type AuthService,
  goodPassword,
  createUniqueIp,
  createUniqueEmail,
  startAuthService,
} from './auth-service.ts'

const hour = 60 * 60_000

let service: AuthService
beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())

const ask = (...request: EmailRequest) => requestEmail(service, ...request)

/** Creates a user who has signed in before. `home` is the IP address of that sign-in. */
async function member(): Promise<{ email: string; home: string }> {
  const [email, home] = [createUniqueEmail(), createUniqueIp()]
  await createUser(service, email)
  const browser = service.browser({ address: home })
  await browser.auth.signInWithPassword({ email, password: goodPassword })
  await browser.auth.signOut()
  return { email, home }
}

/** Causes all emails to an address that unauthenticated requests can cause in a day, each from a new IP address. */
async function flood(email: string): Promise<void> {
  const password = goodPassword
  for (let passed = 0; passed < 24; passed += 1) {
    for (let time = 1; time <= 4; time += 1) {
      await ask('recover', email)
      await ask('otp', email)
      await ask('magiclink', email)
      await ask('signup', email, createUniqueIp(), { password })
      await ask('resend', email, createUniqueIp(), { type: 'signup' })
    }
    service.clock.advance(hour)
  }
}

test(
  'strangers cause at most twenty sign-in emails a day to an address, with or without an account',
  { tags: ['abuse-19'] },
  async () => {
    for (const email of [(await member()).email, createUniqueEmail()]) {
      const before = (await service.emails(email)).length
      await flood(email)
      const sent = (await service.emails(email)).length - before
      expect(sent).toBeGreaterThan(8)
      expect(sent).toBeLessThanOrEqual(20)
    }
  },
)

test(
  'a person gets an email at a known address when strangers have exhausted its limit',
  { tags: ['abuse-19'] },
  async () => {
    const { email, home } = await member()
    for (let time = 1; time <= 5; time += 1) {
      await ask('recover', email)
      await ask('otp', email)
    }
    const before = (await service.emails(email)).length
    expect((await ask('recover', email, home)).status).toBe(200)
    expect(await service.emails(email)).toHaveLength(before + 1)
    expect((await service.openLatestLink(email)).hash).toContain('access_token')
  },
)

test(
  'the response does not reveal which accounts know an address',
  { tags: ['abuse-19'] },
  async () => {
    const { email, home } = await member()
    const other = createUniqueEmail()
    for (const one of [email, other])
      for (let time = 1; time <= 5; time += 1) await ask('recover', one)
    const [known, unknown] = [await ask('recover', email, home), await ask('recover', other, home)]
    expect(known).toEqual(unknown)
  },
)

test('exhausted emails of an address do not block an account that knows it', async () => {
  const { email, home } = await member()
  for (let time = 1; time <= 61; time += 1) await ask('recover', createUniqueEmail(), home)
  const before = (await service.emails(email)).length
  const [answer, other] = [
    await ask('recover', email, home),
    await ask('recover', createUniqueEmail(), home),
  ]
  expect(answer.status).toBe(429)
  expect(String(answer.body)).toContain(
    'Please use the newest one, or try again in 60 minutes. If you’ve signed in from here before, another one is on its way.',
  )
  expect(other).toEqual(answer)
  expect(await service.emails(email)).toHaveLength(before + 1)
})

test(
  'failed sign-ins of others at an address do not block an account that knows it',
  { tags: ['abuse-19'] },
  async () => {
    const { email, home } = await member()
    const signIn = (who: string, password: string) =>
      service.call({
        path: '/auth/v1/token',
        query: 'grant_type=password',
        clientAddress: home,
        json: { email: who, password },
      })
    for (let time = 1; time <= 31; time += 1) await signIn(createUniqueEmail(), 'Wrong 1 password')
    expect((await signIn(email, 'Wrong 1 password')).status).toBe(429)
    expect((await signIn(createUniqueEmail(), 'Wrong 1 password')).status).toBe(429)
    expect((await signIn(email, goodPassword)).status).toBe(200)
  },
)

test(
  'exhausted codes of an account can still be entered at a known address',
  { tags: ['abuse-19'] },
  async () => {
    const { email, home } = await member()
    await ask('otp', email)
    const guess = (token: string, clientAddress: string) =>
      ask('verify', email, clientAddress, { token, type: 'email' })
    for (let time = 1; time <= 11; time += 1) await guess('00000000', createUniqueIp())
    const right = String((await service.emails(email)).at(-1)?.data.code)
    expect((await guess(right, createUniqueIp())).status).toBe(429)
    expect((await guess('00000000', home)).status).toBe(429)
    expect((await guess(right, home)).status).toBe(200)
  },
)
