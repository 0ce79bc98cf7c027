import { afterAll, beforeEach, expect, test } from 'vitest'
import { createNewsletter } from '../../supabase/functions/newsletter/handler.ts'
import { sendDueEmails, type SentEmail } from '../support/deliver.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const environment = createFunctionEnvironment(shop)
const email = 'reader@example.com'

beforeEach(async () => {
  await sql`delete from public.outbox`
  await sql`delete from public.suppressions`
  await sql`delete from public.discount_codes`
  await sql`delete from public.discount_codes_given`
})

function oneClickAddress({ headers }: SentEmail): string {
  return /^<(.+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
}

test('a marketing email has a working unsubscribe link for people and for mail clients', async () => {
  await sql`select public.issue_discount_code(${email})`
  const [sent] = await sendDueEmails(shop)
  if (sent === undefined) throw new Error('No email was sent')
  expect(sent.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(sent.text).toContain('/newsletter/unsubscribe?token=')
  const answer = await createNewsletter(environment)(
    new Request(oneClickAddress(sent), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    }),
  )
  expect(answer.status).toBe(200)
  const [row] = await sql`select public.is_suppressed(${email}) as suppressed`
  expect(row?.suppressed).toBe(true)
})

test('an email that was queued before its reader unsubscribed is not sent', async () => {
  await sql`select public.issue_discount_code(${email})`
  await sql`insert into public.suppressions select public.hash_email(${email})`
  expect(await sendDueEmails(shop)).toEqual([])
  const [row] = await sql`select failed_at, last_error from public.outbox`
  expect(row).toMatchObject({ last_error: 'The recipient wants no such emails' })
})

test('an unsubscribed address gets its discount code on the page and not by email', async () => {
  await sql`insert into public.suppressions select public.hash_email(${email})`
  const [row] = await sql`select public.issue_discount_code(${email}) as given`
  expect(row?.given.code).toMatch(/^TEN/)
  expect(await sql`select from public.outbox`).toHaveLength(0)
})

test('transactional emails have no unsubscribe link', async () => {
  await sql`insert into public.outbox (template, recipient, data) values ('welcome_back', ${email}, '{"name": "Reader"}')`
  const [sent] = await sendDueEmails(shop)
  expect(sent?.headers).not.toHaveProperty('List-Unsubscribe')
})
