import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { cleanLine } from '../../domain/clean-text.ts'
import { isDeliverableEmail } from '../../domain/validation.ts'
import { attackTexts, honestWords } from '../../domain/words.fixtures.ts'
import { createNewsletter } from '../../supabase/functions/newsletter/handler.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import { createTestShop, type TestUser } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const newsletter = createNewsletter(createFunctionEnvironment(shop))

beforeEach(async () => {
  for (const table of ['newsletter_signups', 'outbox', 'rate_limits', 'security_audit_log'])
    await sql.unsafe(`delete from public.${table}`)
})

let last = 0
/** Signs up for the newsletter through REST, as a program does that does not use the form. */
async function signUp(name: string, from = `192.0.2.${(last += 1) % 250}`, email?: string) {
  const fetch = shop.backend.fetchFor({ clientAddress: from, headers: { 'user-agent': 'Bot/1' } })
  const answer = await fetch(`${shop.siteUrl.origin}/rest/v1/newsletter_signups`, {
    method: 'POST',
    headers: { apikey: shop.keys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email: email ?? `reader${last}@example.com`, name }),
  })
  return { status: answer.status, wait: answer.headers.get('retry-after') }
}

const signUps = () => sql<{ name: string }[]>`select name from public.newsletter_signups`
const notes = () =>
  sql`select event_type, severity, source, details from public.security_audit_log order by id`

/**
 * Yields characters of every Unicode block. NUL and lone surrogates are left out, because PostgreSQL cannot store them
 * in text, and so are rare Han characters.
 */
function* characters(): Generator<number> {
  for (const [first, last] of [
    [0x1, 0xd7ff],
    [0xe000, 0x1ffff],
    [0xe0000, 0xe1fff],
  ] as const)
    for (let code = first; code <= last; code++) yield code
}

/** Generates text from all characters, and from words and characters that are special to some parser. */
const words = fc
  .array(
    fc.constantFrom(
      ...attackTexts,
      ...honestWords,
      '<',
      '>',
      '"',
      "'",
      '=',
      '+',
      '-',
      '@',
      ' ',
      '\t',
      '\n',
      '\r',
      '\u2028',
      '\u202e',
      '\u0007',
      '\u0085',
      'javascript:',
      'java',
      'script',
      'data:text/html',
      'é',
      '🌶️',
      'x',
      ';',
      '--',
      '\uFF1D',
      '\uFF0D',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

/** Posts a form as a page without JavaScript does. Returns the page to which the response redirects. */
async function postForm(
  name: string,
  from: string,
  email = `reader${(last += 1)}@example.com`,
): Promise<string | undefined> {
  const answer = await newsletter(
    new Request(`${shop.siteUrl.origin}/newsletter/sign-up`, {
      method: 'POST',
      headers: { 'user-agent': 'Bot/1', 'x-forwarded-for': from },
      body: new URLSearchParams({ email, name }),
    }),
  )
  return answer.headers.get('location')?.split('/').at(-1)
}

describe('the checks of the database', () => {
  test('the database leaves a line cleaned by the pages unchanged', async () => {
    const sample = [...attackTexts, ...honestWords, ...fc.sample(words, 300)].map((one) =>
      one.slice(0, 90),
    )
    const clean = sample.filter((one) => one.isWellFormed()).map((one) => cleanLine(one, 100))
    const rows = await sql<{ line: string }[]>`
      select public.clean_line(t) as line from unnest(${clean}::text[]) with ordinality as u (t, n) order by n`
    expect(rows.map(({ line }) => line)).toEqual(clean)
  })

  test('the database trims the same characters as JavaScript', async () => {
    const codes = [...characters()]
    const rows = await sql<{ code: number }[]>`
      select code from unnest(${codes}::int[]) as code where public.trim_text(chr(code) || 'x' || chr(code)) = 'x' order by code`
    const trimmed = codes.filter((code) => String.fromCodePoint(code).trim() === '')
    expect(rows.map(({ code }) => code)).toEqual(trimmed)
  })

  test('the database accepts the same email addresses as the pages', async () => {
    const part = fc.stringMatching(/^[\w.,:()[\]=+@\-"'<>;\\ !|é]{1,8}$/)
    const made = fc.sample(
      fc.tuple(part, part).map(([one, other]) => `${one}@${other}.co`),
      300,
    )
    const sample = [
      ...made,
      'a@b.c',
      'marsha+cake@example.co.uk',
      'ünï@exämple.de',
      'a,b@c.de',
      'a@b.cd\r\nbcc: x@y.zz',
      '=a@b.cd',
      'a@b',
      `${'a'.repeat(250)}@b.cd`,
      `${'a'.repeat(251)}@b.cd`,
      'a@b..cd',
      'a@.cd',
      ...[...characters()]
        .map((code) => String.fromCodePoint(code))
        .filter((one) => /[\s\p{Cc}\p{Cf}]/u.test(one))
        .map((one) => `a${one}b@c.de`),
      ...['', 'a'].map((one) => `${one}${'🌶'.repeat(125)}@c.de`),
      ...[16, 17].map((peppers) => `${'🌶'.repeat(peppers)}@c.de`),
      ...[64, 65].map((letters) => `${'a'.repeat(letters)}@c.de`),
      ...[189, 190].map((letters) => `${'a'.repeat(64)}@${'b'.repeat(letters - 3)}.de`),
    ]
    const rows = await sql<{ is: boolean }[]>`
      select public.is_deliverable_email(t) as is from unnest(${sample}::text[]) with ordinality as u (t, n) order by n`
    expect(rows.map((row) => row.is)).toEqual(sample.map(isDeliverableEmail))
  })
})

test.each(attackTexts)(
  'a newsletter sign-up with the name %s is refused and logged',
  { tags: ['abuse-26', 'form-newsletter-26'] },
  async (name) => {
    expect(await postForm(name, '192.0.2.1')).toBe('done?outcome=invalid-name')
    expect(await signUps()).toEqual([])
    expect(await sql`select from public.outbox`).toHaveLength(0)
    expect(await notes()).toMatchObject([
      {
        event_type: 'suspicious_form_submission',
        severity: 'high',
        source: 'server',
        details: {
          form: 'newsletter_signup',
          field: 'name',
          userAgent: 'Bot/1',
          url: `${shop.siteUrl.origin}/functions/v1/newsletter/sign-up`,
          timestamp: expect.any(String),
          version: '1',
          address: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    ])
  },
)

test(
  'five suspicious names in ten minutes block newsletter sign-ups of the sender only',
  { tags: ['abuse-30'] },
  async () => {
    const [from, email] = ['203.0.113.5', 'hostile@example.com']
    for (const name of attackTexts.slice(0, 5)) await postForm(name, from, email)
    const refused = await signUp('Marsha', from, email)
    expect(refused.status).toBe(429)
    expect(Number(refused.wait)).toBeGreaterThan(500)
    expect(await postForm('Marsha', from, email)).toBe('done?outcome=too-many')
    expect((await signUp('Marsha', from)).status).toBe(201)
    expect((await signUp('Marsha')).status).toBe(201)
  },
)

test('suspicious names with ever new emails are logged, up to a limit', async () => {
  for (let time = 1; time <= 25; time += 1) await postForm('<script>', '203.0.113.6')
  expect(await notes()).toHaveLength(20)
})

test(
  'a refused flood of newsletter sign-ups is logged without personal data in its counters',
  { tags: ['abuse-30'] },
  async () => {
    const statuses = []
    for (let time = 0; time < 4; time++) {
      statuses.push((await signUp('Marsha', '192.0.2.1', 'eager@example.com')).status)
      await sql`delete from public.newsletter_signups`
    }
    expect(statuses).toEqual([201, 201, 201, 429])
    expect((await notes()).map(({ event_type }) => event_type)).toEqual(['rate_limit_violation'])
    const keys = await sql<{ key: string }[]>`select key from public.rate_limits`
    expect(keys.map(({ key }) => key).join(' ')).not.toMatch(/eager|192\.0\.2/)
  },
)

test(
  'a newsletter name is stored without control characters, markup and formula signs',
  { tags: ['form-newsletter-26', 'form-newsletter-27'] },
  async () => {
    const name = ' =HYPERLINK("http://evil.example")\u202e\r\nBcc: x '
    expect((await signUp(name)).status).toBe(400)
    await postForm(name, '192.0.2.1')
    expect(await signUps()).toEqual([{ name: 'HYPERLINK("http://evil.example") Bcc: x' }])
  },
)

test(
  'no generated newsletter name is stored with harmful characters',
  { tags: ['abuse-26'] },
  async () => {
    for (const name of fc.sample(words, 40).filter((one) => one.isWellFormed())) await signUp(name)
    for (const { name } of await signUps()) {
      expect(name).not.toMatch(/[<>\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u)
      expect(name).not.toMatch(/^[\s=+@\uFF1D\uFF0B\uFF20]/)
    }
  },
)

test(
  'the name of an account is cleaned on every path',
  { tags: ['abuse-26', 'form-account-26'] },
  async () => {
    const person = await shop.createUser()
    const profiles = person.client.from('profiles')
    await profiles.update({ full_name: ' =<b>Ada\r\n\u202eLovelace' }).eq('id', person.id)
    expect((await profiles.select('full_name').single()).data).toEqual({
      full_name: 'bAda Lovelace',
    })
    expect((await profiles.update({ full_name: 'x'.repeat(101) }).eq('id', person.id)).status).toBe(
      400,
    )
    await profiles.update({ full_name: '<>' }).eq('id', person.id)
    expect((await profiles.select('full_name').single()).data).toEqual({ full_name: null })
  },
)

interface NameChange {
  from?: string
  accept?: string
}

/** Changes the name of an account through REST, as a program does that does not use the form. */
async function rename(person: TestUser, name: string, { from, accept }: NameChange = {}) {
  const headers = { 'user-agent': 'Bot/1' }
  const clientAddress = from ?? `198.51.100.${(last += 1) % 250}`
  const answer = await shop.backend.fetchFor({ clientAddress, headers })(
    `${shop.siteUrl.origin}/rest/v1/profiles?select=full_name&id=eq.${person.id}`,
    {
      method: 'PATCH',
      headers: {
        apikey: shop.keys.publishable,
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/json',
        ...(accept !== undefined && { accept, prefer: 'return=representation' }),
      },
      body: JSON.stringify({ full_name: name }),
    },
  )
  return answer.status
}

async function nameOf({ id }: TestUser): Promise<string | null> {
  const [row] = await sql`select full_name from public.profiles where id = ${id}`
  return row?.full_name
}

test.each(attackTexts)(
  'the name of an account is stored without markup, even when it is %s',
  { tags: ['abuse-26'] },
  async (name) => {
    const person = await shop.createUser()
    expect(await rename(person, name)).toBe(204)
    expect(await nameOf(person)).not.toMatch(/[<>]/)
  },
)

test(
  'suspicious input does not block the carts, names and consents of others at the address',
  { tags: ['abuse-30'] },
  async () => {
    const [person, from] = [await shop.createUser(), '203.0.113.9']
    const write = (at: string) => {
      const fetch = shop.backend.fetchFor({ clientAddress: at, headers: {} })
      const call = (path: string, token: string, body: object) =>
        fetch(`${shop.siteUrl.origin}/rest/v1/${path}`, {
          method: 'POST',
          headers: {
            apikey: shop.keys.publishable,
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            prefer: 'resolution=merge-duplicates',
          },
          body: JSON.stringify(body),
        }).then(({ status }) => status)
      const guest = { p_cart_id: crypto.randomUUID(), p_email: null, p_cart_data: [] }
      return Promise.all([
        call('carts', person.token, { user_id: person.id, items: [] }),
        call('rpc/store_guest_cart', shop.keys.publishable, guest),
        call('rpc/set_cart_reminders', person.token, { p_agreed: true }),
        call('rpc/set_cart_reminders', person.token, { p_agreed: false }),
        rename(person, 'Ada', { from: at }),
      ])
    }
    for (const name of attackTexts.slice(0, 5)) await postForm(name, from, 'hostile@example.com')
    expect(await notes()).toHaveLength(5)
    expect(await write(from)).toEqual([201, 200, 200, 200, 204])
  },
)

test('an account created without a page gets a profile with a cleaned name', async () => {
  const [row] = await sql`
    insert into auth.users (email, raw_user_meta_data)
    values ('signed-up@example.com', ${sql.json({ full_name: '<script>Ada' })})
    returning (select true) as made`
  expect(row?.made).toBe(true)
  const profiles = await sql`
    select full_name from public.profiles p join auth.users u using (id) where u.email = 'signed-up@example.com'`
  expect(profiles).toEqual([{ full_name: 'scriptAda' }])
})

test.each(['a,b@example.com', 'a@example.com\r\nBcc: b@example.com', '(x)a@example.com', 'a@b'])(
  'a guest cart and a sign-up refuse the invalid address %j',
  { tags: ['abuse-27', 'form-newsletter-27', 'form-guest-email-27'] },
  async (email) => {
    const cart = { p_cart_id: null, p_email: email, p_cart_data: [] }
    const { error } = await shop.secret.rpc('store_guest_cart', cart)
    expect(error?.code).toMatch(/^(22023|23514)$/)
    await shop.anon.rpc('store_guest_cart', cart)
    expect(await sql`select from public.guest_carts where email = ${email}`).toEqual([])
    expect((await signUp('Marsha', undefined, email)).status).toBe(400)
  },
)

test(
  'the response to a discount code does not repeat the code',
  { tags: ['form-checkout-26', 'form-checkout-27'] },
  async () => {
    const typed = [...attackTexts, ...fc.sample(words, 60)].filter((one) => one.isWellFormed())
    const answers = new Set<string>()
    for (const p_code of typed) {
      const { data, error } = await shop.anon.rpc('discount_of', { p_code })
      expect(error).toBeNull()
      answers.add(JSON.stringify(data))
    }
    expect([...answers]).toEqual([
      JSON.stringify({ error: 'We don’t know this code. Please check it letter by letter.' }),
    ])
  },
)
