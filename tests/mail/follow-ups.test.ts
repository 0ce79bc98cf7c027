import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { cartReminderOffer } from '../../domain/guest-email.ts'
import { startCartReminders } from '../../server/scheduled-jobs.ts'
import { createNewsletter } from '../../supabase/functions/newsletter/handler.ts'
import { createSecureGuestEmail } from '../../supabase/functions/secure-guest-email/handler.ts'
import { insertRow } from '../support/insert.ts'
import { sendDueEmails, type SentEmail } from '../support/deliver.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import { createTestShop, type TestUser } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const environment = createFunctionEnvironment(shop)
const guestEmail = createSecureGuestEmail(environment)

const hour = 3_600_000
const day = 24 * hour
const email = 'guest@example.com'
const crisp = { product_id: 'a1b00000-0000-4000-8000-000000000001', quantity: 2 }
const apple = { product_id: 'a1b00000-0000-4000-8000-000000000002', quantity: 1 }

beforeEach(async () => {
  for (const table of [
    'guest_carts',
    'carts',
    'cart_reminder_consents',
    'cart_follow_ups',
    'outbox',
    'orders',
    'rate_limits',
    'suppressions',
  ])
    await sql.unsafe(`delete from public.${table}`)
  await sql`update public.products set active = true, "isSoldOut" = false where id in (${crisp.product_id}, ${apple.product_id})`
})

async function callGuestEmail(action: string, body: object): Promise<Record<string, unknown>> {
  const url = `${shop.siteUrl.origin}/functions/v1/secure-guest-email/${action}`
  const answer = await guestEmail(new Request(url, { method: 'POST', body: JSON.stringify(body) }))
  expect(answer.status).toBe(200)
  return answer.json()
}

/** Stores a guest's cart that is abandoned now, with an email address and the reminder checkbox ticked. */
async function leaveCart(
  changes: { email?: string; cartData?: object[]; agreed?: boolean } = {},
): Promise<string> {
  const cartId = randomUUID()
  await callGuestEmail('save', { email, cartData: [crisp], agreed: true, cartId, ...changes })
  await stamp('guest_carts', 'id', cartId)
  return cartId
}

/** Stores a customer's cart that is abandoned now, with a consent to reminders from the account page. */
async function leaveAccountCart(): Promise<TestUser> {
  const person = await shop.createUser()
  await person.client.rpc('set_cart_reminders', { p_agreed: true })
  await person.client.from('carts').upsert({ user_id: person.id, items: [crisp] })
  await stamp('carts', 'user_id', person.id)
  return person
}

/** Sets `updated_at` of a cart to the test clock, which may be days ahead of the database's own clock. */
async function stamp(table: string, key: string, id: string): Promise<void> {
  const now = new Date(shop.clock.now())
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`update public.${table} set updated_at = $1 where ${key} = $2`, [now, id])
  })
}

async function order(changes: Record<string, string | null> = {}): Promise<void> {
  const row = {
    email,
    status: 'paid',
    subtotal: 850,
    delivery_price: 329,
    total: 1179,
    delivery_method_id: 'standard',
    delivery_name: 'Standard',
    cart_hash: randomUUID(),
    terms_version: '1',
    created_at: new Date(shop.clock.now()),
    paid_at: new Date(shop.clock.now()),
    ...changes,
  }
  await insertRow(sql, 'public.orders', row)
}

function follower() {
  const { secret: client, log } = shop
  const times = { firstAfterMs: 4 * hour, secondAfterMs: 3 * day }
  const followUps = startCartReminders({
    client,
    log,
    now: shop.clock.now,
    intervalMs: day,
    ...times,
  })
  return followUps
}

/** Queues and sends the emails about abandoned carts that are due. */
async function lookAround(): Promise<SentEmail[]> {
  await queueDue()
  return sendDueEmails(shop)
}

async function queueDue(): Promise<void> {
  const followUps = follower()
  await followUps.runOnce()
  await followUps.stop()
}

async function subjectsAfter(ms: number): Promise<string[]> {
  shop.clock.advance(ms)
  return (await lookAround()).map(({ subject }) => subject)
}

const [firstSubject, secondSubject] = ['Your cart is still warm', 'Shall we put your cart away?']

async function outbox(): Promise<readonly Record<string, unknown>[]> {
  return sql`select recipient, sent_at is not null as sent, called_off, last_error from public.outbox order by created_at`
}

function linkIn({ text }: SentEmail, path: string): string {
  const found = text.split(/\s/).find((word) => word.includes(`${path}?token=`))
  return new URL(found ?? '').searchParams.get('token') ?? ''
}

test('an address left before the first cart gets reminders of that cart', async () => {
  await callGuestEmail('save', { email, cartData: [], agreed: true })
  const id = randomUUID()
  for (const p_email of [email, null])
    await shop.anon.rpc('store_guest_cart', { p_cart_id: id, p_email, p_cart_data: [crisp] })
  await stamp('guest_carts', 'id', id)
  expect(await subjectsAfter(4 * hour)).toEqual([firstSubject])
})

test(
  'an abandoned cart gets one reminder after hours, one after days, and no more',
  { tags: ['email-cart-reminder-30'] },
  async () => {
    await leaveCart()
    expect(await subjectsAfter(3 * hour)).toEqual([])
    expect(await subjectsAfter(hour)).toEqual([firstSubject])
    expect(await subjectsAfter(hour)).toEqual([])
    expect(await subjectsAfter(2 * day)).toEqual([])
    expect(await subjectsAfter(day)).toEqual([secondSubject])
    for (const wait of [hour, 3 * day, 30 * day]) expect(await subjectsAfter(wait)).toEqual([])
  },
)

test('a reminder shows the cart with current names and prices, a restore link and an unsubscribe link', async () => {
  await leaveCart({ cartData: [crisp, apple] })
  await sql`update public.prices set stripe_price_id = 'price_dearer', unit_amount = 900 where product_id = ${crisp.product_id}`
  shop.clock.advance(4 * hour)
  const [reminder] = await lookAround()
  await sql`update public.prices set stripe_price_id = 'price_sandbox_nashville_chilli_crisp', unit_amount = 850 where product_id = ${crisp.product_id}`
  expect(reminder?.to.address).toBe(email)
  for (const part of [reminder?.html?.replaceAll('\u00a0', ' '), reminder?.text]) {
    expect(part).toContain('Nashville Chilli Crisp')
    expect(part).toContain('2 × £9.00')
    expect(part).toContain('£25.00')
    expect(part).toContain('/cart/restore?token=')
    expect(part).toContain('/newsletter/unsubscribe?token=')
  }
  expect(reminder?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
})

test('a reminder omits discontinued products and shows no price for sold out ones', async () => {
  await leaveCart({ cartData: [crisp, apple, { ...apple, product_id: randomUUID() }] })
  await sql`update public.products set "isSoldOut" = true where id = ${apple.product_id}`
  shop.clock.advance(4 * hour)
  const [reminder] = await lookAround()
  expect(reminder?.text).toContain('1, not on sale just now')
  expect(reminder?.text).toMatch(/Subtotal: £17\.00/)
  await sql`update public.products set active = false where id = ${apple.product_id}`
  shop.clock.advance(3 * day)
  const [second] = await lookAround()
  expect(second?.text).not.toContain('Apple Terror')
})

test('a cart in which nothing can be bought gets no reminder', async () => {
  await leaveCart()
  await sql`update public.products set active = false where id = ${crisp.product_id}`
  expect(await subjectsAfter(5 * hour)).toEqual([])
})

test('a guest without consent gets no reminder', async () => {
  await leaveCart({ agreed: false })
  expect(await subjectsAfter(4 * day)).toEqual([])
})

test('the link in a reminder restores the cart on any device', async () => {
  await leaveCart({ cartData: [crisp, apple] })
  shop.clock.advance(4 * hour)
  const [reminder] = await lookAround()
  const token = linkIn(reminder!, '/cart/restore')
  expect((await callGuestEmail('get', { token })).cartData).toEqual([crisp, apple])
})

test.each([
  ['no time', 0],
  ['an hour', hour],
])('a cart restored from its reminder after %s gets no second one', async (_, wait) => {
  await leaveCart({ cartData: [crisp, apple] })
  shop.clock.advance(4 * hour)
  const [reminder] = await lookAround()
  shop.clock.advance(wait)
  const token = linkIn(reminder!, '/cart/restore')
  expect((await callGuestEmail('get', { token })).cartData).toEqual([crisp, apple])
  await order({ email: 'another@example.com' })
  expect(await subjectsAfter(4 * day)).toEqual([])
})

test('a restored cart that changes before an order gets no second reminder', async () => {
  const cart = await leaveCart()
  shop.clock.advance(4 * hour)
  const [reminder] = await lookAround()
  await callGuestEmail('get', { token: linkIn(reminder!, '/cart/restore') })
  await stamp('guest_carts', 'id', cart)
  expect(await subjectsAfter(4 * day)).toEqual([])
  await order()
  shop.clock.advance(2 * hour)
  await stamp('guest_carts', 'id', cart)
  expect(await subjectsAfter(4 * hour)).toEqual([firstSubject])
  expect(await subjectsAfter(3 * day)).toEqual([secondSubject])
})

test('a link to an empty cart does not end the reminders', async () => {
  const cart = await leaveCart()
  shop.clock.advance(4 * hour)
  const [reminder] = await lookAround()
  await sql`update public.guest_carts set cart_data = '[]'`
  await callGuestEmail('get', { token: linkIn(reminder!, '/cart/restore') })
  await sql`update public.guest_carts set cart_data = ${sql.json([apple])}`
  await stamp('guest_carts', 'id', cart)
  expect(await subjectsAfter(3 * day)).toEqual([secondSubject])
})

test('a queued second reminder is cancelled when the link of the first is used', async () => {
  await leaveCart()
  shop.clock.advance(4 * hour)
  const [reminder] = await lookAround()
  shop.clock.advance(3 * day)
  await queueDue()
  await callGuestEmail('get', { token: linkIn(reminder!, '/cart/restore') })
  expect(await sendDueEmails(shop)).toEqual([])
  expect(await outbox()).toMatchObject([
    { sent: true },
    { last_error: 'The cart was brought back' },
  ])
})

test('a customer with consent gets a reminder whose link restores the cart without a sign-in', async () => {
  const person = await leaveAccountCart()
  shop.clock.advance(4 * hour)
  const [reminder] = await lookAround()
  expect(reminder?.to.address).toBe(person.email)
  const token = linkIn(reminder!, '/cart/restore')
  expect((await callGuestEmail('get', { token })).cartData).toEqual([crisp])
})

test('a customer changes the consent to reminders on the account page, even after an unsubscribe', async () => {
  const person = await shop.createUser()
  const client = () => shop.client({}, shop.tokenFor(person))
  const say = (p_agreed: boolean) =>
    client().rpc('set_cart_reminders', {
      p_agreed,
      p_page: '/account-settings',
    })
  const isReminded = async () => (await client().rpc('cart_reminders', {}, { get: true })).data
  await sql`select public.unsubscribe(public.hash_email(${person.email}))`
  expect(await isReminded()).toBe(false)
  expect((await say(true)).data).toBe(true)
  expect(await isReminded()).toBe(true)
  const consents = await sql`select wording, page from public.cart_reminder_consents`
  expect(consents).toEqual([{ wording: cartReminderOffer, page: '/account-settings' }])
  await person.client.from('carts').upsert({ user_id: person.id, items: [crisp] })
  await stamp('carts', 'user_id', person.id)
  expect(await subjectsAfter(4 * hour)).toEqual([firstSubject])
  expect((await say(false)).data).toBe(false)
  expect(await subjectsAfter(3 * day)).toEqual([])
})

describe('a customer who changes address', () => {
  async function move(changes: { to?: string; unsubscribed?: boolean } = {}) {
    const person = await leaveAccountCart()
    const { to = `moved-${randomUUID()}@example.com`, unsubscribed = false } = changes
    if (unsubscribed) await sql`select public.unsubscribe(public.hash_email(${to}))`
    return {
      person,
      to,
      move: () => sql`update auth.users set email = ${to} where id = ${person.id}`,
    }
  }
  const isReminded = async (person: { id: string; email: string }) =>
    (await shop.client({}, shop.tokenFor(person)).rpc('cart_reminders', {}, { get: true })).data

  test('a consent to reminders moves with the account to its new address and leaves the old one', async () => {
    const { person, to, move: go } = await move()
    await go()
    expect(await isReminded({ id: person.id, email: to })).toBe(true)
    const next = await shop.createUser(person.email)
    expect(await isReminded(next)).toBe(false)
    await next.client.from('carts').upsert({ user_id: next.id, items: [crisp] })
    await stamp('carts', 'user_id', next.id)
    shop.clock.advance(4 * hour)
    expect((await lookAround()).map((email) => email.to.address)).toEqual([to])
  })

  test('a customer who changes address gets two reminders in all', async () => {
    const { to, move: go } = await move()
    expect(await subjectsAfter(4 * hour)).toEqual([firstSubject])
    await go()
    expect(await subjectsAfter(hour)).toEqual([])
    shop.clock.advance(3 * day)
    const [second] = await lookAround()
    expect([second?.to.address, second?.subject]).toEqual([to, secondSubject])
    expect(await subjectsAfter(3 * day)).toEqual([])
  })

  test('a consent to reminders does not move to an unsubscribed address', async () => {
    const { move: go } = await move({ unsubscribed: true })
    await go()
    expect(await sql`select from public.cart_reminder_consents`).toHaveLength(0)
  })

  test('a consent to reminders survives a change of case and is deleted with the account', async () => {
    const { person } = await move()
    await sql`update auth.users set email = upper(email) where id = ${person.id}`
    expect(await sql`select from public.cart_reminder_consents`).toHaveLength(1)
    await callGuestEmail('save', { email: person.email, cartData: [], agreed: true })
    await sql`delete from auth.users where id = ${person.id}`
    const left = await sql`select given_by from public.cart_reminder_consents`
    expect(left).toEqual([{ given_by: 'guest' }])
  })
})

test('a guest consent for the address of a customer applies to guest carts only', async () => {
  const person = await leaveAccountCart()
  const client = () => shop.client({}, shop.tokenFor(person))
  const tick = () =>
    callGuestEmail('save', { email: person.email, cartData: [], agreed: true, page: '/cart' })
  await tick()
  expect((await client().rpc('set_cart_reminders', { p_agreed: false })).data).toBe(false)
  expect(await sql`select from public.cart_reminder_consents`).toHaveLength(0)
  await tick()
  expect((await client().rpc('cart_reminders', {}, { get: true })).data).toBe(false)
  expect(await subjectsAfter(5 * hour)).toEqual([])
  await leaveCart({ email: person.email, agreed: false })
  await stamp('carts', 'user_id', person.id)
  expect(await subjectsAfter(4 * hour)).toEqual([firstSubject])
  const [queued] = await sql`select data ->> 'cart' as cart from public.outbox`
  expect(queued?.cart).toMatch(/^guest:/)
})

test('a customer with consent is reminded of the account cart, even when a guest cart is newer', async () => {
  const person = await leaveAccountCart()
  await leaveCart({ email: person.email, agreed: false })
  expect(await subjectsAfter(4 * hour)).toEqual([firstSubject])
  const [queued] = await sql`select data ->> 'cart' as cart from public.outbox`
  expect(queued?.cart).toBe(`account:${person.id}`)
})

test('a queued reminder of an account cart is cancelled when its owner withdraws consent', async () => {
  const person = await leaveAccountCart()
  shop.clock.advance(4 * hour)
  await queueDue()
  await shop.client({}, shop.tokenFor(person)).rpc('set_cart_reminders', { p_agreed: false })
  await callGuestEmail('save', { email: person.email, cartData: [], agreed: true })
  expect(await sendDueEmails(shop)).toEqual([])
  expect(await outbox()).toMatchObject([{ last_error: 'The recipient wants no such emails' }])
})

test('an account with an unconfirmed address gets no reminder', async () => {
  const { id } = await leaveAccountCart()
  await sql`update auth.users set email_confirmed_at = null where id = ${id}`
  expect(await subjectsAfter(5 * hour)).toEqual([])
})

test('a change of the cart restarts the wait for a reminder', async () => {
  const cart = await leaveCart()
  shop.clock.advance(3 * hour)
  await stamp('guest_carts', 'id', cart)
  expect(await subjectsAfter(3 * hour)).toEqual([])
  expect(await subjectsAfter(hour)).toEqual([firstSubject])
  shop.clock.advance(2 * day)
  await stamp('guest_carts', 'id', cart)
  expect(await subjectsAfter(2 * day)).toEqual([])
  expect(await subjectsAfter(day)).toEqual([secondSubject])
})

test.each([
  ['an order', () => order()],
  [
    'an order of a signed-in shopper with the same address',
    () => order({ email: 'Guest@Example.com' }),
  ],
  ['a payment that is under way', () => order({ status: 'pending', paid_at: null })],
  ['an unsubscribe', () => sql`select public.unsubscribe(public.hash_email(${email}))`],
  ['emptying the cart', () => sql`update public.guest_carts set cart_data = '[]'`],
] as const)('no reminder is sent after %s', async (_, happens) => {
  await leaveCart()
  shop.clock.advance(hour)
  await happens()
  expect(await subjectsAfter(4 * hour)).toEqual([])
  expect(await subjectsAfter(3 * day)).toEqual([])
})

test('an expired order does not end the reminders', async () => {
  await leaveCart()
  await order({ status: 'expired', paid_at: null })
  expect(await subjectsAfter(4 * hour)).toEqual([firstSubject])
})

test.each([
  ['an order', () => order(), 'The recipient has ordered'],
  [
    'an unsubscribe',
    () => sql`select public.unsubscribe(public.hash_email(${email}))`,
    'The recipient wants no such emails',
  ],
  [
    'emptying the cart',
    () => sql`update public.guest_carts set cart_data = '[]'`,
    'The cart was emptied',
  ],
  [
    'another change of the cart',
    () => sql`update public.guest_carts set updated_at = ${new Date(shop.clock.now() + hour)}`,
    'The shopper has come back to the cart',
  ],
  [
    'the end of its product',
    () => sql`update public.products set active = false where id = ${crisp.product_id}`,
    'Nothing in the cart can be bought now',
  ],
  [
    'another address for the cart',
    () => sql`update public.guest_carts set email = 'other@example.com'`,
    'The cart belongs to another address now',
  ],
] as const)('a queued reminder is cancelled by %s', async (_, happens, reason) => {
  await leaveCart()
  shop.clock.advance(4 * hour)
  await queueDue()
  await happens()
  expect(await sendDueEmails(shop)).toEqual([])
  expect(await outbox()).toEqual([
    { recipient: email, sent: false, called_off: true, last_error: reason },
  ])
})

test(
  'two reminders that waited for the mail server are sent as one',
  { tags: ['email-cart-reminder-30'] },
  async () => {
    await leaveCart()
    shop.clock.advance(4 * hour)
    await queueDue()
    shop.clock.advance(3 * day)
    expect((await lookAround()).map(({ subject }) => subject)).toEqual([secondSubject])
  },
)

test('an address with several carts is reminded of the latest one', async () => {
  await leaveCart({ cartData: [crisp] })
  shop.clock.advance(hour)
  await leaveCart({ email: 'GUEST@example.com', cartData: [apple] })
  expect(await subjectsAfter(3 * hour)).toEqual([])
  shop.clock.advance(hour)
  const emails = await lookAround()
  expect(emails.map(({ text }) => text.includes('Apple Terror Sauce'))).toEqual([true])
})

test('a new cart after an order gets reminders again', async () => {
  await leaveCart()
  expect(await subjectsAfter(4 * hour)).toEqual([firstSubject])
  await order()
  expect(await subjectsAfter(3 * day)).toEqual([])
  await leaveCart()
  expect(await subjectsAfter(4 * hour)).toEqual([firstSubject])
  expect(await subjectsAfter(3 * day)).toEqual([secondSubject])
})

test('items that an order left in the cart get no reminder', async () => {
  const { id } = await leaveAccountCart()
  await order({ user_id: id, email: 'another@example.com' })
  await stamp('carts', 'user_id', id)
  expect(await subjectsAfter(5 * hour)).toEqual([])
})

test(
  'repeated consent causes no further reminders',
  { tags: ['form-cart-reminders-30'] },
  async () => {
    await leaveCart()
    expect(await subjectsAfter(4 * hour)).toEqual([firstSubject])
    for (let day_ = 0; day_ < 4; day_ += 1) {
      await leaveCart()
      expect(await subjectsAfter(5 * hour)).toEqual([])
    }
  },
)

test('a cart older than ten days gets no reminder', async () => {
  await leaveCart()
  expect(await subjectsAfter(11 * day)).toEqual([])
})

test('several processes queue each reminder once', async () => {
  for (let index = 0; index < 30; index += 1)
    await leaveCart({ email: `guest${index}@example.com` })
  shop.clock.advance(4 * hour)
  const many = Array.from({ length: 8 }, follower)
  await Promise.all(many.map((one) => one.runOnce()))
  await Promise.all(many.map((one) => one.stop()))
  const emails = await outbox()
  expect(emails).toHaveLength(30)
  expect(new Set(emails.map(({ recipient }) => recipient)).size).toBe(30)
})

test('one-click unsubscribe in an email client ends the reminders', async () => {
  await leaveCart()
  shop.clock.advance(4 * hour)
  const [reminder] = await lookAround()
  const address = /^<(.+)>$/.exec(reminder?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const answer = await createNewsletter(environment)(new Request(address, { method: 'POST', body }))
  expect(answer.status).toBe(200)
  expect(await subjectsAfter(3 * day)).toEqual([])
})

test('cancelled emails are deleted after a month and reminder records after three', async () => {
  await leaveCart()
  shop.clock.advance(4 * hour)
  await queueDue()
  await sql`select public.unsubscribe(public.hash_email(${email}))`
  await sendDueEmails(shop)
  const tidyUp = async (ms: number) => {
    const [row] =
      await sql`select public.delete_outdated_data(${new Date(shop.clock.now() + ms)}) as gone`
    return row?.gone
  }
  expect(await tidyUp(29 * day)).toMatchObject({ letters: 0, reminders: 0 })
  expect(await tidyUp(31 * day)).toMatchObject({ letters: 1, reminders: 0 })
  expect(await tidyUp(91 * day)).toMatchObject({ letters: 0, reminders: 1 })
})
