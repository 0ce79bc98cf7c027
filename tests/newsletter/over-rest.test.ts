import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestShop, type TestUser } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const marsha = { email: 'marsha@example.com', name: 'Marsha' }
const [created, rateLimited] = [201, 429]
/** The maximum number of sign-ups from one IP address in five minutes. */
const limit = 30

beforeEach(async () => {
  for (const table of ['newsletter_signups', 'outbox', 'rate_limits', 'security_audit_log'])
    await sql.unsafe(`delete from public.${table}`)
})

interface Asking {
  from?: string
  headers?: Record<string, string>
  as?: TestUser
  method?: string
  query?: string
}

let last = 0
/** Sends a REST request to the newsletter's table, as a program does that does not use the form. */
async function write(body: object, asking: Asking = {}) {
  const { headers = {}, method = 'POST', query = '' } = asking
  const clientAddress = asking.from ?? `198.51.100.${(last += 1) % 250}`
  const answer = await shop.backend.fetchFor({ clientAddress, headers: {} })(
    `${shop.siteUrl.origin}/rest/v1/newsletter_signups${query}`,
    {
      method,
      headers: {
        apikey: shop.keys.publishable,
        'content-type': 'application/json',
        ...(asking.as && { authorization: `Bearer ${asking.as.token}` }),
        ...headers,
      },
      body: JSON.stringify(body),
    },
  )
  const text = await answer.text()
  const error: { code?: string; message?: string } = text === '' ? {} : JSON.parse(text)
  return { status: answer.status, code: error.code, message: error.message }
}

const stranger = (n: number | string) => ({ email: `stranger${n}@example.com`, name: 'Ann' })
const wrong = { email: 'a@b', name: 'Ann' }
const strict = (prefer: string) => ({ prefer: `handling=strict,${prefer}` })

async function signUps(): Promise<{ email: string; name: string }[]> {
  return sql`select email, name from public.newsletter_signups order by email`
}

/** Returns the number of attempts that the rate limit has counted for an IP address. */
async function counted(from: string): Promise<number> {
  const [row] = await sql`
    select attempts from public.rate_limits
    where key = 'newsletter_signup:address:' || public.keyed_hash(${from})`
  return row?.attempts ?? 0
}

test(
  'probing for existing addresses is rate limited after thirty unknown ones, and logged',
  { tags: ['abuse-30', 'form-newsletter-30'] },
  async () => {
    const from = '203.0.113.1'
    await write(marsha)
    for (let time = 1; time <= limit; time += 1) {
      expect(await write(marsha, { from })).toMatchObject({ status: 409, code: '23505' })
      expect((await write(stranger(time), { from })).status).toBe(created)
    }
    expect(await counted(from)).toBe(limit)
    expect((await write(marsha, { from })).status).toBe(rateLimited)
    expect((await write(stranger('more'), { from })).status).toBe(rateLimited)
    expect((await write(stranger('else'))).status).toBe(created)
    const notes = await sql`select event_type from public.security_audit_log order by id`
    expect(notes[0]?.event_type).toBe('rate_limit_violation')
  },
)

test(
  'simultaneous sign-ups are stored no more often than the limit allows',
  { tags: ['form-newsletter-30'] },
  async () => {
    const from = '203.0.113.2'
    // 22 is the maximum number of requests of one IP address that may run or wait at the same time.
    const senders = Array.from({ length: 22 }, async (_, sender) => {
      const statuses: number[] = []
      for (let time = 0; time < 3; time += 1)
        statuses.push((await write(stranger(`${sender}-${time}`), { from })).status)
      return statuses
    })
    const statuses = (await Promise.all(senders)).flat()
    expect(statuses.filter((status) => status === created)).toHaveLength(limit)
    expect(statuses.filter((status) => status === rateLimited)).toHaveLength(66 - limit)
    expect(await signUps()).toHaveLength(limit)
  },
)

test.each<[string, object, Asking, object]>([
  ['an invalid address', wrong, {}, { status: 400, code: '22023' }],
  ['a name that is too short', { ...marsha, name: 'A' }, {}, { status: 400, code: '23514' }],
  [
    'a name that is too long',
    { ...marsha, name: 'A'.repeat(101) },
    {},
    { status: 400, code: '23514' },
  ],
  ['two entries of which one is invalid', [stranger(1), wrong], {}, { status: 400, code: '22023' }],
  [
    'a column that is not for visitors',
    { ...marsha, confirmed_at: '2026-01-01' },
    {},
    { status: 401, code: '42501' },
  ],
  [
    'an update instead of an insert',
    { name: 'Eve' },
    { method: 'PATCH', query: '?email=eq.marsha@example.com' },
    { status: 401, code: '42501' },
  ],
])('a sign-up with %s is refused and nothing is stored', async (_, body, asking, answer) => {
  expect(await write(body, asking)).toMatchObject(answer)
  expect(await signUps()).toEqual([])
  expect(await sql`select from public.outbox`).toHaveLength(0)
})

test('max-affected does not limit a sign-up', async () => {
  const from = '203.0.113.7'
  expect((await write(marsha, { from, headers: strict('max-affected=0') })).status).toBe(created)
  expect([(await signUps()).length, await counted(from)]).toEqual([1, 1])
})

test('a signed-in user may sign up three times in five minutes, regardless of other limits', async () => {
  const [from, as] = ['203.0.113.4', await shop.createUser()]
  await write(marsha)
  expect((await write(marsha, { from, as })).status).toBe(409)
  for (let one = 1; one <= 3; one += 1)
    expect((await write(stranger(one), { from, as })).status).toBe(created)
  expect((await write(stranger(4), { from: '203.0.113.5', as })).status).toBe(429)
  expect(await counted(from)).toBe(0)
})

test('sign-ups by the server itself are not counted', async () => {
  await write(marsha)
  await sql`delete from public.rate_limits`
  expect((await shop.secret.from('newsletter_signups').insert(marsha)).error?.code).toBe('23505')
  expect((await shop.secret.from('newsletter_signups').insert(stranger(1))).error).toBeNull()
  expect(await sql`select from public.rate_limits`).toHaveLength(0)
})

test.each<[string, Record<string, string>]>([
  ['without a Prefer header', {}],
  ['with a max-affected preference', strict('max-affected=5')],
])(
  'several sign-ups in one body, %s, are refused and none is stored',
  { tags: ['form-newsletter-30'] },
  async (_, headers) => {
    const answer = await write([stranger(1), stranger(2), stranger(3)], { headers })
    expect(answer).toEqual({ status: 400, code: '22023', message: 'Send one sign-up at a time.' })
    expect(await signUps()).toEqual([])
    expect(await sql`select from public.outbox`).toHaveLength(0)
  },
)

test('a list with one sign-up is accepted, and the server may send several', async () => {
  expect((await write([stranger(1)])).status).toBe(created)
  const { error } = await shop.secret.from('newsletter_signups').insert([stranger(2), stranger(3)])
  expect(error).toBeNull()
  expect(await signUps()).toHaveLength(3)
})

test.each([
  '  ',
  '<>',
  'A',
  ' A ',
  '<b>Ann',
  'Ann\r\nBcc: x',
  'Ann\u0007',
  '\u202ennA',
  '=HYPERLINK("x")',
])(
  'the name %j is refused as too short or invalid',
  { tags: ['form-newsletter-26', 'form-newsletter-27'] },
  async (name) => {
    expect(await write({ ...marsha, name })).toEqual({
      status: 400,
      code: '23514',
      message: 'Please enter your name (at least 2 characters).',
    })
    expect(await signUps()).toEqual([])
  },
)

test.each([
  ' marsha@example.com ',
  'marsha@example.com\r\n',
  '\t\u00a0marsha@example.com\u3000',
  '\ufeffmarsha@example.com\u2028',
])(
  'an address like %j is stored without surrounding white space',
  { tags: ['form-newsletter-27'] },
  async (email) => {
    expect((await write({ ...marsha, email })).status).toBe(created)
    expect(await signUps()).toEqual([marsha])
    expect((await write(marsha)).code).toBe('23505')
  },
)
