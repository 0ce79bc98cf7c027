import { afterAll, beforeEach, expect, test } from 'vitest'
import { signLinks } from '../../mail/signed-links.ts'
import { signLink } from '../../supabase/functions/_shared/signed-link.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import {
  insertSubscription,
  createAccount,
  insertOrder,
  createTableFillers,
  startPersonalDataShop,
} from './person.ts'

const shop = await startPersonalDataShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const environment = createFunctionEnvironment(shop)
const email = 'guest@example.com'
const hour = 3_600_000

beforeEach(async () => {
  for (const table of [
    'data_requests',
    'outbox',
    'rate_limits',
    'security_audit_log',
    'enquiries',
    'guest_carts',
    'subscriptions',
    'orders',
  ])
    await sql.unsafe(`delete from public.${table}`)
  await sql`delete from auth.users`
  await sql`insert into public.guest_carts (email) values (${email})`
})

async function emails(): Promise<{ recipient: string; data: object }[]> {
  return sql`select recipient, data from public.outbox where template = 'your_data' order by created_at`
}

/** Returns the token of the link in the latest email, which is signed as the mail worker does it. */
async function mailedToken(): Promise<string> {
  const links = await signLinks((await emails()).at(-1)?.data, {
    siteUrl: shop.siteUrl,
    functionsUrl: shop.siteUrl,
    sign: (...link) => signLink(environment, ...link),
  })
  return new URL(links.yourData ?? '').searchParams.get('token') ?? ''
}

const ask = (address: string) => shop.outcome('request', { email: address })
const isHeld = async (): Promise<boolean> =>
  (await sql`select from public.guest_carts where email = ${email}`).length > 0

test('a request is answered alike for known and unknown addresses, and only a known one gets an email', async () => {
  const known = await shop.ask('request', { form: { email: ' Guest@Example.com ' } })
  const unknown = await shop.ask('request', { form: { email: 'nobody@example.com' } })
  expect([known.status, known.headers.get('location'), await known.text()]).toEqual([
    unknown.status,
    unknown.headers.get('location'),
    await unknown.text(),
  ])
  expect(known.headers.get('location')).toContain('outcome=asked')
  expect((await emails()).map(({ recipient }) => recipient)).toEqual([email])
})

test('failed sign-ins do not block a data request, and suspicious posts do', async () => {
  const note = (event: string) =>
    sql`select public.record_security_event(${event}, ${sql.json({ sender: email })}, '198.51.100.7', ${new Date(shop.clock.now())}) from generate_series(1, 5)`
  await note('auth_failure')
  expect(await ask(email)).toBe('asked')
  await note('suspicious_form_submission')
  expect(await ask(email)).toBe('too-many')
})

test('an invalid address is refused', { tags: ['abuse-27', 'form-guest-data-27'] }, async () => {
  for (const typed of [
    '',
    'guest',
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    `${'a'.repeat(251)}@b.co`,
  ])
    expect(await ask(typed)).toBe('invalid-email')
  expect(await emails()).toEqual([])
})

test(
  'an address is limited to five requests in five minutes and three emails a day',
  { tags: ['abuse-30', 'form-guest-data-30', 'email-data-link-30'] },
  async () => {
    const outcomes = []
    for (let time = 0; time < 6; time++) outcomes.push(await ask(email))
    expect(outcomes).toEqual([...Array(5).fill('asked'), 'too-many'])
    expect(await emails()).toHaveLength(3)
  },
)

test(
  'an IP address is limited to thirty requests in five minutes',
  { tags: ['form-guest-data-30'] },
  async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => ask(`somebody${index}@example.com`)),
    )
    expect(outcomes.filter((outcome) => outcome === 'asked')).toHaveLength(30)
  },
)

test('a link downloads the copy once', async () => {
  await ask(email)
  const token = await mailedToken()
  const answer = await shop.ask('download', { form: { token } })
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-/)
  expect(await answer.json()).toMatchObject({ about: email, guest_carts: [{ email }] })
  expect(await shop.outcome('download', { token })).toBe('no-link')
})

test(
  'twenty simultaneous downloads by one link return one copy',
  { tags: ['form-guest-data-30'] },
  async () => {
    await ask(email)
    const token = await mailedToken()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.ask('download', { form: { token } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  },
)

test('a link erases the data after a confirmation', async () => {
  await ask(email)
  const token = await mailedToken()
  expect(await shop.outcome('erase', { token })).toBe('not-sure')
  expect(await isHeld()).toBe(true)
  expect(await shop.outcome('erase', { token, sure: 'yes' })).toBe('erased')
  expect(await isHeld()).toBe(false)
  expect(await sql`select from public.outbox`).toHaveLength(0)
  expect(await shop.outcome('erase', { token, sure: 'yes' })).toBe('no-link')
  expect(await shop.outcome('download', { token })).toBe('no-link')
})

test(
  'a link neither downloads nor erases an account with a second factor',
  { tags: ['abuse-19-stolen-password'] },
  async () => {
    const person = await createAccount(shop, email)
    await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${person.id}, 'totp', 'verified', now(), now())`
    await ask(email)
    const token = await mailedToken()
    expect(await shop.outcome('download', { token })).toBe('asks-code')
    expect(await shop.outcome('erase', { token, sure: 'yes' })).toBe('asks-code')
    expect(await sql`select from auth.users where id = ${person.id}`).toHaveLength(1)
    await sql`delete from auth.mfa_factors`
    const answer = await shop.ask('download', { form: { token } })
    expect(await answer.json()).toMatchObject({ about: email })
  },
)

test('a GET request changes nothing', { tags: ['abuse-36', 'form-guest-data-36'] }, async () => {
  await ask(email)
  const token = await mailedToken()
  for (const action of ['request', 'download', 'erase']) {
    const answer = await shop.ask(`${action}?token=${token}&sure=yes&email=${email}`, {
      method: 'GET',
    })
    expect(answer.status).toBe(405)
  }
  expect(await isHeld()).toBe(true)
})

test('a link that is expired, forged or made for something else is refused', async () => {
  await ask(email)
  const token = await mailedToken()
  const [request] = await sql`select id from public.data_requests`
  const other = await signLink(environment, 'cart-restore', request?.id, null)
  const forged = `${token.slice(0, -2)}xx`
  for (const bad of ['', other, forged]) {
    expect(await shop.outcome('download', { token: bad })).toBe('no-link')
    expect(await shop.outcome('erase', { token: bad, sure: 'yes' })).toBe('no-link')
  }
  const late = await signLink(environment, 'your-data', request?.id, null)
  shop.clock.advance(hour)
  for (const bad of [token, late]) {
    expect(await shop.outcome('download', { token: bad })).toBe('no-link')
    expect(await shop.outcome('erase', { token: bad, sure: 'yes' })).toBe('no-link')
  }
  expect(await isHeld()).toBe(true)
})

test('a request from another site is refused', { tags: ['form-guest-data-36'] }, async () => {
  const headers = { origin: 'https://evil.example' }
  for (const action of ['request', 'download', 'erase'])
    expect((await shop.ask(action, { form: { email, sure: 'yes' }, headers })).status).toBe(403)
})

test('a link refused because of an open order works once the order is sent', async () => {
  const number = await insertOrder(shop.database, { id: null, email }, { status: 'paid' })
  await ask(email)
  const token = await mailedToken()
  expect(await shop.outcome('erase', { token, sure: 'yes' })).toBe('order-open')
  await sql`update public.orders set status = 'fulfilled', fulfilled_at = now() where number = ${number}`
  expect(await shop.outcome('erase', { token, sure: 'yes' })).toBe('erased')
})

test('a refused erasure names all open orders and subscriptions at once', async () => {
  const guest = { id: null, email }
  await insertOrder(shop.database, guest, { status: 'paid' })
  await insertSubscription(shop.database, guest, { status: 'active' })
  await ask(email)
  expect(await shop.outcome('erase', { token: await mailedToken(), sure: 'yes' })).toBe(
    'order-open,box-open',
  )
})

test('the owner of the mailbox of an account can download and erase it', async () => {
  const person = await createAccount(shop, email)
  await createTableFillers(shop, person)['public.orders']()
  await ask(email)
  const token = await mailedToken()
  const copy = await (await shop.ask('download', { form: { token } })).json()
  expect(copy).toMatchObject({ account: { id: person.id }, orders: [{ total: 1179 }] })
  expect(await shop.outcome('erase', { token, sure: 'yes' })).toBe('erased')
  expect(await sql`select from auth.users where id = ${person.id}`).toHaveLength(0)
})

test('an erasure of a new address cancels a pending email change to it', async () => {
  const other = await createAccount(shop, 'other@example.com')
  await sql`update auth.users set email_change = 'new@example.com' where id = ${other.id}`
  await sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
    values (${other.id}, 'email_change_token_new', 'x', 'new@example.com')`
  await ask('new@example.com')
  const token = await mailedToken()
  const copy = await (await shop.ask('download', { form: { token } })).json()
  expect(copy).toMatchObject({ account: null, an_account_waits_to_move_here: true })
  expect(await shop.outcome('erase', { token, sure: 'yes' })).toBe('erased')
  const [left] = await sql`select email, email_change from auth.users where id = ${other.id}`
  expect(left).toEqual({ email: 'other@example.com', email_change: '' })
  expect(
    await sql`select from auth.one_time_tokens where relates_to = 'new@example.com'`,
  ).toHaveLength(0)
})

test('an erasure does not remove an address from the suppression list', async () => {
  await sql`insert into public.suppressions select public.hash_email(${email})`
  await ask(email)
  expect(await shop.outcome('erase', { token: await mailedToken(), sure: 'yes' })).toBe('erased')
  const [row] = await sql`select public.is_suppressed(${email}) as suppressed`
  expect(row?.suppressed).toBe(true)
})

test('a database failure is shown to the guest, and its cause is logged', async () => {
  await sql`revoke execute on function public.request_personal_data from service_role`
  try {
    expect(await ask(email)).toBe('failed')
    expect(shop.log.lines.at(-1)).toMatchObject({ level: 'error', details: { action: 'request' } })
    expect(JSON.stringify(shop.log.lines)).not.toContain(email)
  } finally {
    await sql`grant execute on function public.request_personal_data to service_role`
  }
})
