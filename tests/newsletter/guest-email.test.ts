import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { guestCodePercent, cartReminderOffer } from '../../domain/guest-email.ts'
import { createSecureGuestEmail } from '../../supabase/functions/secure-guest-email/handler.ts'
import { signLink } from '../../supabase/functions/_shared/signed-link.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const environment = createFunctionEnvironment(shop)
const guestEmail = createSecureGuestEmail(environment)
const email = 'guest@example.com'
const crisp = { product_id: 'a1b00000-0000-4000-8000-000000000001', quantity: 2 }

beforeEach(async () => {
  await sql`delete from public.guest_carts`
  await sql`delete from public.cart_reminder_consents`
  await sql`delete from public.security_audit_log`
  await sql`delete from public.rate_limits`
  await sql`delete from public.suppressions`
})

async function ask(
  action: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await guestEmail(
    new Request(`${shop.siteUrl.origin}/functions/v1/secure-guest-email/${action}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    }),
  )
  return { status: response.status, answer: await response.json() }
}

async function carts(): Promise<readonly unknown[]> {
  return sql`select email, cart_data from public.guest_carts`
}

async function tokenOf(subject: string): Promise<string> {
  return signLink(environment, 'cart-restore', subject, null)
}

test('an address is stored with the cart and the event is logged', async () => {
  const cartId = randomUUID()
  const saved = await ask('save', { email: ` ${email} `, cartData: [crisp], cartId })
  expect(saved).toEqual({ status: 200, answer: { success: true, error: null } })
  expect(await carts()).toEqual([{ email, cart_data: [crisp] }])
  expect(
    await sql`select source, details ->> 'email' as email from public.security_audit_log`,
  ).toEqual([{ source: 'server', email }])
})

test('consent to reminders is stored with its wording and page only when the box is ticked', async () => {
  await ask('save', { email, cartData: [crisp] })
  expect(await sql`select from public.cart_reminder_consents`).toHaveLength(0)
  await ask('save', { email: email.toUpperCase(), cartData: [crisp], agreed: true, page: '/cart' })
  const [consent] = await sql`select wording, page from public.cart_reminder_consents`
  expect(consent).toEqual({ wording: cartReminderOffer, page: '/cart' })
  const [may] = await sql`select public.has_reminder_consent(${email}, 'guest') as may`
  expect(may?.may).toBe(true)
  await sql`select public.unsubscribe(public.hash_email(${email}))`
  const [mayNot] = await sql`select public.has_reminder_consent(${email}, 'guest') as may`
  expect(mayNot?.may).toBe(false)
  await ask('save', { email, cartData: [crisp], agreed: true })
  expect(await sql`select from public.cart_reminder_consents`).toHaveLength(0)
})

test('carts that are stored with an address count towards the daily limit of their IP address', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.30' }
  expect((await ask('save', { email, cartData: [crisp] }, headers)).status).toBe(200)
  await sql`
    update public.rate_limits set attempts = 1000 where key = 'guest_cart:day:address:' || public.keyed_hash('198.51.100.30')`
  const refused = await ask('save', { email: `b-${email}`, cartData: [crisp] }, headers)
  expect([refused.status, refused.answer['success']]).toEqual([429, false])
  expect(await carts()).toHaveLength(1)
  expect((await ask('save', { email: `b-${email}`, cartData: [crisp] })).status).toBe(200)
})

test('an address without cart lines creates no cart', async () => {
  expect((await ask('save', { email, cartData: [] })).status).toBe(200)
  expect(await carts()).toEqual([])
})

test.each([
  ['an invalid address', { email: 'guest', cartData: [crisp] }],
  ['two addresses', { email: 'a@example.com, b@example.com', cartData: [crisp] }],
  ['a line break', { email: 'a@example.com\r\nBcc: b@example.com', cartData: [crisp] }],
  ['an address that is too long', { email: `${'x'.repeat(250)}@example.com`, cartData: [] }],
  ['half a piece', { email, cartData: [{ ...crisp, quantity: 1.5 }] }],
  ['no pieces', { email, cartData: [{ ...crisp, quantity: 0 }] }],
  ['an invalid product id', { email, cartData: [{ ...crisp, product_id: '1 or 1=1' }] }],
  ['a price', { email, cartData: [{ ...crisp, price: 1 }] }],
  ['an invalid cart id', { email, cartData: [crisp], cartId: 'x' }],
  ['no cart', { email }],
  ['a list as its body', []],
])(
  'a save with %s is refused and nothing is stored',
  { tags: ['form-guest-email-27'] },
  async (_, body) => {
    const refused = await ask('save', body)
    expect(refused.status).toBe(400)
    expect(refused.answer.success).toBe(false)
    expect(await carts()).toEqual([])
  },
)

test(
  'the sixth save of an address in five minutes is rate limited',
  { tags: ['abuse-30', 'form-guest-email-30'] },
  async () => {
    const save = () => ask('save', { email, cartData: [crisp] })
    for (let count = 0; count < 5; count++) expect((await save()).status).toBe(200)
    expect(await save()).toEqual({
      status: 429,
      answer: { success: false, error: 'Please wait before trying again.' },
    })
    shop.clock.advance(300_000)
    expect((await save()).status).toBe(200)
  },
)

test(
  'a flood from one IP address is limited to sixty addresses and as many codes',
  { tags: ['abuse-30', 'form-guest-email-30'] },
  async () => {
    const flood = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        ask('save', { email: `b${index}@example.com`, cartData: [], wantsCode: true }),
      ),
    )
    expect(flood.filter(({ status }) => status === 200)).toHaveLength(60)
    const codes = await sql`select from public.outbox where recipient like 'b%@example.com'`
    expect(codes).toHaveLength(60)
    await sql`delete from public.outbox`
  },
)

test(
  'only the signed link returns the cart, and everything else gets the same neutral answer',
  { tags: ['form-restored-cart-30'] },
  async () => {
    const cartId = randomUUID()
    await ask('save', { email, cartData: [crisp], cartId })
    const held = await ask('get', { token: await tokenOf(`guest:${cartId}`) })
    expect(held.answer.cartData).toEqual([crisp])
    const others = [
      { email },
      { email: 'nobody@example.com' },
      {},
      { token: 'x.y.z' },
      { token: `${await tokenOf(`guest:${cartId}`)}x` },
      { token: await signLink(environment, 'unsubscribe', `guest:${cartId}`, null) },
      { token: await tokenOf(`guest:${randomUUID()}`) },
      { token: await tokenOf('guest:nonsense') },
    ]
    const answers = await Promise.all(others.map((body) => ask('get', body)))
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, answer: { success: true, cartData: null } })
  },
)

test('the link to a customer’s cart returns it until it is checked out', async () => {
  const { id } = await shop.createUser()
  await sql`insert into public.carts (user_id, items) values (${id}, ${sql.json([crisp])})`
  const token = await tokenOf(`account:${id}`)
  expect((await ask('get', { token })).answer.cartData).toEqual([crisp])
  await sql`update public.carts set checked_out = true where user_id = ${id}`
  expect((await ask('get', { token })).answer.cartData).toBeNull()
})

test('another site, method or path is refused', { tags: ['form-guest-email-36'] }, async () => {
  const foreign = { origin: 'https://evil.example' }
  expect((await ask('save', { email, cartData: [crisp] }, foreign)).status).toBe(403)
  expect((await ask('list', {})).status).toBe(404)
  const url = `${shop.siteUrl.origin}/functions/v1/secure-guest-email/get`
  expect((await guestEmail(new Request(url))).status).toBe(405)
  expect(await carts()).toEqual([])
})

test('the 10% code is shown and emailed, and it is the same each time', async () => {
  const offered = { email, cartData: [], wantsCode: true }
  const first = await ask('save', offered)
  expect(first.answer).toMatchObject({ success: true, discountCode: expect.stringMatching(/^TEN/) })
  expect((await ask('save', offered)).answer).toEqual(first.answer)
  const emails = await sql`select data from public.outbox where template = 'discount_code'`
  expect(emails.map(({ data }) => [data.code, data.percent])).toEqual([
    [first.answer.discountCode, guestCodePercent],
  ])
})

test('an address that has used its code is saved and gets none, on the page or by email', async () => {
  const offered = { email: 'used@example.com', cartData: [crisp], wantsCode: true }
  await ask('save', offered)
  await sql`update public.discount_codes set used_at = now()`
  await sql`delete from public.outbox`
  expect(await ask('save', offered)).toEqual({
    status: 200,
    answer: { success: true, error: null, discountCode: null },
  })
  expect(await sql`select from public.outbox`).toHaveLength(0)
  expect(await carts()).toHaveLength(2)
})

test('an erased address never gets a second code', { tags: ['abuse-6'] }, async () => {
  const offered = { email: 'eraser@example.com', cartData: [], wantsCode: true }
  expect((await ask('save', offered)).answer.discountCode).toMatch(/^TEN/)
  const [erased] =
    await sql`select public.erase_person(null, ${offered.email}, 'owner@example.com') as answer`
  expect(erased?.answer).toEqual({ erased: true })
  expect((await ask('save', offered)).answer).toEqual({
    success: true,
    error: null,
    discountCode: null,
  })
  expect(await sql`select from public.outbox where recipient = ${offered.email}`).toHaveLength(0)
})

test('a cart of more than fifty lines is stored and flagged once for its sender', async () => {
  const cartData = Array.from({ length: 51 }, () => ({ product_id: randomUUID(), quantity: 1 }))
  expect((await ask('save', { email, cartData })).status).toBe(200)
  const events = await sql`
    select details ->> 'address' = public.keyed_hash('127.0.0.1') as is_ours, details ->> 'lines' as lines
    from public.security_audit_log where event_type = 'suspicious_form_submission'`
  expect(events).toEqual([{ is_ours: false, lines: '51' }])
})
