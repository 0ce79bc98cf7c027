import { afterAll, beforeEach, expect, test } from 'vitest'
import { canBuy } from '../../domain/availability.ts'
import { tellMeLimit } from '../../domain/tell-me.ts'
import { createNewsletter } from '../../supabase/functions/newsletter/handler.ts'
import { signLink } from '../../supabase/functions/_shared/signed-link.ts'
import { createTellMe } from '../../supabase/functions/tell-me/handler.ts'
import { sendDueEmails, type SentEmail } from '../support/deliver.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import { createTestShop } from '../support/shop.ts'
import { createUser, createStaffMember, type StaffMember } from '../desk/staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const environment = createFunctionEnvironment(shop)
const tellMe = createTellMe(environment)
const email = 'marsha@example.com'
const crisp = 'a1b00000-0000-4000-8000-000000000001'
const mustard = 'a1b00000-0000-4000-8000-000000000010'

beforeEach(async () => {
  for (const table of ['tell_me_requests', 'outbox', 'rate_limits', 'suppressions'])
    await sql.unsafe(`delete from public.${table}`)
  await sql`update public.products set "isSoldOut" = true, stock = null where id = ${crisp}`
  await sql`update public.products set "isComingSoon" = true, on_sale_from = null where id = ${mustard}`
  await sql`delete from public.outbox`
})

async function post(
  action: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<string | null> {
  const answer = await tellMe(
    new Request(`${shop.siteUrl.origin}/functions/v1/tell-me/${action}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
    }),
  )
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '').searchParams.get('outcome')
}

const ask = (product = crisp, address = email) => post('ask', { product, email: address })

async function askSignedIn(person: StaffMember, product = crisp): Promise<unknown> {
  const { data } = await person.client.auth.getSession()
  const answer = await tellMe(
    new Request(`${shop.siteUrl.origin}/functions/v1/tell-me/ask`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ product, email: person.email }),
    }),
  )
  return answer.json()
}

function tokenIn({ text }: SentEmail, page: string): string {
  const link = new RegExp(`https?://\\S+${page}\\?token=\\S+`).exec(text)?.[0] ?? ''
  return new URL(link).searchParams.get('token') ?? ''
}

/** Requests an email about a product as a visitor, and confirms the request by the link in the email. */
async function waitFor(product = crisp, address = email): Promise<void> {
  expect(await ask(product, address)).toBe('asked')
  const [mail] = await sendDueEmails(shop)
  if (mail === undefined) throw new Error('No mail asked')
  expect(await post('confirm', { token: tokenIn(mail, '/tell-me/confirm') })).toBe('confirmed')
}

const sellOut = (isSoldOut: boolean) =>
  sql`update public.products set "isSoldOut" = ${isSoldOut} where id = ${crisp}`
const requests = () => sql`select email, confirmed_at from public.tell_me_requests`
/** Sends the emails after the half minute in which a change at the desk can be undone. */
async function deliverLater(): Promise<SentEmail[]> {
  await sql`update public.outbox set next_attempt_at = least(next_attempt_at, now()) where template = 'tell_me'`
  return sendDueEmails(shop)
}
const subjects = async () => (await deliverLater()).map(({ subject }) => subject)
const got = 'Nashville Chilli Crisp is here'

test('a confirmed request gets one email when the product is back and is then deleted', async () => {
  await waitFor()
  expect(await subjects()).toEqual([])
  await sellOut(false)
  const [mail, ...others] = await deliverLater()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ subject: got, to: { address: email } })
  expect(mail?.text).toContain('/shop/product/nashville-chilli-crisp')
  expect(mail?.text).toContain('£8.50')
  expect(await requests()).toEqual([])
  await sellOut(true)
  await sellOut(false)
  expect(await subjects()).toEqual([])
})

test('an unconfirmed request gets no email when the product is back', async () => {
  await ask()
  expect(await subjects()).toEqual(['Shall we tell you when Nashville Chilli Crisp is here?'])
  await sellOut(false)
  expect(await subjects()).toEqual([])
})

test('a request for the signed-in address needs no confirmation, and one for another address does', async () => {
  const person = await createUser(shop)
  expect(await askSignedIn(person)).toEqual({ outcome: 'noted' })
  expect(await askSignedIn({ ...person, email: 'somebody@example.com' })).toEqual({
    outcome: 'asked',
  })
  expect((await requests()).filter((row) => row.confirmed_at !== null)).toMatchObject([
    { email: person.email },
  ])
})

test('signing in confirms an earlier request for the same address', async () => {
  const person = await createUser(shop)
  await ask(crisp, person.email)
  expect(await askSignedIn(person)).toEqual({ outcome: 'noted' })
  expect(await requests()).toEqual([{ email: person.email, confirmed_at: expect.any(Date) }])
})

test('an email about a product that sells out again before it is sent is held back until the next time', async () => {
  await waitFor()
  await sellOut(false)
  await sellOut(true)
  expect(await subjects()).toEqual([])
  expect(await requests()).toHaveLength(1)
  await sellOut(false)
  expect(await subjects()).toEqual([got])
  expect(await requests()).toEqual([])
})

test(
  'no email is sent in the half minute in which a switch at the desk can be undone',
  { tags: ['abuse-one-tap'] },
  async () => {
    await waitFor()
    await sellOut(false)
    expect(await sendDueEmails(shop)).toEqual([])
    await sellOut(true)
    expect(await subjects()).toEqual([])
    expect(await requests()).toHaveLength(1)
  },
)

test(
  'a product that comes back twice before the email is sent causes one email',
  { tags: ['email-tell-me-30'] },
  async () => {
    await waitFor()
    for (const isSoldOut of [false, true, false]) await sellOut(isSoldOut)
    expect(await subjects()).toEqual([got])
  },
)

test('stock that rises from zero sends the email, and a further rise does not', async () => {
  await sql`update public.products set "isSoldOut" = false, stock = 0 where id = ${crisp}`
  await waitFor()
  await sql`update public.products set stock = stock + 1 where id = ${crisp}`
  expect(await subjects()).toEqual([got])
  await sql`insert into public.tell_me_requests (product_id, email, confirmed_at) values (${crisp}, ${email}, now())`
  await sql`update public.products set stock = stock + 1 where id = ${crisp}`
  expect(await subjects()).toEqual([])
})

test('a coming-soon product sends the email on its release day', async () => {
  await waitFor(mustard)
  const day = new Date(shop.clock.now()).toISOString().slice(0, 10)
  await sql`
    update public.products p set on_sale_from = ${day}, allergen_answers = (
      select jsonb_object_agg(a.id, case when public.recipe_text(p.ingredients) ~* a.words then 'contains' else 'free' end) from public.allergen_words() a
    ) where p.id = ${mustard}`
  const open = { p_business_email: 'owner@example.com', p_now: `${day}T12:00:00Z` }
  expect((await shop.secret.rpc('release_coming_soon', open)).data).toBe(1)
  expect(await subjects()).toEqual(['Proper Mouthy Mustard is here'])
})

test('a rolled-back change sends no email', async () => {
  await waitFor()
  const taken = new Error('taken back')
  const change = sql.begin(async (tx) => {
    await tx`update public.products set "isSoldOut" = false where id = ${crisp}`
    throw taken
  })
  await expect(change).rejects.toBe(taken)
  expect(await subjects()).toEqual([])
})

test('a request that is confirmed after the product came back gets its email at once', async () => {
  await ask()
  const [mail] = await sendDueEmails(shop)
  if (mail === undefined) throw new Error('No mail asked')
  await sellOut(false)
  const token = tokenIn(mail, '/tell-me/confirm')
  expect(await post('confirm', { token })).toBe('confirmed')
  expect(await post('confirm', { token })).toBe('confirmed')
  expect(await subjects()).toEqual([got])
  expect(await post('confirm', { token })).toBe('no-link')
})

test('a confirmation during an uncommitted stock change misses no email', async () => {
  await ask()
  const [request] = await sql`select id from public.tell_me_requests`
  const change = await sql.reserve()
  await change`begin`
  await change`update public.products set "isSoldOut" = false where id = ${crisp}`
  const confirmed = shop.secret.rpc('confirm_back_in_stock', { p_id: request?.id })
  const answered = confirmed.then(({ data }) => data)
  await expect
    .poll(() => sql`select from pg_stat_activity where wait_event_type = 'Lock'`)
    .not.toHaveLength(0)
  await change`commit`
  change.release()
  expect(await answered).toBe(true)
  expect(await subjects()).toContain(got)
})

test('one-click unsubscribe ends all requests, including an email that is queued', async () => {
  await waitFor()
  await sellOut(false)
  const [row] = await sql`select public.hash_email(${email}) as hash`
  const token = await signLink(environment, 'unsubscribe', row?.hash, null)
  const answer = await createNewsletter(environment)(
    new Request(`${shop.siteUrl.origin}/functions/v1/newsletter/unsubscribe?token=${token}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    }),
  )
  expect(answer.status).toBe(200)
  expect(await subjects()).toEqual([])
  expect(await requests()).toEqual([])
})

test('both emails of a request have the newsletter’s unsubscribe link', async () => {
  await ask()
  const [question] = await sendDueEmails(shop)
  await sql`update public.tell_me_requests set confirmed_at = now()`
  await sellOut(false)
  const [answer] = await deliverLater()
  for (const mail of [question, answer]) {
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(mail?.headers['List-Unsubscribe']).toContain('/functions/v1/newsletter/unsubscribe?')
    expect(mail?.text).toContain('/newsletter/unsubscribe?token=')
  }
})

test('an unsubscribed address that asks for this email gets it', async () => {
  await sql`insert into public.suppressions select public.hash_email(${email})`
  await waitFor()
  await sellOut(false)
  expect(await subjects()).toEqual([got])
  expect(await sql`select from public.suppressions`).toHaveLength(1)
})

test(
  'a repeated request gets the same answer and sends no second email',
  { tags: ['form-tell-me-30'] },
  async () => {
    await waitFor()
    expect(await ask()).toBe('asked')
    expect(await ask(crisp, email.toUpperCase())).toBe('asked')
    expect(await subjects()).toEqual([])
    expect(await requests()).toHaveLength(1)
  },
)

test('an unconfirmed request can be repeated the next day with a new email', async () => {
  await ask()
  await sql`update public.tell_me_requests set created_at = now() - interval '25 hours'`
  await sql`update public.outbox set created_at = now() - interval '25 hours'`
  await ask()
  expect(await sql`select from public.outbox`).toHaveLength(2)
})

test(
  'an address gets at most three confirmation emails a day, for however many products',
  { tags: ['email-tell-me-30'] },
  async () => {
    const rows = await sql`
    update public.products set "isComingSoon" = true where id in (select id from public.products where active limit 5) returning id`
    for (const { id } of rows) {
      await sql`delete from public.rate_limits`
      await ask(id)
    }
    expect(await sql`select from public.outbox where template = 'tell_me_confirm'`).toHaveLength(3)
    await sql`update public.products set "isComingSoon" = false where id <> ${mustard}`
  },
)

test(
  'the fourth request of an address in five minutes is rate limited',
  { tags: ['form-tell-me-30'] },
  async () => {
    for (let round = 0; round < tellMeLimit.max; round += 1) expect(await ask()).toBe('asked')
    expect(await ask()).toBe('too-many')
  },
)

test(
  'a flood of requests from one IP address is rate limited',
  { tags: ['form-tell-me-30'] },
  async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const outcomes = []
    for (let each = 0; each < tellMeLimit.addressMax + 5; each += 1)
      outcomes.push(
        await post('ask', { product: crisp, email: `somebody${each}@example.com` }, headers),
      )
    expect(outcomes.filter((outcome) => outcome === 'asked')).toHaveLength(tellMeLimit.addressMax)
    expect(outcomes.at(-1)).toBe('too-many')
  },
)

test.each([
  ['an invalid address', { product: crisp, email: 'marsha' }, 'invalid-email'],
  ['two addresses', { product: crisp, email: 'a@example.com,b@example.com' }, 'invalid-email'],
  ['no product', { product: 'x', email }, 'no-product'],
  ['an unknown product', { product: crisp.replace('a1b', 'fff'), email }, 'no-product'],
  [
    'a product that can be bought',
    { product: 'a1b00000-0000-4000-8000-000000000002', email },
    'here',
  ],
])(
  'a request with %s is answered with its outcome and not stored',
  { tags: ['form-tell-me-27'] },
  async (_, form, outcome) => {
    expect(await post('ask', form)).toBe(outcome)
    expect(await requests()).toEqual([])
  },
)

test('an invalid link is answered with its own outcome', async () => {
  expect(await post('confirm', { token: 'a.b.c' })).toBe('no-link')
  const other = await signLink(environment, 'newsletter-confirm', crisp, null)
  expect(await post('confirm', { token: other })).toBe('no-link')
})

test('the database and the shop agree on what can be bought', async () => {
  const [row] = await sql`select * from public.products where id = ${crisp}`
  for (const active of [true, false])
    for (const isSoldOut of [true, false])
      for (const isComingSoon of [true, false])
        for (const stock of [null, 0, 1])
          for (const price of [null, 0, 850]) {
            const product = { active, isSoldOut, isComingSoon, stock, price }
            const [found] = await sql`
              select public.is_available(jsonb_populate_record(null::public.products, ${sql.json({ ...row, ...product })})) as here`
            expect({ ...product, here: found?.here }).toEqual({ ...product, here: canBuy(product) })
          }
})

test('the desk shows owners the number of confirmed requests', async () => {
  await waitFor()
  await ask(crisp, 'unsure@example.com')
  const owner = await createStaffMember(shop, 'owner')
  expect((await owner.client.rpc('desk_products_wanted')).data).toEqual({ [crisp]: 1 })
})
