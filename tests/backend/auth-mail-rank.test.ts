import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { templatePriorities } from '../../mail/priorities.ts'
import {
  createUser,
  requestEmail,
  type AuthService,
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
beforeEach(async () => void (await service.database.sql`delete from public.outbox`))

/** Returns the recipients of all emails in the order in which they are sent by priority. */
async function order(): Promise<string[]> {
  const { sql } = service.database
  const claimed: string[] = []
  for (;;) {
    const [email] = await sql<{ recipient: string }[]>`
      select recipient from public.claim_emails(1, 60000, now(), ${sql.json(templatePriorities)})`
    if (email === undefined) return claimed
    claimed.push(email.recipient)
  }
}

/** Signs up addresses that do not exist, and asks for a recovery link for each. */
async function floodFrom(address: string, people: number): Promise<void> {
  for (let count = 0; count < people; count++) {
    const email = createUniqueEmail()
    await requestEmail(service, 'signup', email, address, { password: goodPassword })
    await requestEmail(service, 'recover', email, address)
    await requestEmail(service, 'otp', email, address)
  }
}

test(
  'a recovery link goes before all emails that strangers had sent to addresses that they made up',
  { tags: ['abuse-mail'] },
  async () => {
    const email = createUniqueEmail()
    await createUser(service, email)
    await service.database.sql`delete from public.outbox`
    for (const address of [createUniqueIp(), createUniqueIp()]) await floodFrom(address, 10)
    await requestEmail(service, 'recover', email, createUniqueIp())
    const sent = await order()
    expect(sent).toHaveLength(61)
    expect(sent[0]).toBe(email)
  },
)

test('a sign-up waits for one email of each flooding network at most', async () => {
  const floods = [createUniqueIp(), createUniqueIp(), '2001:db8:1:1::1', '2001:db8:1:2::1']
  for (const address of floods) await floodFrom(address, 5)
  const email = createUniqueEmail()
  await requestEmail(service, 'signup', email, createUniqueIp(), { password: goodPassword })
  const sent = await order()
  expect(sent).toHaveLength(61)
  expect(sent.slice(0, 4)).toContain(email)
})

test('an account that is known at its address goes before other accounts', async () => {
  const [known, other, home] = [createUniqueEmail(), createUniqueEmail(), createUniqueIp()]
  await createUser(service, known)
  await createUser(service, other)
  await openSignedInBrowser(service, known, goodPassword, home)
  await service.database.sql`delete from public.outbox`
  await requestEmail(service, 'recover', other, createUniqueIp())
  await floodFrom(home, 3)
  await requestEmail(service, 'recover', known, home)
  expect((await order()).slice(0, 2)).toEqual([known, other])
})
