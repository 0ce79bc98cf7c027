import { afterAll, beforeEach, expect, test } from 'vitest'
import { newsletterOffer, newsletterPromise } from '../../domain/newsletter-words.ts'
import { createNewsletter } from '../../supabase/functions/newsletter/handler.ts'
import { signLink } from '../../supabase/functions/_shared/signed-link.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const environment = createFunctionEnvironment(shop)
const newsletter = createNewsletter(environment)
const offered = `${newsletterOffer} ${newsletterPromise}`
const marsha = { email: 'marsha@example.com', name: 'Marsha' }
const hash = async (email: string): Promise<string> =>
  (await sql`select public.hash_email(${email}) as hash`)[0]?.hash

beforeEach(async () => {
  await sql`delete from public.newsletter_signups`
  await sql`delete from public.suppressions`
  await sql`delete from public.outbox`
  await sql`delete from public.rate_limits`
  await sql`delete from public.security_audit_log`
})

interface Call {
  form?: Record<string, string>
  query?: string
  headers?: Record<string, string>
  method?: string
}

async function post(
  action: string,
  call: Call = {},
): Promise<{ status: number; to: string | null }> {
  const { form = {}, query = '', headers = {}, method = 'POST' } = call
  const answer = await newsletter(
    new Request(`${shop.siteUrl.origin}/functions/v1/newsletter/${action}${query}`, {
      method,
      headers,
      ...(method === 'POST' && { body: new URLSearchParams(form) }),
    }),
  )
  return { status: answer.status, to: answer.headers.get('location')?.split('/').at(-1) ?? null }
}

async function signUps(): Promise<Record<string, unknown>[]> {
  return sql`select email, name, consent_wording, consent_page, confirmed_at from public.newsletter_signups`
}

async function emails(): Promise<{ recipient: string; data: Record<string, string> }[]> {
  return sql`select recipient, data from public.outbox where template = 'newsletter_confirm' order by created_at`
}

test('a sign-up is stored with its consent and its address gets one confirmation email', async () => {
  const consent = { consent_page: '/shop' }
  const { error } = await shop.anon.from('newsletter_signups').insert({ ...marsha, ...consent })
  expect(error).toBeNull()
  expect(await signUps()).toEqual([
    { ...marsha, ...consent, consent_wording: offered, confirmed_at: null },
  ])
  const [email] = await emails()
  expect(email).toMatchObject({ recipient: marsha.email })
  expect(JSON.stringify(email?.data)).not.toContain('Marsha')
})

test('a sign-up needs only an address and a name, and markup is removed from the name', async () => {
  await post('sign-up', { form: { ...marsha, name: ' <b>Mar\nsha' } })
  expect(await signUps()).toMatchObject([{ name: 'bMar sha', consent_wording: offered }])
})

test(
  'signing up the same address twice answers 23505, whatever the case, and sends no second email',
  { tags: ['abuse-30'] },
  async () => {
    await shop.anon.from('newsletter_signups').insert(marsha)
    const again = { ...marsha, email: 'MARSHA@example.com' }
    const { error } = await shop.anon.from('newsletter_signups').insert(again)
    expect(error?.code).toBe('23505')
    expect(await emails()).toHaveLength(1)
  },
)

test('a visitor can neither forge a confirmation nor read a sign-up', async () => {
  const forged = { ...marsha, confirmed_at: new Date().toISOString() }
  expect((await shop.anon.from('newsletter_signups').insert(forged)).error?.code).toBe('42501')
  expect((await shop.anon.from('newsletter_signups').select('email')).error?.code).toBe('42501')
  expect(await signUps()).toEqual([])
})

test('an unconfirmed sign-up can be repeated the next day with a new email', async () => {
  await shop.anon.from('newsletter_signups').insert(marsha)
  await sql`update public.newsletter_signups set created_at = now() - interval '25 hours'`
  await sql`update public.outbox set created_at = now() - interval '25 hours'`
  const { error } = await shop.anon.from('newsletter_signups').insert(marsha)
  expect(error).toBeNull()
  expect(await emails()).toHaveLength(2)
})

test(
  'an address that unsubscribes and signs up again gets at most three confirmation emails a day',
  { tags: ['abuse-30'] },
  async () => {
    for (let round = 0; round < 5; round++) {
      expect((await shop.anon.from('newsletter_signups').insert(marsha)).error).toBeNull()
      await sql`delete from public.newsletter_signups`
      await sql`delete from public.rate_limits`
    }
    expect(await emails()).toHaveLength(3)
    await sql`update public.outbox set created_at = now() - interval '25 hours'`
    await shop.anon.from('newsletter_signups').insert(marsha)
    expect(await emails()).toHaveLength(4)
  },
)

test('a person who signs up, unsubscribes and signs up again on the same day can confirm', async () => {
  await shop.anon.from('newsletter_signups').insert(marsha)
  const unsubscribe = await signLink(environment, 'unsubscribe', await hash(marsha.email), null)
  await post('unsubscribe', { form: { token: unsubscribe } })
  await shop.anon.from('newsletter_signups').insert(marsha)
  const [first, second] = await emails()
  const confirm = async (email: typeof first) => {
    const token = await signLink(environment, 'newsletter-confirm', email?.data.signup ?? '', null)
    return (await post('confirm', { form: { token } })).to
  }
  expect(await confirm(first)).toBe('done?outcome=no-link')
  expect(await confirm(second)).toBe('done?outcome=confirmed')
  expect(await signUps()).toMatchObject([{ confirmed_at: expect.any(Date) }])
  expect(await sql`select from public.suppressions`).toHaveLength(0)
})

test(
  'the fourth sign-up of an address in five minutes is rate limited',
  { tags: ['form-newsletter-30'] },
  async () => {
    for (let round = 0; round < 3; round++) {
      expect((await shop.anon.from('newsletter_signups').insert(marsha)).status).toBe(201)
      await sql`delete from public.newsletter_signups`
    }
    expect((await shop.anon.from('newsletter_signups').insert(marsha)).status).toBe(429)
    expect(await signUps()).toEqual([])
  },
)

test(
  'a flood of sign-ups for one address sends it one confirmation email a day',
  { tags: ['abuse-30', 'form-newsletter-30', 'email-newsletter-30'] },
  async () => {
    const spellings = [marsha.email, marsha.email.toUpperCase(), ' Marsha@Example.com ']
    for (const hour of [0, 6, 12, 18]) {
      await Promise.all(
        spellings.flatMap((email, spelling) => [
          shop.anon.from('newsletter_signups').insert({ ...marsha, email }),
          post('sign-up', {
            form: { ...marsha, email },
            headers: { 'x-forwarded-for': `198.51.100.${hour + spelling}` },
          }),
        ]),
      )
      await sql`delete from public.rate_limits`
    }
    expect(await signUps()).toHaveLength(1)
    expect((await emails()).map(({ recipient }) => recipient.toLowerCase())).toEqual([marsha.email])
  },
)

test(
  'a flood from one IP address is limited to thirty sign-ups and as many emails',
  { tags: ['abuse-30', 'form-newsletter-30'] },
  async () => {
    const sent = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        shop.anon
          .from('newsletter_signups')
          .insert({ name: 'Bot', email: `b${index}@example.com` }),
      ),
    )
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(30)
    expect(await emails()).toHaveLength(30)
  },
)

test(
  'the link in the email confirms, even twice, and ends an earlier unsubscription',
  { tags: ['form-newsletter-links-30'] },
  async () => {
    await shop.anon.from('newsletter_signups').insert(marsha)
    await sql`insert into public.suppressions select public.hash_email(${marsha.email})`
    const [email] = await emails()
    const token = await signLink(environment, 'newsletter-confirm', email?.data.signup ?? '', null)
    for (let round = 0; round < 2; round++)
      expect(await post('confirm', { form: { token } })).toEqual({
        status: 303,
        to: 'done?outcome=confirmed',
      })
    expect((await signUps())[0]?.confirmed_at).not.toBeNull()
    expect(await sql`select from public.suppressions`).toHaveLength(0)
  },
)

test('a link that was made for another purpose confirms and unsubscribes nobody', async () => {
  await shop.anon.from('newsletter_signups').insert(marsha)
  const [email] = await emails()
  const other = await signLink(environment, 'unsubscribe', email?.data.signup ?? '', null)
  expect((await post('confirm', { form: { token: other } })).to).toBe('done?outcome=no-link')
  expect((await post('unsubscribe', { form: { token: 'x.y.z' } })).to).toBe('done?outcome=no-link')
  const oneClick = { 'List-Unsubscribe': 'One-Click' }
  expect((await post('unsubscribe', { form: oneClick, query: '?token=x' })).status).toBe(400)
  expect(await signUps()).toMatchObject([{ confirmed_at: null }])
})

test(
  'one click unsubscribes an address, even after everything else is erased',
  { tags: ['form-newsletter-links-30'] },
  async () => {
    await shop.anon.from('newsletter_signups').insert(marsha)
    const token = await signLink(environment, 'unsubscribe', await hash(marsha.email), null)
    const query = `?token=${token}`
    const answer = await post('unsubscribe', { query, form: { 'List-Unsubscribe': 'One-Click' } })
    expect(answer.status).toBe(200)
    expect(await signUps()).toEqual([])
    const [row] = await sql`select public.is_suppressed(' Marsha@Example.com ') as suppressed`
    expect(row?.suppressed).toBe(true)
    expect(JSON.stringify(await sql`select * from public.suppressions`)).not.toContain('marsha')
  },
)

test(
  'opening a link changes nothing and redirects to the page with the button',
  { tags: ['abuse-36', 'form-newsletter-links-36'] },
  async () => {
    await shop.anon.from('newsletter_signups').insert(marsha)
    const token = await signLink(environment, 'unsubscribe', await hash(marsha.email), null)
    const opened = await post('unsubscribe', { method: 'GET', query: `?token=${token}` })
    expect(opened).toEqual({ status: 303, to: `unsubscribe?token=${token}` })
    expect((await post('confirm', { method: 'GET' })).status).toBe(405)
    expect(await signUps()).toHaveLength(1)
  },
)

test('an unconfirmed sign-up is deleted after thirty days and a confirmed one is not', async () => {
  await shop.anon.from('newsletter_signups').insert(marsha)
  await shop.anon.from('newsletter_signups').insert({ ...marsha, email: 'reader@example.com' })
  await sql`update public.newsletter_signups set created_at = now() - interval '31 days'`
  await sql`update public.newsletter_signups set confirmed_at = now() where email = ${marsha.email}`
  expect((await shop.secret.rpc('delete_outdated_data')).data).toMatchObject({ signUps: 1 })
  expect(await signUps()).toMatchObject([{ email: marsha.email }])
})

test('a form of another site is refused', { tags: ['form-newsletter-36'] }, async () => {
  const headers = { origin: 'https://evil.example' }
  for (const action of ['sign-up', 'confirm', 'unsubscribe'])
    expect((await post(action, { headers, form: marsha })).status).toBe(403)
  expect(await signUps()).toEqual([])
})

test('the form answers with a page for each outcome without JavaScript', async () => {
  const headers = { origin: shop.siteUrl.origin, referer: `${shop.siteUrl.origin}/shop?x=1` }
  const outcome = async (form: Record<string, string>) =>
    (await post('sign-up', { form, headers })).to
  expect(await outcome(marsha)).toBe('done?outcome=signed-up')
  expect(await outcome(marsha)).toBe('done?outcome=already')
  expect(await outcome({ ...marsha, email: 'x' })).toBe('done?outcome=invalid-email')
  expect(await outcome({ ...marsha, name: '' })).toBe('done?outcome=invalid-name')
  expect(await outcome(marsha)).toBe('done?outcome=already')
  expect(await outcome(marsha)).toBe('done?outcome=too-many')
  expect(await signUps()).toMatchObject([
    { ...marsha, consent_wording: offered, consent_page: '/shop' },
  ])
})

test('the server logs sign-ups and failed sign-ups without JavaScript', async () => {
  const headers = { origin: shop.siteUrl.origin }
  await post('sign-up', { form: marsha, headers })
  await post('sign-up', { form: marsha, headers })
  const broken = createNewsletter({
    ...environment,
    fetch: (input, init) =>
      String(input instanceof Request ? input.url : input).includes('/newsletter_signups')
        ? Promise.resolve(Response.json({ message: 'The table is away' }, { status: 500 }))
        : environment.fetch(input, init),
  })
  const form = new URLSearchParams({ ...marsha, email: 'lost@example.com' })
  const url = `${shop.siteUrl.origin}/functions/v1/newsletter/sign-up`
  const answer = await broken(new Request(url, { method: 'POST', headers, body: form }))
  expect(answer.headers.get('location')).toContain('outcome=failed')
  const notes = await sql`
    select event_type, source, details ->> 'email' as email, details ->> 'error' as error
    from public.security_audit_log order by id`
  const source = 'server'
  expect(notes).toEqual([
    { event_type: 'newsletter_signup', source, email: marsha.email, error: null },
    {
      event_type: 'newsletter_signup_failed',
      source,
      email: 'lost@example.com',
      error: 'The table is away',
    },
  ])
})

test('an oversized body and an unknown form are refused', async () => {
  expect((await post('sign-up', { form: { name: 'x'.repeat(20_000) } })).status).toBe(413)
  expect((await post('elsewhere')).status).toBe(404)
})
