import { createHash } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { signLink } from '../../supabase/functions/_shared/signed-link.ts'
import { createNewsletter } from '../../supabase/functions/newsletter/handler.ts'
import { insertRow } from '../support/insert.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import { createTestShop, type TestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const newsletter = createNewsletter(createFunctionEnvironment(shop))
const marsha = { email: 'marsha@example.com', name: 'Marsha' }
const hash = createHash('sha256').update(marsha.email).digest('hex')
const linkFor = (of: TestShop) => signLink(createFunctionEnvironment(of), 'unsubscribe', hash, null)
const token = await linkFor(shop)
const oneClick = { 'List-Unsubscribe': 'One-Click' }

beforeEach(async () => {
  for (const table of ['newsletter_signups', 'suppressions', 'rate_limits', 'outbox'])
    await sql.unsafe(`delete from public.${table}`)
  await insertRow(sql, 'public.newsletter_signups', marsha)
})

interface Post {
  body: BodyInit
  type?: string
  by?: typeof newsletter
  link?: string
}

/** Posts to the unsubscribe link of an email, as a mail client's button or the button of the page does. */
async function unsubscribe({ body, type, by = newsletter, link = token }: Post) {
  const answer = await by(
    new Request(`${shop.siteUrl.origin}/functions/v1/newsletter/unsubscribe?token=${link}`, {
      method: 'POST',
      headers: type === undefined ? {} : { 'content-type': type },
      body,
    }),
  )
  return { status: answer.status, to: answer.headers.get('location'), headers: answer.headers }
}

function multipart(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const isListed = async () => (await sql`select from public.newsletter_signups`).length > 0

const byHand = [
  '--Mail_1',
  'content-disposition: form-data; name="List-Unsubscribe"',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'One-Click',
  '--Mail_1--',
  '',
].join('\r\n')

test.each<[string, Pick<Post, 'body' | 'type'>]>([
  ['as an ordinary form', { body: new URLSearchParams(oneClick) }],
  [
    'with its content type in mixed case',
    {
      body: 'List-Unsubscribe=One-Click',
      type: 'Application/X-WWW-Form-Urlencoded; Charset=UTF-8',
    },
  ],
  ['as multipart', { body: multipart(oneClick) }],
  [
    'as multipart in the format of a mail client',
    { body: byHand, type: 'Multipart/Form-Data; boundary=Mail_1' },
  ],
])('one click that is sent %s unsubscribes an address without a redirect', async (_, post) => {
  expect(await unsubscribe(post)).toMatchObject({ status: 200, to: null })
  expect(await isListed()).toBe(false)
})

test('one click as multipart with an invalid link is refused without a redirect', async () => {
  const body = multipart(oneClick)
  expect(await unsubscribe({ body, link: 'x.y.z' })).toMatchObject({ status: 400, to: null })
  expect(await isListed()).toBe(true)
})

test.each([
  ['no parts in it', 'List-Unsubscribe=One-Click', 'multipart/form-data; boundary=x'],
  ['parts without an end', byHand.slice(0, -14), 'multipart/form-data; boundary=Mail_1'],
  ['no boundary in its content type', byHand, 'multipart/form-data'],
  ['another boundary than that of its parts', byHand, 'multipart/form-data; boundary=other'],
])(
  'a form with %s is answered 400 and changes nothing',
  { tags: ['form-newsletter-links-28'] },
  async (_, body, type) => {
    expect(await unsubscribe({ body, type })).toMatchObject({ status: 400, to: null })
    expect(await isListed()).toBe(true)
  },
)

test(
  'an oversized multipart form is answered 413 and changes nothing',
  { tags: ['form-newsletter-links-28'] },
  async () => {
    const large = new Response(multipart({ ...oneClick, more: 'x'.repeat(20_000) }))
    const type = large.headers.get('content-type') ?? ''
    expect((await unsubscribe({ body: await large.arrayBuffer(), type })).status).toBe(413)
    expect(await isListed()).toBe(true)
  },
)

test('a file and a body of another type do not count as one click', async () => {
  const body = new FormData()
  body.append('List-Unsubscribe', new File(['One-Click'], 'one-click.txt'))
  const donePage = `${shop.siteUrl.origin}/newsletter/done?outcome=unsubscribed`
  expect(await unsubscribe({ body })).toMatchObject({ status: 303, to: donePage })
  const plain = { body: 'List-Unsubscribe=One-Click', type: 'text/plain' }
  expect(await unsubscribe(plain)).toMatchObject({ status: 303, to: donePage })
})

test('a mail client is asked to retry and a person sees a page while the database is down', async () => {
  const away = await createTestShop()
  await away.stop()
  const [by, link] = [createNewsletter(createFunctionEnvironment(away)), await linkFor(away)]
  for (const body of [new URLSearchParams(oneClick), multipart(oneClick)]) {
    const answer = await unsubscribe({ body, by, link })
    expect(answer).toMatchObject({ status: 503, to: null })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(await unsubscribe({ body: new URLSearchParams({}), by, link })).toMatchObject({
    status: 303,
    to: `${shop.siteUrl.origin}/newsletter/done?outcome=failed`,
  })
  const noted = away.log.lines.filter(({ message }) => message === 'newsletter: failed')
  expect(noted).toHaveLength(3)
})
