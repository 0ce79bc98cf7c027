import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  createUser,
  type AuthService,
  goodPassword,
  createUniqueIp,
  createUniqueEmail,
  startAuthService,
} from './auth-service.ts'

let service: AuthService
beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())

function trySignIn(email: string, from: string, guess = 'Wrong 1 password') {
  return service.call({
    path: '/auth/v1/token',
    query: 'grant_type=password',
    clientAddress: from,
    json: { email, password: guess },
  })
}

/** Guesses the password of one account, each time from another IP address. Returns the statuses. */
async function guessFromEverywhere(email: string, times: number): Promise<number[]> {
  const statuses = []
  for (let time = 0; time < times; time += 1)
    statuses.push((await trySignIn(email, createUniqueIp())).status)
  return statuses
}

/**
 * The statuses of the attempts whose password is compared: thirty, and one of those that become available every two
 * minutes.
 */
const compared = Array<number>(31).fill(400)
const refused = (times: number) => Array<number>(times).fill(429)

test(
  'sixty sign-in attempts from sixty addresses are limited to thirty-one, whether the account exists or not',
  { tags: ['abuse-19'] },
  async () => {
    const known = createUniqueEmail()
    await createUser(service, known)
    expect(await guessFromEverywhere(known, 60)).toEqual([...compared, ...refused(29)])
    expect(await guessFromEverywhere(createUniqueEmail(), 60)).toEqual([
      ...compared,
      ...refused(29),
    ])
  },
)

test(
  'an account at its limit allows one attempt in two minutes, and all of them after an hour',
  { tags: ['abuse-19'] },
  async () => {
    const email = createUniqueEmail()
    await guessFromEverywhere(email, 31)
    const refusal = await trySignIn(email, createUniqueIp())
    expect(refusal.status).toBe(429)
    expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(120)
    service.clock.advance(2 * 60_000)
    expect(await guessFromEverywhere(email, 3)).toEqual([400, 429, 429])
    service.clock.advance(60 * 60_000)
    expect(await guessFromEverywhere(email, 2)).toEqual([400, 400])
  },
)

test(
  'failed attempts from elsewhere do not lock an account out at a known address',
  { tags: ['abuse-19'] },
  async () => {
    const email = createUniqueEmail()
    const home = createUniqueIp()
    await createUser(service, email)
    const browser = service.browser({ address: home })
    await browser.auth.signInWithPassword({ email, password: goodPassword })
    await browser.auth.signOut()
    await guessFromEverywhere(email, 40)
    expect((await trySignIn(email, createUniqueIp(), goodPassword)).status).toBe(429)
    expect((await trySignIn(email, home, goodPassword)).status).toBe(200)
  },
)

test(
  'responses at a shared address do not reveal which accounts have signed in there',
  { tags: ['abuse-19'] },
  async () => {
    // Freezes the clock, so that headers with a number of seconds to wait can be compared.
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    onTestFinished(() => now.mockRestore())
    const shared = createUniqueIp()
    const [member, stranger] = [createUniqueEmail(), createUniqueEmail()]
    await createUser(service, member)
    expect((await trySignIn(member, shared, goodPassword)).status).toBe(200)
    const statuses = []
    for (const { guesses, minutes } of [
      { guesses: 0, minutes: 0 },
      { guesses: 30, minutes: 0 },
      { guesses: 0, minutes: 2 },
      { guesses: 1, minutes: 0 },
      { guesses: 0, minutes: 60 },
    ]) {
      service.clock.advance(minutes * 60_000)
      for (const email of [member, stranger]) await guessFromEverywhere(email, guesses)
      const known = await trySignIn(member, shared)
      expect(known).toEqual(await trySignIn(stranger, shared))
      statuses.push(known.status)
    }
    expect(statuses).toEqual([400, 429, 400, 429, 400])
  },
)

test('a known address has its own limit of five failures', async () => {
  const email = createUniqueEmail()
  const home = createUniqueIp()
  await createUser(service, email)
  expect((await trySignIn(email, home, goodPassword)).status).toBe(200)
  const statuses = []
  for (let time = 0; time < 6; time += 1) statuses.push((await trySignIn(email, home)).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})

test('an address is known only to the accounts that signed in there', async () => {
  const [email, other] = [createUniqueEmail(), createUniqueEmail()]
  const home = createUniqueIp()
  await createUser(service, email)
  await createUser(service, other)
  expect((await trySignIn(other, home, goodPassword)).status).toBe(200)
  await guessFromEverywhere(email, 40)
  expect((await trySignIn(email, home, goodPassword)).status).toBe(429)
})

test('a known address is deleted half a year after the last sign-in', async () => {
  const email = createUniqueEmail()
  const [old, home] = [createUniqueIp(), createUniqueIp()]
  await createUser(service, email)
  await trySignIn(email, old, goodPassword)
  service.clock.advance(181 * 24 * 60 * 60_000)
  await trySignIn(email, home, goodPassword)
  const rows = await service.database.sql`
    select from auth.known_addresses k join auth.users u on u.id = k.user_id where u.email = ${email}`
  expect(rows).toHaveLength(1)
})

test('known addresses of inactive accounts are deleted with the others', async () => {
  const [gone, other] = [createUniqueEmail(), createUniqueEmail()]
  await createUser(service, gone)
  await createUser(service, other)
  await trySignIn(gone, createUniqueIp(), goodPassword)
  service.clock.advance(181 * 24 * 60 * 60_000)
  await trySignIn(other, createUniqueIp(), goodPassword)
  const rows = await service.database.sql`
    select from auth.known_addresses k join auth.users u on u.id = k.user_id where u.email = ${gone}`
  expect(rows).toEqual([])
})

test(
  'a recovery email works while the sign-in attempts of the account are exhausted',
  { tags: ['abuse-19'] },
  async () => {
    const email = createUniqueEmail()
    await createUser(service, email)
    await guessFromEverywhere(email, 60)
    const address = createUniqueIp()
    const asked = await service.call({
      path: '/auth/v1/recover',
      clientAddress: address,
      json: { email },
    })
    expect(asked.status).toBe(200)
    const target = await service.openLatestLink(email)
    expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).toBeTypeOf('string')
  },
)

test('successful sign-ins do not count towards the limit', async () => {
  const email = createUniqueEmail()
  await createUser(service, email)
  for (let time = 0; time < 40; time += 1)
    expect((await trySignIn(email, createUniqueIp(), goodPassword)).status).toBe(200)
})

const inNetwork = (network: string, subnet: number) => `${network}:${subnet.toString(16)}::1`

test(
  'right passwords make no room for guesses beyond the limit of their address',
  { tags: ['abuse-19'] },
  async () => {
    const den = createUniqueIp()
    const own = [createUniqueEmail(), createUniqueEmail()]
    for (const email of own) {
      await createUser(service, email)
      expect((await trySignIn(email, den, goodPassword)).status).toBe(200)
    }
    const statuses = []
    for (let time = 0; time < 60; time += 1) {
      statuses.push((await trySignIn(createUniqueEmail(), den)).status)
      expect((await trySignIn(String(own[time % 2]), den, goodPassword)).status).toBe(200)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(400), ...refused(30)])
  },
)

test(
  'right passwords at a known address make no room for guesses at the account from elsewhere',
  { tags: ['abuse-19'] },
  async () => {
    const email = createUniqueEmail()
    const home = createUniqueIp()
    await createUser(service, email)
    expect((await trySignIn(email, home, goodPassword)).status).toBe(200)
    const statuses = await guessFromEverywhere(email, 31)
    for (let time = 0; time < 10; time += 1) {
      expect((await trySignIn(email, home, goodPassword)).status).toBe(200)
      statuses.push((await trySignIn(email, createUniqueIp())).status)
    }
    expect(statuses).toEqual([...compared, ...refused(10)])
  },
)

test('an IPv6 /48 allows 120 failed sign-ins', { tags: ['abuse-19'] }, async () => {
  const statuses = []
  for (let subnet = 1; subnet <= 121; subnet += 1)
    statuses.push((await trySignIn(createUniqueEmail(), inNetwork('2001:db8:aaaa', subnet))).status)
  expect(statuses).toEqual([...Array<number>(120).fill(400), 429])
  expect((await trySignIn(createUniqueEmail(), inNetwork('2001:db8:aaab', 1))).status).toBe(400)
})

test('an IPv6 /48 has its own limits for codes and emails', { tags: ['abuse-19'] }, async () => {
  const lastOf = async (times: number, path: string, json: () => object): Promise<number[]> => {
    const statuses = []
    for (let subnet = 1; subnet <= times; subnet += 1) {
      const clientAddress = inNetwork('2001:db8:bbbb', subnet)
      statuses.push((await service.call({ path, clientAddress, json: json() })).status)
    }
    return statuses.slice(-2)
  }
  const code = () => ({ email: createUniqueEmail(), type: 'email', token: '00000000' })
  expect(await lastOf(121, '/auth/v1/verify', code)).toEqual([403, 429])
  expect(await lastOf(241, '/auth/v1/recover', () => ({ email: createUniqueEmail() }))).toEqual([
    200, 429,
  ])
})
