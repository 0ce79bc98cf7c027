import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  aCateringEnquiry,
  aConsultancyEnquiry,
  type EnquiryShop,
  startEnquiryShop,
} from '../support/enquiries.ts'

const window = 300_000
const tenMinutes = 600_000
const attack = '<script>alert(1)</script> and a cake'

let shop: EnquiryShop
beforeAll(async () => {
  shop = await startEnquiryShop()
})
afterAll(() => shop.stop())

/** Advances the shop's clock until the end of the test. The database keeps the real time. */
function pass(ms: number): void {
  shop.clock.advance(ms)
  onTestFinished(() => shop.clock.advance(-ms))
}

let last = 0
/** Returns an IP address that has not been used yet. */
function freshAddress(): string {
  last += 1
  return `203.0.${last >> 8}.${last & 255}`
}

const consult = (from: string, changes: object = {}) =>
  shop.post('consultancy-inquiry', aConsultancyEnquiry(changes), { from })
const cater = (from: string, changes: object = {}) =>
  shop.post('secure-catering-inquiry', aCateringEnquiry(changes), { from })

const hostile = 'hostile@example.com'

async function attackFrom(address: string, times: number): Promise<number[]> {
  const statuses = []
  for (let time = 0; time < times; time += 1)
    statuses.push((await cater(address, { email: hostile, message: attack })).status)
  return statuses
}

async function trySignIn(from: string, email = `${randomUUID()}@example.com`) {
  return shop.backend.handle({
    method: 'POST',
    path: '/auth/v1/token',
    query: 'grant_type=password',
    headers: { apikey: shop.keys.publishable, 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify({ email, password: 'Wrong 1 password' })),
    clientAddress: from,
  })
}

/** Signs up and signs in. Returns the access token. */
async function signIn(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const password = 'Hot Sauce 4 me'
  await shop.anon.auth.signUp({ email, password })
  await shop.database.sql`update auth.users set email_confirmed_at = now() where email = ${email}`
  const { data, error } = await shop.anon.auth.signInWithPassword({ email, password })
  if (error !== null) throw error
  await shop.anon.auth.signOut({ scope: 'others' })
  return data.session.access_token
}

/** Signs up for the newsletter. Returns the status. */
async function signUp(from: string, email = `${randomUUID()}@example.com`): Promise<number> {
  const call = shop.backend.fetchFor({ clientAddress: from, headers: {} })
  const { status } = await call(`${shop.siteUrl.origin}/rest/v1/newsletter_signups`, {
    method: 'POST',
    headers: { apikey: shop.keys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email, name: 'Reader' }),
  })
  return status
}

async function eventsFrom(address: string) {
  return shop.database.sql`
    select event_type, severity, source, details from public.security_audit_log
    where details ->> 'address' = public.keyed_hash(${address}) order by id`
}

test(
  'a fourth consultancy enquiry of a sender within five minutes is refused with 429',
  { tags: ['abuse-30', 'form-consultancy-enquiry-30'] },
  async () => {
    const [from, email] = [freshAddress(), 'eager@example.com']
    for (let time = 1; time <= 3; time += 1)
      expect((await consult(from, { email })).status).toBe(200)
    const fourth = await consult(from, { email: 'EAGER@example.com' })
    expect([fourth.status, fourth.body.error]).toEqual([
      429,
      'Too many requests. Please wait before submitting again.',
    ])
    expect(Number(fourth.headers.get('retry-after'))).toBe(300)
    pass(window)
    expect((await consult(from, { email })).status).toBe(200)
  },
)

test(
  'enquiries of strangers with the email of a person do not block that person',
  { tags: ['abuse-30'] },
  async () => {
    const email = 'known@example.com'
    for (let stranger = 1; stranger <= 8; stranger += 1) await consult(freshAddress(), { email })
    expect((await consult(freshAddress(), { email })).status).toBe(200)
  },
)

test(
  'a signed-in visitor is not blocked by the exhausted limit of an address',
  { tags: ['abuse-30'] },
  async () => {
    const from = freshAddress()
    for (let time = 1; time <= 13; time += 1) await consult(from)
    const headers = { authorization: `Bearer ${await signIn()}` }
    const post = (sent: object) =>
      shop.post('consultancy-inquiry', aConsultancyEnquiry(), { from, ...sent })
    expect((await post({})).status).toBe(429)
    const statuses = []
    for (let time = 1; time <= 4; time += 1) statuses.push((await post({ headers })).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  },
)

test(
  'a sixth catering enquiry of a sender within five minutes is refused with 429',
  { tags: ['abuse-30', 'form-catering-enquiry-30'] },
  async () => {
    const [from, email] = [freshAddress(), 'eager@example.com']
    for (let time = 1; time <= 5; time += 1) expect((await cater(from, { email })).status).toBe(200)
    const sixth = await cater(from, { email })
    expect([sixth.status, sixth.body.error]).toEqual([
      429,
      'Too many attempts. Please wait before trying again.',
    ])
  },
)

test.each([
  ['consultancy', consult, 12],
  ['catering', cater, 20],
] as const)(
  '%s enquiries have a higher limit for an address than for a sender',
  {
    tags: [
      'abuse-30',
      'form-catering-enquiry-30',
      'form-consultancy-enquiry-30',
      'email-enquiry-notice-30',
    ],
  },
  async (_, post, most) => {
    const from = freshAddress()
    const statuses = []
    for (let time = 1; time <= most + 2; time += 1) statuses.push((await post(from)).status)
    expect(statuses.indexOf(429)).toBe(most)
    expect((await post(freshAddress())).status).toBe(200)
  },
)

test(
  'an IPv6 /48 has a limit four times as high as one address',
  { tags: ['abuse-30'] },
  async () => {
    const consultFrom = async (network: string, subnet: number) =>
      (await consult(`${network}:${subnet.toString(16)}::1`)).status
    const statuses = []
    for (let subnet = 1; subnet <= 49; subnet += 1)
      statuses.push(await consultFrom('2001:db8:cccc', subnet))
    expect(statuses).toEqual([...Array<number>(48).fill(200), 429])
    expect(await consultFrom('2001:db8:cccd', 1)).toBe(200)
  },
)

test(
  'an IPv6 address over its limit does not block its network',
  { tags: ['abuse-30'] },
  async () => {
    for (let time = 1; time <= 60; time += 1) await consult('2001:db8:dddd:1::1')
    for (let subnet = 2; subnet <= 4; subnet += 1)
      for (let time = 1; time <= 12; time += 1)
        expect((await consult(`2001:db8:dddd:${subnet}::1`)).status).toBe(200)
  },
)

test(
  'fifty simultaneous enquiries are limited to three',
  { tags: ['abuse-30', 'form-consultancy-enquiry-30'] },
  async () => {
    const [from, email] = [freshAddress(), 'crowd@example.com']
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, one) =>
        consult(from, { email, details: `Our menu, for the ${one}th time of asking` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(
      await shop.database.sql`select from public.enquiries where email = ${email}`,
    ).toHaveLength(3)
    expect(
      await shop.database.sql`select from public.outbox where recipient = ${email}`,
    ).toHaveLength(3)
  },
)

test('a refused post is logged with browser, address, time and version, without personal data in plain text', async () => {
  const from = freshAddress()
  await attackFrom(from, 1)
  const [event] = await eventsFrom(from)
  expect(event).toMatchObject({
    event_type: 'suspicious_form_submission',
    severity: 'high',
    source: 'server',
    details: {
      form: 'secure-catering-inquiry',
      field: 'message',
      userAgent: 'unknown',
      url: `${shop.siteUrl.origin}/functions/v1/secure-catering-inquiry`,
      timestamp: expect.any(String),
      version: '1',
    },
  })
  expect(JSON.stringify(event)).not.toContain(from)
  expect(JSON.stringify(event)).not.toContain('marsha')
})

test('malformed posts are logged, up to a limit', async () => {
  const from = freshAddress()
  for (let time = 1; time <= 25; time += 1)
    expect((await consult(from, { name: '' })).status).toBe(400)
  const events = await eventsFrom(from)
  expect(events.map(({ event_type }) => event_type)).toEqual(
    Array(20).fill('consultancy_inquiry_error'),
  )
})

test('an enquiry is accepted when its security event cannot be logged', async () => {
  await shop.database.sql`revoke execute on function public.record_security_event from service_role`
  try {
    const { status, body } = await consult(freshAddress())
    expect([status, body.success]).toEqual([200, true])
    expect(shop.log.lines.at(-1)).toMatchObject({
      level: 'warn',
      details: { event: 'consultancy_inquiry_success' },
      message: 'security event: not noted',
    })
  } finally {
    await shop.database.sql`grant execute on function public.record_security_event to service_role`
  }
})

describe('blocks after suspicious events', () => {
  const again = { email: hostile }

  test('five suspicious posts in ten minutes block the sender until the first is ten minutes old', async () => {
    const from = freshAddress()
    expect(await attackFrom(from, 4)).toEqual([400, 400, 400, 400])
    expect((await consult(from, again)).status).toBe(200)
    pass(60_000)
    expect(await attackFrom(from, 2)).toEqual([400, 429])
    const refused = await consult(from, again)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBe((tenMinutes - 60_000) / 1000)
    pass(tenMinutes - 60_000)
    expect((await consult(from, again)).status).toBe(200)
  })

  test(
    'suspicious posts block neither other senders at the address nor sign-ins',
    { tags: ['abuse-30'] },
    async () => {
      const [from, person] = [freshAddress(), await shop.createUser()]
      await attackFrom(from, 6)
      expect((await consult(from)).status).toBe(200)
      expect(await signUp(from)).toBe(201)
      expect((await trySignIn(from)).status).toBe(400)
      expect((await trySignIn(from, hostile)).status).toBe(400)
      const call = shop.backend.fetchFor({ clientAddress: from, headers: {} })
      const rest = (path: string, token: string, body: object) =>
        call(`${shop.siteUrl.origin}/rest/v1/${path}`, {
          method: 'POST',
          headers: {
            apikey: shop.keys.publishable,
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
        }).then(({ status }) => status)
      const guest = { p_cart_id: randomUUID(), p_email: null, p_cart_data: [] }
      expect(await rest('rpc/store_guest_cart', shop.keys.publishable, guest)).toBe(200)
      expect(await rest('carts', person.token, { user_id: person.id, items: [] })).toBe(201)
      expect(await rest('rpc/set_cart_reminders', person.token, { p_agreed: true })).toBe(200)
    },
  )

  test('failed sign-ins with an account id as email do not block that account', async () => {
    const person = await shop.createUser()
    for (let time = 0; time < 6; time += 1) await trySignIn(freshAddress(), person.id)
    const [row] = await shop.database.sql<{ wait: number }[]>`
      select public.suspicious_pattern_wait_ms(${person.id}, ${freshAddress()}) as wait`
    expect(row?.wait).toBe(0)
  })

  test('suspicious posts do not block the same email at another address', async () => {
    await attackFrom(freshAddress(), 6)
    expect((await consult(freshAddress(), again)).status).toBe(200)
  })

  test('suspicious posts are logged five times at most', async () => {
    const from = freshAddress()
    await attackFrom(from, 12)
    expect(await eventsFrom(from)).toHaveLength(5)
  })

  test('failed sign-ins and other suspicious events count together', async () => {
    const from = freshAddress()
    for (let time = 1; time <= 3; time += 1) await trySignIn(from, hostile)
    await attackFrom(from, 1)
    expect(await signUp(from, hostile)).toBe(201)
    await attackFrom(from, 1)
    expect(await signUp(from, hostile)).toBe(429)
    const events = await eventsFrom(from)
    expect(events.map((event) => event.event_type).slice(0, 4)).toEqual([
      ...Array(3).fill('auth_failure'),
      'suspicious_form_submission',
    ])
  })

  test('failed sign-ins alone block no enquiries and no other sender at the address', async () => {
    const from = freshAddress()
    const email = 'forgetful@example.com'
    for (let time = 1; time <= 5; time += 1) await trySignIn(from, email)
    expect((await trySignIn(from)).status).toBe(400)
    expect((await consult(from, { email })).status).toBe(200)
    expect((await cater(from, { email })).status).toBe(200)
    expect([await signUp(from, email), await signUp(from)]).toEqual([429, 201])
  })

  test('suspicious posts block newsletter sign-ups too', async () => {
    const from = freshAddress()
    await attackFrom(from, 5)
    expect(await signUp(from, hostile)).toBe(429)
    expect(await signUp(freshAddress(), 'another@example.com')).toBe(201)
  })

  test('suspicious posts count one IPv6 /64 as one address and a mapped IPv4 address as itself', async () => {
    for (let host = 1; host <= 5; host += 1) await attackFrom(`2001:db8:0:7:${host}::${host}`, 1)
    expect((await consult('2001:db8::7:ffff:0:0:1', again)).status).toBe(429)
    expect((await consult('2001:db8:0:8::1', again)).status).toBe(200)
    const from = freshAddress()
    await attackFrom(from, 5)
    expect((await consult(`::ffff:${from}`, again)).status).toBe(429)
  })

  test('events reported by a browser never block anybody', async () => {
    const from = freshAddress()
    const [seal] = await shop.database.sql`
      select public.keyed_hash(${from}) as address, public.hash_sender(${hostile}, ${from}) as sender`
    for (let time = 1; time <= 10; time += 1) {
      const { error } = await shop.anon.rpc('log_security_event', {
        event_type: 'suspicious_form_submission',
        details: { address: seal?.address, sender: seal?.sender, source: 'server' },
      })
      expect(error).toBeNull()
    }
    const events = await eventsFrom(from)
    expect(events.map(({ source }) => source)).toEqual(Array(10).fill('browser'))
    expect((await consult(from, again)).status).toBe(200)
  })
})

test('a form for accounts alone refuses other senders', async () => {
  const admit = async (sender: string) => {
    const [row] = await shop.database.sql`
      select public.admit_form_post('accounts_alone', ${sender}, 5, ${freshAddress()}, 0, ${window}) as answer`
    return row?.answer
  }
  expect(await admit('guest@example.com')).toMatchObject({ reason: 'limit' })
  expect(await admit(randomUUID())).toEqual({ wait: 0, reason: null })
})

test('limits and blocks apply across processes', { tags: ['abuse-30'] }, async () => {
  const twin = await startEnquiryShop({
    fetch: shop.backend.fetch,
    SUPABASE_SECRET_KEY: shop.keys.secret,
    now: shop.clock.now,
  })
  try {
    const from = freshAddress()
    await attackFrom(from, 5)
    const refused = await twin.post(
      'consultancy-inquiry',
      aConsultancyEnquiry({ email: hostile }),
      {
        from,
      },
    )
    expect(refused.status).toBe(429)
  } finally {
    await twin.stop()
  }
})

describe('a cart of more than fifty items', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, () => ({ product_id: randomUUID(), quantity: 1 }))
  const flags = () =>
    shop.database.sql`
      select severity, source, details from public.security_audit_log
      where details ->> 'form' in ('carts', 'guest_carts') order by id`

  test('a guest cart of more than fifty items is stored and logged once', async () => {
    const cart = randomUUID()
    const store = (count: number) =>
      shop.anon.rpc('store_guest_cart', {
        p_cart_id: cart,
        p_email: null,
        p_cart_data: lines(count),
      })
    expect((await store(50)).error).toBeNull()
    expect(await flags()).toHaveLength(0)
    await store(51)
    await store(52)
    const [flag, ...more] = await flags()
    expect(more).toEqual([])
    expect(flag).toMatchObject({
      severity: 'high',
      source: 'server',
      details: { form: 'guest_carts', lines: 51 },
    })
  })

  test('an account cart of more than fifty items is logged', async () => {
    const person = await shop.createUser()
    const { error } = await person.client
      .from('carts')
      .upsert({ user_id: person.id, items: lines(60) })
    expect(error).toBeNull()
    expect((await flags()).at(-1)?.details).toMatchObject({ form: 'carts', lines: 60 })
  })
})
