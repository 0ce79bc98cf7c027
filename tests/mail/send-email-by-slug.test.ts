import { afterAll, beforeEach, expect, test } from 'vitest'
import { getOutboxRows, createSignedInUser, signIn, startMailShop } from './mail-shop.ts'

const shop = await startMailShop()
const { sql } = shop.database
afterAll(() => shop.stop())
beforeEach(async () => {
  await sql`delete from public.outbox`
  await sql`delete from public.rate_limits`
  await sql`delete from auth.rate_limits`
  await sql`delete from auth.users`
})

const day = 24 * 60 * 60 * 1000

function as(token: string): Record<string, string> {
  return { apikey: shop.keys.publishable, authorization: `Bearer ${token}` }
}

async function templatesSent(): Promise<string[]> {
  return (await getOutboxRows(shop)).map(({ template, recipient }) => `${template} to ${recipient}`)
}

async function isWelcomed(id: string): Promise<boolean> {
  const [row] = await sql`select welcome_email_sent from public.profiles where id = ${id}`
  return row?.welcome_email_sent
}

test('the first sign-in queues a welcome to the own address and sets its flag', async () => {
  const { id, email, token } = await createSignedInUser(shop)
  const answer = await shop.sendEmail({ email, name: 'Marsha', slug: 'welcome_email' }, as(token))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ success: true })
  expect(await isWelcomed(id)).toBe(true)
  const [queued] = await getOutboxRows(shop)
  expect(queued).toMatchObject({
    template: 'welcome_email',
    recipient: email,
    data: { name: 'Marsha' },
  })
})

test(
  'a welcome is sent once, even when several tabs request it',
  { tags: ['email-welcome-30'] },
  async () => {
    const { token } = await createSignedInUser(shop)
    await Promise.all(
      Array.from({ length: 5 }, () => shop.sendEmail({ slug: 'welcome_email' }, as(token))),
    )
    expect(await templatesSent()).toEqual(['welcome_email to marsha@example.com'])
  },
)

test('a welcome is not sent again after its flag was reset', { tags: ['abuse-13'] }, async () => {
  const { id, token } = await createSignedInUser(shop)
  await shop.sendEmail({ slug: 'welcome_email' }, as(token))
  await sql`update public.profiles set welcome_email_sent = false where id = ${id}`
  await shop.sendEmail({ slug: 'welcome_email' }, as(token))
  expect(await templatesSent()).toHaveLength(1)
})

test('the name in a welcome is that of the account, not of the request', async () => {
  const { token } = await createSignedInUser(shop)
  await shop.sendEmail({ name: 'Buy pills', slug: 'welcome_email' }, as(token))
  expect((await getOutboxRows(shop))[0]?.data).toEqual({ name: 'Marsha' })
})

test('an account that got no welcome gets no welcome back', async () => {
  const { token } = await createSignedInUser(shop)
  expect((await shop.sendEmail({ slug: 'welcome_back' }, as(token))).status).toBe(200)
  expect(await templatesSent()).toEqual([])
})

test(
  'a welcome back is sent once, on the day after the welcome at the earliest',
  { tags: ['email-welcome-30'] },
  async () => {
    const { email, token } = await createSignedInUser(shop)
    await shop.sendEmail({ slug: 'welcome_email' }, as(token))
    await shop.sendEmail({ slug: 'welcome_back' }, as((await signIn(shop, email)).token))
    expect(await templatesSent()).toEqual([`welcome_email to ${email}`])
    shop.clock.advance(day + 1000)
    for (let visit = 0; visit < 2; visit++)
      await shop.sendEmail({ slug: 'welcome_back' }, as((await signIn(shop, email)).token))
    expect(await templatesSent()).toEqual([`welcome_email to ${email}`, `welcome_back to ${email}`])
  },
)

test('a visit without a new sign-in sends no welcome back', async () => {
  const { id, token } = await createSignedInUser(shop)
  await sql`update public.profiles set welcome_email_sent = true where id = ${id}`
  shop.clock.advance(11 * 60 * 1000)
  expect((await shop.sendEmail({ slug: 'welcome_back' }, as(token))).status).toBe(200)
  expect(await templatesSent()).toEqual([])
})

test('an unconfirmed address gets no welcome', async () => {
  const { id, token } = await createSignedInUser(shop)
  await sql`update auth.users set email_confirmed_at = null where id = ${id}`
  await shop.sendEmail({ slug: 'welcome_email' }, as(token))
  expect(await templatesSent()).toEqual([])
  expect(await isWelcomed(id)).toBe(false)
})

test('a request without a signed-in user is refused', async () => {
  const secret = { apikey: shop.keys.secret, authorization: `Bearer ${shop.keys.secret}` }
  const callers = [
    {},
    { apikey: shop.keys.publishable },
    as(shop.keys.publishable),
    as('x.y.z'),
    secret,
  ]
  for (const headers of callers)
    for (const slug of ['welcome_email', 'welcome_back']) {
      const answer = await shop.sendEmail({ email: 'victim@example.com', slug }, headers)
      expect(answer.status).toBe(401)
    }
  expect(await templatesSent()).toEqual([])
})

test('a welcome to another address is refused', { tags: ['email-welcome-27'] }, async () => {
  const { token } = await createSignedInUser(shop)
  const answer = await shop.sendEmail(
    { email: 'victim@example.com', slug: 'welcome_email' },
    as(token),
  )
  expect(answer.status).toBe(403)
  expect(await templatesSent()).toEqual([])
})

test(
  'the follow-up of an enquiry needs the secret key and has no typed name',
  { tags: ['email-enquiry-follow-up-30'] },
  async () => {
    const body = { email: 'asker@example.com', name: 'Buy pills', slug: 'consultancy_followup' }
    const { token } = await createSignedInUser(shop)
    for (const headers of [
      {},
      as(token),
      { apikey: shop.keys.publishable },
      { apikey: `${shop.keys.secret}x` },
    ])
      expect((await shop.sendEmail(body, headers)).status).toBe(401)
    expect(await templatesSent()).toEqual([])
    expect((await shop.sendEmail(body, { apikey: shop.keys.secret })).status).toBe(200)
    expect(await getOutboxRows(shop)).toMatchObject([
      { template: 'consultancy_followup', recipient: 'asker@example.com', data: {} },
    ])
  },
)

test('a recipient that is not one address is refused', { tags: ['form-welcome-27'] }, async () => {
  for (const email of [
    'a@example.com,b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a@b',
    '',
  ])
    expect(
      (await shop.sendEmail({ email, slug: 'consultancy_followup' }, { apikey: shop.keys.secret }))
        .status,
    ).toBe(400)
  expect(await templatesSent()).toEqual([])
})

test('an unknown template, invalid JSON, a large body, another method and another site are refused', async () => {
  const { token } = await createSignedInUser(shop)
  expect((await shop.sendEmail({ slug: 'order_confirmation' }, as(token))).status).toBe(400)
  expect((await shop.sendEmail([], as(token))).status).toBe(400)
  const large = { slug: 'welcome_email', name: 'x'.repeat(20_000) }
  expect((await shop.sendEmail(large, as(token))).status).toBe(413)
  const foreign = { ...as(token), origin: 'https://evil.example' }
  expect((await shop.sendEmail({ slug: 'welcome_email' }, foreign)).status).toBe(403)
  expect(await templatesSent()).toEqual([])
})

test(
  'the sixth request in five minutes is refused with 429',
  { tags: ['form-welcome-30'] },
  async () => {
    const { token } = await createSignedInUser(shop)
    const call = () => shop.sendEmail({ slug: 'welcome_back' }, as(token))
    for (let count = 0; count < 5; count++) expect((await call()).status).toBe(200)
    const refused = await call()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    shop.clock.advance(300_000)
    expect((await call()).status).toBe(200)
  },
)

test('floods are logged, and after five refusals the account is blocked', async () => {
  const { token } = await createSignedInUser(shop)
  const from = { 'x-forwarded-for': '203.0.113.40' }
  const call = () => shop.sendEmail({ slug: 'welcome_back' }, { ...as(token), ...from })
  for (let count = 0; count < 12; count++) await call()
  const notes = await sql`
    select details ->> 'form' as form from public.security_audit_log
    where event_type = 'rate_limit_violation' and details ->> 'address' = public.keyed_hash('203.0.113.40')`
  expect(notes).toEqual(Array.from({ length: 5 }, () => ({ form: 'sendEmailBySlug' })))
  shop.clock.advance(301_000)
  expect((await call()).status).toBe(429)
  const elsewhere = { ...as(token), 'x-forwarded-for': '203.0.113.41' }
  const refused = await shop.sendEmail({ slug: 'welcome_back' }, elsewhere)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    error: { message: 'Too many attempts. Please wait before trying again.' },
  })
})

test('failed sign-ins at the address do not block a welcome back', async () => {
  const { token } = await createSignedInUser(shop)
  const headers = { ...as(token), 'x-forwarded-for': '203.0.113.42' }
  for (let count = 0; count < 6; count++)
    await sql`select public.record_security_event('auth_failure', '{}', '203.0.113.42', ${new Date(shop.clock.now())})`
  expect((await shop.sendEmail({ slug: 'welcome_back' }, headers)).status).toBe(200)
})

test('rate limit counters have no personal data, and an IPv6 network counts as one address', async () => {
  const statuses = []
  for (let count = 1; count <= 61; count++) {
    const body = { email: `asker${count}@example.com`, slug: 'consultancy_followup' }
    const headers = { apikey: shop.keys.secret, 'x-forwarded-for': `2001:db8::${count}` }
    statuses.push((await shop.sendEmail(body, headers)).status)
  }
  expect(statuses.indexOf(429)).toBe(60)
  const keys = await sql<{ key: string }[]>`select key from public.rate_limits`
  expect(keys.map(({ key }) => key).join(' ')).not.toMatch(/asker|2001:/)
})
