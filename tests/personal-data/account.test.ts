import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSendEmailBySlug } from '../../supabase/functions/sendEmailBySlug/handler.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import {
  createAccount,
  insertSubscription,
  insertOrder,
  type PersonalDataShop,
  hashEmail,
  type CustomerWithData,
  password,
  startPersonalDataShop,
} from './person.ts'

let shop: PersonalDataShop
let person: CustomerWithData
let count = 0
beforeAll(async () => {
  shop = await startPersonalDataShop()
})
beforeEach(async () => {
  count += 1
  person = await createAccount(shop, `marsha${count}@example.com`)
  await shop.database.sql`delete from public.rate_limits`
  await shop.database.sql`delete from public.security_audit_log`
})
afterAll(() => shop.stop())

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
const erase = (typed: string, who: { token: string } = person, from = '198.51.100.7') =>
  shop.ask('account/erase', {
    body: { password: typed },
    headers: { ...bearer(who), 'x-forwarded-for': from },
  })
const isThere = async (): Promise<boolean> =>
  (await shop.database.sql`select from auth.users where id = ${person.id}`).length === 1

describe('the copy of an account', () => {
  test('the copy of an account is a dated JSON file that must not be cached', async () => {
    await insertOrder(shop.database, person)
    const answer = await shop.ask('account/download', { headers: bearer(person) })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const data = await answer.json()
    expect(data).toMatchObject({
      about: person.email,
      account: { id: person.id },
      orders: [{ total: 1179 }],
    })
  })

  test(
    'the copy of an account needs a valid session and is limited to five downloads',
    { tags: ['form-customer-data-30'] },
    async () => {
      expect((await shop.ask('account/download')).status).toBe(401)
      expect(
        (await shop.ask('account/download', { headers: bearer({ token: 'a.b.c' }) })).status,
      ).toBe(401)
      const statuses = []
      for (let time = 0; time < 6; time++)
        statuses.push((await shop.ask('account/download', { headers: bearer(person) })).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    },
  )

  test('the copy and the erasure of an account exclude the earlier owner of its address', async () => {
    const number = await insertOrder(shop.database, person)
    await shop.database
      .sql`update auth.users set email = 'moved@example.com' where id = ${person.id}`
    const next = await createAccount(shop, person.email)
    const answer = await shop.ask('account/download', { headers: bearer(next) })
    expect((await answer.json()).orders).toEqual([])
    expect((await erase(password, next)).status).toBe(200)
    const [order] = await shop.database
      .sql`select email from public.orders where number = ${number}`
    expect(order?.email).toBe(person.email)
  })
})

describe('the erasure of an account', () => {
  test(
    'an erasure needs the password and is blocked after five wrong ones',
    { tags: ['abuse-30', 'form-customer-data-30'] },
    async () => {
      const statuses = []
      for (let time = 0; time < 5; time++)
        statuses.push((await erase('Wrong-Horse-1', person, `198.51.100.${time}`)).status)
      expect(statuses).toEqual([403, 403, 403, 403, 403])
      const refused = await erase(password)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
      expect((await shop.ask('account/erase', { body: {}, headers: bearer(person) })).status).toBe(
        400,
      )
      expect((await shop.ask('account/erase', { body: { password } })).status).toBe(401)
      expect(await isThere()).toBe(true)
    },
  )

  test('an erasure that is repeated because its answer was lost succeeds again', async () => {
    expect((await erase(password)).status).toBe(200)
    expect(await isThere()).toBe(false)
    const again = await erase(password)
    expect([again.status, await again.json()]).toEqual([200, { success: true }])
    expect((await erase(password, { token: `${person.token}x` })).status).toBe(401)
  })

  test('wrong passwords of other accounts do not block an erasure', async () => {
    for (let house = 0; house < 6; house++) {
      const other = await createAccount(shop, `other${count}-${house}@example.com`)
      for (let time = 0; time < 5; time++) await erase('Wrong-Horse-1', other, `192.0.2.${house}`)
    }
    expect((await erase(password)).status).toBe(200)
    expect(await isThere()).toBe(false)
  })

  test('an erasure deletes the account and removes the name from its orders', async () => {
    const sql = shop.database.sql
    await sql`insert into public.discount_codes (code, email_hash, expires_at, used_at) values ('TENTEST', ${hashEmail(person.email)}, now(), now())`
    const number = await insertOrder(shop.database, person, { code: 'TENTEST' })
    const [before] = await sql`select * from public.orders where number = ${number}`
    expect((await erase(password)).status).toBe(200)
    expect(await isThere()).toBe(false)
    const [after] = await sql`select * from public.orders where number = ${number}`
    expect(after).toMatchObject({
      user_id: null,
      email: '',
      delivery_address: null,
      discount_code: null,
    })
    for (const kept of [
      'total',
      'subtotal',
      'stripe_payment_intent_id',
      'stripe_session_id',
      'status',
    ])
      expect(after?.[kept]).toEqual(before?.[kept])
    expect(await sql`select from public.order_items where order_id = ${after?.id}`).toHaveLength(1)
    expect(await sql`select from public.discount_codes where code = 'TENTEST'`).toHaveLength(0)
  })

  test('an erasure ends every session at once', async () => {
    await insertOrder(shop.database, person)
    const client = shop.client({}, person.token)
    expect((await client.from('orders').select('number')).data).toHaveLength(1)
    expect((await erase(password)).status).toBe(200)
    expect((await shop.client().auth.getUser(person.token)).error?.status).toBe(403)
    const renewed = await shop.client().auth.refreshSession({ refresh_token: person.refreshToken })
    expect(renewed.data.session).toBeNull()
    for (const table of ['orders', 'carts', 'profiles'])
      expect((await client.from(table).select(table === 'profiles' ? 'id' : '*')).data).toEqual([])
    expect((await client.from('carts').upsert({ user_id: person.id, items: [] })).status).toBe(409)
    const sendMail = createSendEmailBySlug(createFunctionEnvironment(shop))
    const answer = await sendMail(
      new Request(`${shop.siteUrl.origin}/functions/v1/sendEmailBySlug`, {
        method: 'POST',
        headers: { ...bearer(person), 'content-type': 'application/json' },
        body: JSON.stringify({ slug: 'welcome_back' }),
      }),
    )
    expect(answer.status).toBe(401)
    expect((await shop.ask('account/download', { headers: bearer(person) })).status).toBe(401)
  })

  test(
    'an erasure sends the business only the order and payment ids for the provider',
    { tags: ['email-erasure-notice-30'] },
    async () => {
      const number = await insertOrder(shop.database, person)
      await insertOrder(shop.database, person, { status: 'expired' })
      await shop.database.sql`delete from public.outbox`
      expect((await erase(password)).status).toBe(200)
      const emails = await shop.database
        .sql`select recipient, data from public.outbox where template = 'erasure_notice'`
      expect(emails).toEqual([
        {
          recipient: 'owner@example.com',
          data: {
            orders: [number],
            payments: [expect.stringMatching(/^pi_/), expect.stringMatching(/^pi_/)],
          },
        },
      ])
    },
  )

  test('a security event sent after the erasure is stored without the account', async () => {
    await erase(password)
    const old = shop.client({}, person.token)
    await old.rpc('log_security_event', { event_type: 'sample', details: {} })
    const rows = await shop.database
      .sql`select user_id from public.security_audit_log where event_type = 'sample'`
    expect(rows).toEqual([{ user_id: null }])
  })

  test.each([
    ['paid', false],
    ['partially_refunded', false],
  ])('an erasure is refused until an order that is %s has been sent', async (status) => {
    const number = await insertOrder(shop.database, person, { status })
    const refused = await erase(password)
    expect(refused.status).toBe(409)
    const { error } = await refused.json()
    expect(error).toMatchObject({
      code: 'order_open',
      message: expect.stringContaining(String(number)),
    })
    expect(await isThere()).toBe(true)
    await shop.database
      .sql`update public.orders set status = 'fulfilled', fulfilled_at = now() where number = ${number}`
    expect((await erase(password)).status).toBe(200)
  })

  test('an erasure is refused while a subscription runs and removes the name from an ended one', async () => {
    const { sql } = shop.database
    const number = await insertSubscription(shop.database, person, { status: 'active' })
    const refused = await erase(password)
    expect([refused.status, (await refused.json()).error.code]).toEqual([409, 'box_open'])
    expect(await isThere()).toBe(true)
    await sql`
      update public.subscriptions set status = 'cancelled', ended_at = now()
      where order_id = (select id from public.orders where number = ${number})`
    expect((await erase(password)).status).toBe(200)
    expect(await sql`select email, user_id, status from public.subscriptions`).toEqual([
      { email: '', user_id: null, status: 'cancelled' },
    ])
  })

  test('a refused erasure names all open orders, payments and subscriptions', async () => {
    const words = async () => (await (await erase(password)).json()).error
    await insertSubscription(shop.database, person, { status: 'active' })
    expect((await words()).message).toBe(
      'Your box is still coming. Please cancel it in your account, or write to us, and come back.',
    )
    await insertSubscription(shop.database, person, { status: 'active' })
    await insertSubscription(shop.database, person, { status: 'active', endsAt: '2026-12-20' })
    expect((await words()).message).toContain('Your boxes are still coming. Please cancel them')
    const { sql } = shop.database
    const order = await insertOrder(shop.database, person, { status: 'paid' })
    const one = await words()
    expect([one.code, one.message]).toEqual([
      'order_open',
      `We still need your name and address to send order ${order}. Please come back when it has been sent, or write to us to cancel it. Your boxes are still coming. Please cancel them in your account, or write to us, and come back.`,
    ])
    const second = await insertOrder(shop.database, person, { status: 'paid' })
    const third = await insertOrder(shop.database, person, { status: 'partially_refunded' })
    await insertOrder(shop.database, person, { status: 'pending' })
    expect((await words()).message).toContain(
      `to send orders ${order}, ${second} and ${third}. Please come back when they have been sent, or write to us to cancel them. You have a payment that isn’t finished.`,
    )
    await sql`
      update public.orders set status = case status when 'pending' then 'expired' else 'fulfilled' end, fulfilled_at = now()
      where user_id = ${person.id}`
    await sql`update public.subscriptions set ends_at = '2026-12-20' where user_id = ${person.id}`
    const [ending] = await sql`select public.erasure_error(${person.id}, ${person.email}) as result`
    expect(ending?.result.error).toMatchObject({
      code: 'box_ending',
      message: expect.stringContaining('Your boxes are cancelled, but we could not end them at'),
    })
    expect(ending?.result.boxes).toHaveLength(3)
  })

  test('an erasure is refused during an open payment and expires an order without a session', async () => {
    const { sql } = shop.database
    const open = await insertOrder(shop.database, person, { status: 'pending' })
    expect((await (await erase(password)).json()).error.code).toBe('payment_open')
    await sql`update public.orders set stripe_session_id = null where number = ${open}`
    expect((await erase(password)).status).toBe(200)
    const [order] = await sql`select status, email from public.orders where number = ${open}`
    expect(order).toEqual({ status: 'expired', email: '' })
  })

  test('an erasure is logged without the name or the address', async () => {
    await erase(password)
    const rows = await shop.database.sql`select event_type, details from public.security_audit_log`
    expect(rows.map((row) => row.event_type)).toEqual(['personal_data_erased'])
    expect(JSON.stringify(rows)).not.toContain('marsha')
  })

  test(
    'an erasure from another site or by GET is refused',
    { tags: ['form-customer-data-36'] },
    async () => {
      const foreign = { ...bearer(person), origin: 'https://evil.example' }
      expect(
        (await shop.ask('account/erase', { body: { password }, headers: foreign })).status,
      ).toBe(403)
      expect(
        (await shop.ask('account/erase', { method: 'GET', headers: bearer(person) })).status,
      ).toBe(405)
      expect((await shop.ask('account/nothing')).status).toBe(404)
      expect(await isThere()).toBe(true)
    },
  )

  test('an erasure with an impossible password is refused', async () => {
    const twin = { ...bearer(person) }
    const answer = await shop.ask('account/erase', {
      body: { password: 'x'.repeat(2000) },
      headers: twin,
    })
    expect(answer.status).toBe(400)
    expect(
      (await shop.ask('account/erase', { body: { password: 'x'.repeat(9000) }, headers: twin }))
        .status,
    ).toBe(413)
    expect(await isThere()).toBe(true)
  })
})
