import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  createUser,
  type AuthService,
  parseBody,
  createUniqueEmail,
  createUniqueIp,
  openSignedInBrowser,
  siteUrl,
  startAuthService,
} from './auth-service.ts'

let service: AuthService
beforeAll(async () => {
  service = await startAuthService()
})
afterAll(() => service.stop())

const openLink = (clientAddress: string) =>
  service.call({
    method: 'GET',
    path: '/auth/v1/verify',
    query: 'type=recovery&token=nothing',
    headers: {},
    clientAddress,
  })

/** Fills the queue of an address with requests that wait for a lock until the test ends. */
async function fillQueue(clientAddress: string): Promise<void> {
  const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transaction = service.database.sql.begin(async (tx) => {
    await tx.unsafe('lock table auth.one_time_tokens in access exclusive mode')
    locked.resolve()
    await done.promise
  })
  await locked.promise
  const flood = Array.from({ length: 202 }, () => openLink(clientAddress))
  onTestFinished(async () => {
    done.resolve()
    await Promise.all([transaction, ...flood])
  })
}

test(
  'a session is renewed while strangers behind the same address fill the queue',
  { tags: ['abuse-18'] },
  async () => {
    const [email, address] = [createUniqueEmail(), createUniqueIp()]
    await createUser(service, email)
    const browser = await openSignedInBrowser(service, email, undefined, address)
    await fillQueue(address)
    expect((await browser.auth.refreshSession()).error).toBeNull()
    expect((await browser.auth.refreshSession()).error).toBeNull()
  },
)

test(
  'a renewal that gets no turn is answered 503, on which auth-js keeps the session',
  { tags: ['abuse-18'] },
  async () => {
    const address = createUniqueIp()
    await fillQueue(address)
    const refuse = () =>
      service.call({
        path: '/auth/v1/token',
        query: 'grant_type=refresh_token',
        clientAddress: address,
        json: { refresh_token: 'a token of an earlier version' },
      })
    const { status, headers } = await refuse()
    expect([status, headers['retry-after']]).toEqual([503, '5'])
  },
)

test('a link that gets no turn leads to the page, which asks to open it again', async () => {
  const address = createUniqueIp()
  await fillQueue(address)
  const { status, headers } = await openLink(address)
  expect(status).toBe(303)
  const target = new URL(String(headers['location']))
  expect(target.origin).toBe(siteUrl.origin)
  const values = new URLSearchParams(target.hash.slice(1))
  expect(values.get('error_code')).toBe('over_request_rate_limit')
  expect(values.get('error_description')).toContain('still works')
})

test('a refresh token whose account was replaced counts as a stranger’s', async () => {
  const [email, other, address] = [createUniqueEmail(), createUniqueEmail(), createUniqueIp()]
  await createUser(service, email)
  await createUser(service, other)
  const sessions = [email, other].map((one) =>
    openSignedInBrowser(service, one, undefined, address),
  )
  const tokens = await Promise.all(
    sessions.map(async (one) => (await (await one).auth.getSession()).data.session?.refresh_token),
  )
  const [own = [], foreign = []] = tokens.map((token) => token?.split('.'))
  await fillQueue(address)
  const forged = await service.call({
    path: '/auth/v1/token',
    query: 'grant_type=refresh_token',
    clientAddress: address,
    json: { refresh_token: [own[0], foreign[1], own[2]].join('.') },
  })
  expect(forged.status).toBe(503)
  expect(parseBody(forged)).toMatchObject({ error_code: 'unexpected_failure' })
})
