import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createTestBackend } from '../support/backend.ts'

const service = await createTestBackend()
const closed = await createTestBackend({ authSettings: { enable_signup: false } })
afterAll(() => Promise.all([service.stop(), closed.stop()]))

const someone = () => `${randomUUID()}@example.com`
let addresses = 0
const randomAddress = () => `198.51.100.${(addresses += 1)}`

async function post(path: string, json: object, clientAddress = randomAddress(), of = service) {
  const ask = of.backend.fetchFor({ clientAddress, headers: {} })
  const response = await ask(`http://localhost/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: of.keys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
  return { status: response.status, body: await response.json() }
}

const mailsTo = (email: string, of = service) => of.mails.filter(({ to }) => to === email)
const linkTo = (email: string) => new URL(mailsTo(email).at(-1)?.data.link ?? '')

test('a magic link signs in an account, and makes one for a new address, with the same answer', async () => {
  const [stranger, { email }] = [someone(), await service.createUser()]
  for (const to of [stranger, email]) {
    expect(await post('magiclink', { email: to })).toEqual({ status: 200, body: {} })
    expect(mailsTo(to)).toMatchObject([{ data: { code: expect.stringMatching(/^\d{8}$/) } }])
    const { pathname, search } = linkTo(to)
    const headers = { apikey: service.keys.publishable }
    const opened = await service.backend.fetch(`http://localhost${pathname}${search}`, { headers })
    expect(opened.headers.get('location')).toContain('access_token=')
  }
})

test('a magic link carries on a sign-in with a code challenge', async () => {
  const { email } = await service.createUser()
  const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }
  expect((await post('magiclink', { email, ...challenge })).status).toBe(200)
  expect(linkTo(email).searchParams.get('token')).toMatch(/^pkce_/)
})

test('magic links and one-time passwords are one kind of email under the same limits', async () => {
  const [{ email }, address] = [await service.createUser(), randomAddress()]
  for (const path of ['otp', 'magiclink', 'otp', 'magiclink', 'magiclink'])
    expect((await post(path, { email }, address)).status).toBe(200)
  for (const path of ['magiclink', 'otp'])
    expect(await post(path, { email }, address)).toMatchObject({
      status: 429,
      body: { error_code: 'over_email_send_rate_limit' },
    })
  for (let time = 0; time < 20; time += 1) await post('magiclink', { email })
  expect(mailsTo(email)).toHaveLength(5)
})

test('a magic link makes no account where sign-ups are switched off, and its answer does not tell', async () => {
  const [stranger, { email }] = [someone(), await closed.createUser()]
  for (const to of [stranger, email])
    expect(await post('magiclink', { email: to }, randomAddress(), closed)).toEqual({
      status: 200,
      body: {},
    })
  expect([mailsTo(stranger, closed).length, mailsTo(email, closed).length]).toEqual([0, 1])
})

test('a magic link goes to an email address, never to a telephone', async () => {
  expect(await post('magiclink', { phone: '+447700900000' })).toMatchObject({
    status: 400,
    body: { error_code: 'validation_failed' },
  })
})
