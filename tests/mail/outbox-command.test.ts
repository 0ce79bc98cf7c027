import { afterAll, beforeEach, expect, test } from 'vitest'
import { outboxCommand } from '../../commands/owner/outbox-commands.ts'
import { sendDueEmails } from '../support/deliver.ts'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
beforeEach(async () => void (await sql`delete from public.outbox`))

async function run(...args: string[]): Promise<string> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  await outboxCommand(args)({ client: shop.secret, now: Date.now, print })
  return lines.join('\n')
}

async function queue(recipient: string, template = 'welcome_back', data = {}): Promise<string> {
  const [row] = await sql`
    insert into public.outbox (template, recipient, data) values (${template}, ${recipient}, ${sql.json(data)}) returning id`
  return row?.id
}

test('an empty outbox prints one line of zeros', async () => {
  expect(await run()).toBe('0 emails waiting, 0 could not be sent, 0 sent in the last thirty days.')
})

test('an email held on purpose is listed with its date', async () => {
  await queue('marsha@example.com')
  const id = await queue('zoe@example.com')
  await sql`update public.outbox set next_attempt_at = '2126-11-25T12:10:00Z' where id = ${id}`
  const held = '1 email is held on purpose, until 25 Nov 2126, 12:10.'
  expect(await run()).toBe(
    `2 emails waiting, 0 could not be sent, 0 sent in the last thirty days.\n${held}`,
  )
})

test('an invalid email does not delay others and is listed as failed with its reason', async () => {
  const id = await queue('zoe@example.com', 'auth_confirm', { link: 'javascript:alert(1)' })
  await queue('marsha@example.com')
  expect((await sendDueEmails(shop)).map(({ to }) => to.address)).toEqual(['marsha@example.com'])
  const shown = await run()
  expect(shown).toContain('0 emails waiting, 1 could not be sent, 1 sent')
  expect(shown).toContain('Please confirm your address for zoe@example.com')
  expect(shown).toContain(`Try it again: npm run outbox -- retry ${id.slice(0, 8)}`)
  expect(shown).toContain('tried once, given up')
  expect(shown).toContain(
    'The email itself is not right: tell whoever looks after the shop. (auth_confirm cannot be written: link)',
  )
  expect(shown).not.toContain('marsha@example.com')
})

test('a corrected email is retried by its id and sent', async () => {
  const id = await queue('zoe@example.com', 'no_such_email')
  await sendDueEmails(shop)
  await sql`update public.outbox set template = 'welcome_back'`
  expect(await run('retry', id.slice(0, 8))).toContain('1 email will be tried again now')
  expect(await sendDueEmails(shop)).toHaveLength(1)
  expect(await run()).toContain('0 could not be sent, 1 sent')
  await expect(run('retry', id)).rejects.toThrow('There is no email')
})

test('retry all retries every failed or waiting email except cancelled ones', async () => {
  await queue('one@example.com', 'no_such_email')
  await queue('two@example.com')
  await queue('three@example.com')
  await sendDueEmails(shop)
  await sql`
    update public.outbox set sent_at = null, attempts = 5, last_error = 'connect ECONNREFUSED 127.0.0.1:25',
      next_attempt_at = now() + interval '6 hours', failed_at = null where recipient = 'two@example.com'`
  await sql`
    update public.outbox set sent_at = null, failed_at = now(), called_off = true, last_error = 'The cart was emptied'
    where recipient = 'three@example.com'`
  const shown = await run()
  expect(shown).toContain('1 email waiting, 1 could not be sent')
  expect(shown).toContain('1 email called off')
  expect(shown).toContain('The mail server cannot be reached: look at SMTP_URL.')
  expect(await run('retry', 'all')).toContain('2 emails will be tried again now')
  expect((await sendDueEmails(shop)).map(({ to }) => to.address)).toEqual(['two@example.com'])
  const rows =
    await sql`select recipient from public.outbox where called_off and failed_at is not null`
  expect(rows.map(({ recipient }) => recipient)).toEqual(['three@example.com'])
})

test('a retried email counts as waiting instead of failed', async () => {
  await queue('one@example.com', 'no_such_email')
  await sendDueEmails(shop)
  expect(await run()).toContain('0 emails waiting, 1 could not be sent')
  await run('retry', 'all')
  expect(await run()).toBe('1 email waiting, 0 could not be sent, 0 sent in the last thirty days.')
  await sendDueEmails(shop)
  expect(await run()).toContain('0 emails waiting, 1 could not be sent')
})

test('emails are listed by their subject matter and recipient', async () => {
  await queue('one@example.com', 'order_notice', { number: 1005 })
  await queue('two@example.com', 'enquiry_notice', { reference: 'CAT-1F3A9C02' })
  await queue('three@example.com', 'no_such_email')
  await sendDueEmails(shop)
  const shown = await run()
  for (const name of [
    'Notice to you: an order to pack (order 1005) for one@example.com',
    'Notice to you: an enquiry (CAT-1F3A9C02) for two@example.com',
    'no such email for three@example.com',
  ])
    expect(shown).toContain(name)
})

test('a retry wakes the mail worker', async () => {
  let woken = 0
  const { unlisten } = await sql.listen('outbox', () => void woken++)
  await queue('one@example.com', 'no_such_email')
  await sendDueEmails(shop)
  await expect.poll(() => woken).toBe(1)
  await run('retry', 'all')
  await expect.poll(() => woken).toBe(2)
  await unlisten()
})

test.each([[['show']], [['retry']], [['retry', 'x']], [['retry', 'all', 'now']]])(
  'the invalid arguments %j print the usage',
  async (args) => {
    await expect(run(...args)).rejects.toThrow('npm run outbox')
  },
)
