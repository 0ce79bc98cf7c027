import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestShop, type TestUser } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const marsha = { email: 'marsha@example.com', name: 'Marsha' }
const [taken, notTaken] = [201, 429]
/** Sign-ups from one address in five minutes, whatever becomes of them. */
const most = 30

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
/** Writes to the newsletter's table by the interface of the database alone, as a program would. */
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

/** Attempts that are counted against an address. */
async function counted(from: string): Promise<number> {
  const [row] = await sql`
    select attempts from public.rate_limits
    where key = 'newsletter_signup:address:' || public.guard_seal(${from})`
  return row?.attempts ?? 0
}

describe('a sign-up that fails counts like one that is taken:', () => {
  const person = shop.createUser()

  test('who asks which addresses are taken is answered 409 thirty times, and then 429', async () => {
    const from = '203.0.113.1'
    await write(marsha)
    for (let time = 1; time <= most; time += 1)
      expect(await write(marsha, { from })).toMatchObject({ status: 409, code: '23505' })
    expect(await counted(from)).toBe(most)
    expect((await write(marsha, { from })).status).toBe(notTaken)
    expect((await write(stranger(1), { from })).status).toBe(notTaken)
    expect((await write(stranger(2))).status).toBe(taken)
    const notes = await sql`select event_type from public.security_audit_log order by id`
    expect(notes[0]?.event_type).toBe('rate_limit_violation')
  })

  test('many at once get no more answers than the limit and the sessions that were open', async () => {
    const from = '203.0.113.2'
    await write(marsha)
    const answers: Awaited<ReturnType<typeof write>>[] = []
    // As many at once as one address may have under way or waiting.
    const senders = Array.from({ length: 22 }, async () => {
      for (let time = 0; time < 7; time += 1) answers.push(await write(marsha, { from }))
    })
    await Promise.all(senders)
    const told = answers.filter(({ status }) => status === 409).length
    expect(told).toBeGreaterThanOrEqual(most)
    expect(told).toBeLessThanOrEqual(most + 2)
    expect(answers.filter(({ status }) => status === notTaken)).toHaveLength(22 * 7 - told)
    expect((await write(marsha, { from })).status).toBe(notTaken)
  })

  test.each<[string, object, Asking, object]>([
    ['a wrong address', wrong, {}, { status: 400, code: '22023' }],
    ['a name that is too short', { ...marsha, name: 'A' }, {}, { status: 400, code: '23514' }],
    ['two in one body', [stranger(1), wrong], {}, { status: 400, code: '22023' }],
    [
      'a column that is not for visitors',
      { ...marsha, confirmed_at: '2026-01-01' },
      {},
      { status: 401, code: '42501' },
    ],
    [
      'a preference that takes it back',
      marsha,
      { headers: strict('max-affected=0') },
      { status: 400, code: 'PGRST124' },
    ],
    [
      'a change of what is there',
      { name: 'Eve' },
      { method: 'PATCH', query: '?email=eq.marsha@example.com' },
      { status: 401, code: '42501' },
    ],
  ])('%s', async (_, body, asking, answer) => {
    const from = '203.0.113.3'
    expect(await write(body, { ...asking, from })).toMatchObject(answer)
    expect(await counted(from)).toBe(1)
    expect(await signUps()).toEqual([])
  })

  test('once, and so does one by somebody who is signed in', async () => {
    const [from, as] = ['203.0.113.4', await person]
    await write(marsha)
    expect((await write(marsha, { from, as })).status).toBe(409)
    expect(await counted(from)).toBe(1)
    expect((await write(stranger(1), { from, as })).status).toBe(taken)
    expect(await counted(from)).toBe(2)
  })

  test('a refusal is counted once, and no second time for being one', async () => {
    const from = '203.0.113.5'
    for (let time = 1; time < most; time += 1) await write(wrong, { from })
    expect(await counted(from)).toBe(most - 1)
    expect((await write(stranger(1), { from })).status).toBe(taken)
    expect((await write(stranger(2), { from })).status).toBe(notTaken)
    const notes = await sql`select event_type from public.security_audit_log`
    expect(notes).toEqual([{ event_type: 'rate_limit_violation' }])
  })

  test('what the server itself writes is not counted, and what fails elsewhere neither', async () => {
    await write(marsha)
    await sql`delete from public.rate_limits`
    expect((await shop.secret.from('newsletter_signups').insert(marsha)).error?.code).toBe('23505')
    expect((await shop.anon.from('orders').insert({})).error?.code).toBe('42501')
    expect(await sql`select from public.rate_limits`).toHaveLength(0)
  })

  test('whoever asks for the count itself spends attempts of their own alone, for no other table', async () => {
    for (const p_table of ['newsletter_signups', 'orders', '', null])
      expect((await shop.anon.rpc('count_failed_write', { p_table })).error).toBeNull()
    expect(await counted('127.0.0.1')).toBe(1)
    expect(await sql`select from public.rate_limits where attempts <> 1`).toHaveLength(0)
  })

  test('when the count itself fails, the answer is that of the sign-up, and the log tells', async () => {
    await write(marsha)
    await sql`alter function public.count_failed_write(text) rename to counting_is_away`
    await sql`
      create function public.count_failed_write(p_table text) returns void
      language plpgsql as $$ begin raise exception 'Away'; end $$`
    try {
      expect(await write(marsha)).toMatchObject({ status: 409, code: '23505' })
      expect(shop.log.lines.at(-1)).toMatchObject({
        level: 'warn',
        details: { table: 'newsletter_signups' },
      })
    } finally {
      await sql`drop function public.count_failed_write(text)`
      await sql`alter function public.counting_is_away(text) rename to count_failed_write`
    }
  })
})

test.each<[string, Record<string, string>]>([
  ['plainly', {}],
  ['with a limit of its own', strict('max-affected=5')],
])('several sign-ups in one body, %s, are refused, and none is stored', async (_, headers) => {
  const answer = await write([stranger(1), stranger(2), stranger(3)], { headers })
  expect(answer).toEqual({ status: 400, code: '22023', message: 'Send one sign-up at a time.' })
  expect(await signUps()).toEqual([])
  expect(await sql`select from public.outbox`).toHaveLength(0)
})

test('one sign-up in a list is one, and the server may write several', async () => {
  expect((await write([stranger(1)])).status).toBe(taken)
  const { error } = await shop.secret.from('newsletter_signups').insert([stranger(2), stranger(3)])
  expect(error).toBeNull()
  expect(await signUps()).toHaveLength(3)
})

test.each(['\u200b\u200b', '\u00ad\u00ad\u00ad', '\u3164\u3164', '\u200bA\u200b', '  ', '<>', 'A'])(
  'the name %j, of which fewer than two characters can be seen, is refused like any that is too short',
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
])('an address like %j is stored without what stands around it', async (email) => {
  expect((await write({ ...marsha, email })).status).toBe(taken)
  expect(await signUps()).toEqual([marsha])
  expect((await write(marsha)).code).toBe('23505')
})
