import type { Sql } from '../../packages/embedded-supabase/src/database/sql.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { privacyPolicy } from '../../app/content/policies/privacy-policy.ts'
import { type TestDatabase, startTestDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await startTestDatabase()
})
afterEach(async () => {
  const { sql } = database
  for (const table of [
    'rate_limits',
    'outbox',
    'guest_carts',
    'security_audit_log',
    'enquiries',
    'person_notes',
    'orders',
    'discount_codes',
    'discount_codes_given',
    'data_requests',
    'cart_reminder_consents',
    'cart_follow_ups',
    'newsletter_signups',
    'tell_me_requests',
  ])
    await sql.unsafe(`delete from public.${table}`)
  await sql`delete from auth.users`
})
afterAll(() => database.stop())

/**
 * A retention period. It has a function that inserts a row of a given age, and the sentence of the privacy policy that
 * promises the period.
 */
interface Period {
  kind: string
  /** The key, in the result of `delete_outdated_data`, under which the number of deleted rows of this kind is returned. */
  name: string
  span: string
  promise: string
  write: (sql: Sql, at: Date) => Promise<unknown>
}

let last = 0
const anAddress = () => `somebody${(last += 1)}@example.com`
const aHash = () => (last += 1).toString(16).padStart(64, '0')

const anAccount = (sql: Sql, at: Date) =>
  sql<
    { id: string }[]
  >`insert into auth.users (email, created_at) values (${anAddress()}, ${at}) returning id`

async function aSession(sql: Sql, at: Date): Promise<void> {
  const [user] = await anAccount(sql, new Date())
  await sql`insert into auth.sessions (user_id, created_at, refreshed_at) values (${user?.id ?? ''}, '2020-01-01', ${at.toISOString().slice(0, -1)})`
}

const periods: Period[] = [
  {
    kind: 'a rate limit counter',
    name: 'counters',
    span: '1 day',
    promise: 'counts of attempts, one day',
    write: (sql, at) =>
      sql`insert into public.rate_limits (key, window_started_at, attempts) values (${anAddress()}, ${at}, 1)`,
  },
  {
    kind: 'an email that was sent',
    name: 'letters',
    span: '30 days',
    promise: '30 days after sending them',
    write: (sql, at) =>
      sql`insert into public.outbox (template, recipient, sent_at) values ('welcome_email', ${anAddress()}, ${at})`,
  },
  {
    kind: 'an email that could not be sent',
    name: 'letters',
    span: '30 days',
    promise: 'or after giving up',
    write: (sql, at) =>
      sql`insert into public.outbox (template, recipient, failed_at) values ('welcome_email', ${anAddress()}, ${at})`,
  },
  {
    kind: 'a guest’s cart',
    name: 'carts',
    span: '90 days',
    promise: '90 days after its last change',
    write: (sql, at) => sql`insert into public.guest_carts (updated_at) values (${at})`,
  },
  {
    kind: 'a consent to reminders without a cart',
    name: 'consents',
    span: '90 days',
    promise: 'your OK to remind you of it',
    write: (sql, at) =>
      sql`insert into public.cart_reminder_consents (email_hash, given_by, wording, agreed_at) values (${aHash()}, 'guest', 'Remind me', ${at})`,
  },
  {
    kind: 'the record of a reminder',
    name: 'reminders',
    span: '90 days',
    promise: 'your OK to remind you of it',
    write: (sql, at) =>
      sql`insert into public.cart_follow_ups (email_hash, cart, first_queued_at) values (${aHash()}, ${`guest:${crypto.randomUUID()}`}, ${at})`,
  },
  {
    kind: 'a security log entry',
    name: 'events',
    span: '1 year',
    promise: 'One year; counts',
    write: (sql, at) =>
      sql`insert into public.security_audit_log (event_type, source, created_at) values ('sample', 'server', ${at})`,
  },
  {
    kind: 'a note about a customer',
    name: 'deskNotes',
    span: '2 years',
    promise: 'Two years after we last changed them',
    write: (sql, at) => sql`
      insert into public.person_notes (email, note, changed_at) values (${anAddress()}, 'Rang', ${at})`,
  },
  {
    kind: 'an unconfirmed stock notification request',
    name: 'tellMe',
    span: '30 days',
    promise: 'One that nobody confirms goes after 30 days',
    write: (sql, at) => sql`
      insert into public.tell_me_requests (product_id, email, created_at) select id, ${anAddress()}, ${at} from public.products limit 1`,
  },
  {
    kind: 'a stock notification request',
    name: 'tellMe',
    span: '1 year',
    promise: 'a year at most',
    write: (sql, at) => sql`
      insert into public.tell_me_requests (product_id, email, created_at, confirmed_at) select id, ${anAddress()}, ${at}, ${at} from public.products limit 1`,
  },
  {
    kind: 'an enquiry',
    name: 'enquiries',
    span: '2 years',
    promise: 'Two years after you sent it',
    write: (sql, at) => sql`
      insert into public.enquiries (kind, reference, name, email, message, created_at)
      values ('consultancy', ${`ASK-${(last += 1).toString(16).toUpperCase().padStart(8, '0')}`}, 'Marsha', ${anAddress()}, 'Hello there', ${at})`,
  },
  {
    kind: 'a discount code',
    name: 'codes',
    span: '2 years',
    promise: 'The code: two years after it was used or ran out',
    write: (sql, at) =>
      sql`insert into public.discount_codes (code, email_hash, expires_at) values (${`TENTEST${(last += 1)}`}, ${aHash()}, ${at})`,
  },
  {
    kind: 'a personal data request',
    name: 'requests',
    span: '1 day',
    promise: 'One day after the link has run out',
    write: (sql, at) =>
      sql`insert into public.data_requests (email, expires_at) values (${anAddress()}, ${at})`,
  },
  {
    kind: 'an unconfirmed account',
    name: 'accounts',
    span: '30 days',
    promise: 'one that nobody confirms goes after 30 days',
    write: anAccount,
  },
  {
    kind: 'an unused session',
    name: 'signIns',
    span: '1 year',
    promise: 'a sign-in left open, a year after its last use',
    write: aSession,
  },
  {
    kind: 'the name on an expired order',
    name: 'names',
    span: '90 days',
    promise: 'One that was never paid loses it after 90 days',
    write: (sql, at) => anOrder(sql, { status: 'expired', at }),
  },
]

async function anOrder(sql: Sql, { status, at }: { status: string; at: Date }): Promise<void> {
  await sql`
    insert into public.orders (email, status, subtotal, delivery_price, total, delivery_method_id, delivery_name, cart_hash, terms_version, created_at, paid_at)
    values ('marsha@example.com', ${status}, 850, 329, 1179, 'standard', 'Standard', 'x', '1', ${at}, ${status === 'expired' ? null : at})`
}

async function tidyUp(at = new Date()): Promise<Record<string, number>> {
  const [answer] = await database.sql<
    { removed: Record<string, number> }[]
  >`select public.delete_outdated_data(${at}) as removed`
  return answer?.removed ?? {}
}

test.each(periods)(
  '$kind is deleted exactly after its retention period',
  async ({ name, span, write }) => {
    const { sql } = database
    const now = new Date()
    const [edge] = await sql<{ at: Date }[]>`select ${now}::timestamptz - ${span}::interval as at`
    const at = edge?.at.getTime() ?? 0
    await write(sql, new Date(at + 1000))
    expect(Object.values(await tidyUp(now)).every((count) => count === 0)).toBe(true)
    await write(sql, new Date(at - 1000))
    expect((await tidyUp(now))[name]).toBe(1)
    expect(Object.values(await tidyUp(now)).every((count) => count === 0)).toBe(true)
  },
)

test.each(periods)('the privacy policy states the retention period of $kind', ({ promise }) => {
  expect(JSON.stringify(privacyPolicy)).toContain(promise)
})

test('an email that is not yet sent is never deleted', async () => {
  await database.sql`
    insert into public.outbox (template, recipient, created_at) values ('welcome_email', 'waiting@example.com', now() - interval '60 days')`
  expect((await tidyUp()).letters).toBe(0)
})

test('a consent to reminders is not deleted while its guest cart or account exists', async () => {
  const { sql } = database
  await sql`insert into public.guest_carts (email) values ('guest@example.com')`
  await sql`insert into auth.users (email) values ('marsha@example.com')`
  for (const email of ['guest@example.com', 'marsha@example.com'])
    for (const givenBy of ['guest', 'account'])
      await sql`insert into public.cart_reminder_consents (email_hash, given_by, wording, agreed_at) values (public.hash_email(${email}), ${givenBy}, 'Remind me', '2020-01-01')`
  expect((await tidyUp()).consents).toBe(2)
  expect(
    await sql`select given_by, email_hash = public.hash_email('guest@example.com') as is_guest from public.cart_reminder_consents order by given_by`,
  ).toEqual([
    { given_by: 'account', is_guest: false },
    { given_by: 'guest', is_guest: true },
  ])
})

test('a confirmed or used account is not deleted, nor one whose email was sent again', async () => {
  await database.sql`
    insert into auth.users (email, created_at, email_confirmed_at, last_sign_in_at, confirmation_sent_at) values
      ('a@example.com', '2020-01-01', now(), null, null), ('b@example.com', '2020-01-01', null, now(), null),
      ('c@example.com', '2020-01-01', null, null, now())`
  expect((await tidyUp()).accounts).toBe(0)
})

test.each([
  // The UK tax year ends on 5 April, London time; 6 April is the first day of the next tax year.
  ['2020-04-05T12:00:00Z', '2026-04-05T12:00:00Z', false],
  ['2020-04-05T12:00:00Z', '2026-04-05T23:30:00Z', true],
  ['2020-04-05T23:30:00Z', '2026-04-06T12:00:00Z', false],
  ['2020-04-06T12:00:00Z', '2027-04-05T12:00:00Z', false],
  ['2020-04-06T12:00:00Z', '2027-04-06T12:00:00Z', true],
] as const)('the name on an order paid on %s is deleted by %s: %s', async (paid, now, isGone) => {
  const { sql } = database
  await anOrder(sql, { status: 'fulfilled', at: new Date(paid) })
  expect((await tidyUp(new Date(now))).names).toBe(isGone ? 1 : 0)
  const [order] = await sql`select email, total from public.orders`
  expect(order).toEqual({ email: isGone ? '' : 'marsha@example.com', total: 1179 })
})

test('the name on a pending order is not deleted', async () => {
  await anOrder(database.sql, { status: 'pending', at: new Date('2020-01-01') })
  expect((await tidyUp()).names).toBe(0)
})

test('a used discount code is deleted without changing its order', async () => {
  const { sql } = database
  await sql`insert into public.discount_codes (code, email_hash, expires_at) values ('TENOLD', ${aHash()}, '2020-01-01')`
  await anOrder(sql, { status: 'paid', at: new Date() })
  await sql`update public.orders set discount_code = 'TENOLD', discount = 85, total = 1094`
  expect((await tidyUp()).codes).toBe(1)
  expect(await sql`select discount_code, discount from public.orders`).toEqual([
    { discount_code: null, discount: 85 },
  ])
})

test(
  'an address gets no second discount code after its first was deleted',
  { tags: ['abuse-6'] },
  async () => {
    const { sql } = database
    const email = 'marsha@example.com'
    const give = async () =>
      (await sql`select public.issue_discount_code(${email}, '2020-01-01') as given`)[0]?.given.code
    expect(await give()).toMatch(/^TEN/)
    await sql`delete from public.outbox`
    expect((await tidyUp()).codes).toBe(1)
    expect(await give()).toBeNull()
    expect(await sql`select from public.outbox`).toHaveLength(0)
    expect(JSON.stringify(privacyPolicy)).toContain('The scrambled address, with the day: for good')
  },
)

test('an unconfirmed newsletter sign-up is deleted after thirty days', async () => {
  const { sql } = database
  await sql`
    insert into public.newsletter_signups (email, name, created_at) values
      ('old@example.com', 'Old', now() - interval '30 days 1 second'), ('new@example.com', 'New', now() - interval '29 days 23 hours')`
  expect((await tidyUp()).signUps).toBe(1)
  expect(JSON.stringify(privacyPolicy)).toContain(
    'A sign-up that nobody confirms goes after 30 days',
  )
})
