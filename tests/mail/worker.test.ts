import { afterAll, beforeEach, expect, test } from 'vitest'
import type { MailWorker, MailWorkerOptions } from '../../mail/worker.ts'
import { anOrderEmail } from './samples.ts'
import { getOutboxRows, silentLog, startMailShop } from './mail-shop.ts'
import { type ReceivedEmail, createMailHelpers, startSmtpServer } from './smtp-server.ts'

const shop = await startMailShop()
const { sql } = shop.database
const { startWorker, queue } = createMailHelpers(shop)
afterAll(() => shop.stop())
beforeEach(async () => void (await sql`delete from public.outbox`))

const minute = 60_000

test('an email is sent once, with HTML, text and a Message-ID made of its id', async () => {
  const server = await startSmtpServer()
  const worker = await startWorker(server)
  const id = await queue('marsha@example.com')
  await worker.drain()
  await worker.drain()
  expect(server.deliveries).toHaveLength(1)
  const [{ recipients, mail }] = server.deliveries as [ReceivedEmail]
  expect(recipients).toEqual(['marsha@example.com'])
  expect(mail.messageId).toBe(`<${id}@localhost>`)
  expect(mail.subject).toBe('Y’alright, Marsha?')
  expect(mail.text).toContain('You’re in the album')
  expect(mail.html).toContain('<html lang="en-GB"')
  const [row] = await getOutboxRows(shop)
  expect(row).toMatchObject({ attempts: 1, failed_at: null, last_error: null })
  expect(row?.sent_at?.getTime()).toBe(shop.clock.now())
})

test('notices have the shopper as reply-to, and other emails the address of the shop', async () => {
  const server = await startSmtpServer()
  const worker = await startWorker(server, { replyTo: 'read@shop.example' })
  await queue('owner@example.com', 'order_notice', anOrderEmail())
  await queue('marsha@example.com', 'order_confirmation', anOrderEmail())
  await worker.drain()
  const answers = Object.fromEntries(
    server.deliveries.map(({ recipients, mail }) => [recipients[0], mail.replyTo?.[0]?.address]),
  )
  expect(answers).toEqual({
    'owner@example.com': 'marsha@example.com',
    'marsha@example.com': 'read@shop.example',
  })
})

test(
  'each email arrives once after ten minutes without SMTP',
  { tags: ['abuse-mail'] },
  async () => {
    const server = await startSmtpServer()
    await server.close()
    const worker = await startWorker(server)
    const recipients = Array.from({ length: 25 }, (_, index) => `shopper-${index}@example.com`)
    for (const recipient of recipients) await queue(recipient)
    for (let elapsed = 0; elapsed < 10 * minute; elapsed += 30_000) {
      await worker.drain()
      shop.clock.advance(30_000)
    }
    expect(
      (await getOutboxRows(shop)).every((row) => row.sent_at === null && row.failed_at === null),
    ).toBe(true)
    const back = await startSmtpServer(server.port)
    for (let elapsed = 0; elapsed < 15 * minute; elapsed += 30_000) {
      await worker.drain()
      shop.clock.advance(30_000)
    }
    expect(back.deliveries.flatMap((delivery) => delivery.recipients).sort()).toEqual(
      recipients.sort(),
    )
    expect((await getOutboxRows(shop)).every((row) => row.sent_at !== null)).toBe(true)
  },
)

test('only the attempted email counts an attempt during an outage', async () => {
  const server = await startSmtpServer()
  await server.close()
  const worker = await startWorker(server)
  await worker.drain()
  for (const name of ['one', 'two', 'three']) await queue(`${name}@example.com`)
  await worker.drain()
  const rows = await getOutboxRows(shop)
  expect(rows.map((row) => row.attempts).sort()).toEqual([0, 0, 1])
  expect(rows.every((row) => row.claimed_until === null)).toBe(true)
})

test('a temporary refusal is retried after half a minute, two and ten minutes', async () => {
  let refusals = 0
  const server = await startSmtpServer(0, {
    onRcptTo(_address, _session, callback) {
      refusals++
      callback(Object.assign(new Error('Try later'), { responseCode: 451 }))
    },
  })
  const worker = await startWorker(server)
  await queue('slow@example.com')
  for (const wait of [30_000, 2 * minute, 10 * minute]) {
    const before = refusals
    await worker.drain()
    expect(refusals).toBe(before + 1)
    shop.clock.advance(wait - 1)
    await worker.drain()
    expect(refusals).toBe(before + 1)
    shop.clock.advance(1)
  }
  const [row] = await getOutboxRows(shop)
  expect(row).toMatchObject({ attempts: 3, sent_at: null, failed_at: null })
  expect(row?.last_error).toContain('451')
})

test('a used up daily quota of the mail provider gives up no email', async () => {
  const quota = { isUsedUp: true }
  const server = await startSmtpServer(0, {
    onRcptTo(_address, _session, callback) {
      const error = new Error('5.4.5 Daily user sending limit exceeded')
      callback(quota.isUsedUp ? Object.assign(error, { responseCode: 550 }) : undefined)
    },
  })
  const worker = await startWorker(server)
  for (const name of ['one', 'two', 'three']) await queue(`${name}@example.com`)
  await worker.drain()
  expect((await getOutboxRows(shop)).map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1])
  for (let at = 0; at < 24; at += 1) {
    shop.clock.advance(60 * minute)
    await worker.drain()
  }
  const rows = await getOutboxRows(shop)
  expect(rows.map(({ failed_at: failedAt }) => failedAt)).toEqual([null, null, null])
  quota.isUsedUp = false
  shop.clock.advance(24 * 60 * minute)
  await worker.drain()
  expect(server.deliveries).toHaveLength(3)
})

test.for([
  ['550 5.7.1 Too many messages from this account'],
  ['554 5.2.0 Submission quota exceeded'],
  ['550 5.1.1 mx.example.com said: 550 5.4.5 Daily sending limit exceeded'],
])('an email that is refused with "%s" is retried, and the next one is sent', async ([reply]) => {
  const server = await startSmtpServer(0, {
    onRcptTo({ address }, _session, callback) {
      const [code = '', ...words] = (reply ?? '').split(' ')
      const error = Object.assign(new Error(words.join(' ')), { responseCode: Number(code) })
      callback(address.startsWith('limited') ? error : undefined)
    },
  })
  const worker = await startWorker(server)
  await queue('limited@example.com')
  await queue('zoe@example.com')
  await worker.drain()
  const [limited, zoe] = await getOutboxRows(shop)
  expect(limited).toMatchObject({ attempts: 1, sent_at: null, failed_at: null })
  expect(zoe?.sent_at).not.toBeNull()
})

test('a permanently refused address fails once and is logged once', async () => {
  const lines: object[] = []
  const log = { ...silentLog, error: (details: object) => void lines.push(details) }
  const server = await startSmtpServer(0, {
    onRcptTo({ address }, _session, callback) {
      if (address.startsWith('nobody'))
        callback(Object.assign(new Error('No such user'), { responseCode: 550 }))
      else callback()
    },
  })
  const worker = await startWorker(server, { log })
  await queue('nobody@example.com')
  await queue('zoe@example.com')
  await worker.drain()
  shop.clock.advance(24 * 60 * minute)
  await worker.drain()
  const [nobody, zoe] = await getOutboxRows(shop)
  expect(nobody).toMatchObject({ attempts: 1, sent_at: null })
  expect(nobody?.failed_at).not.toBeNull()
  expect(zoe?.sent_at).not.toBeNull()
  expect(lines).toHaveLength(1)
  expect(JSON.stringify(lines)).not.toContain('nobody@example.com')
})

test('an invalid email fails alone and delays no others', async () => {
  const lines: object[] = []
  const log = { ...silentLog, error: (details: object) => void lines.push(details) }
  const server = await startSmtpServer()
  const worker = await startWorker(server, { log })
  await queue('a@example.com', 'no_such_template')
  await queue('b@example.com', 'auth_confirm', { link: 'javascript:secret-token' })
  await queue('c@example.com', 'order_confirmation', { number: 'secret' })
  await queue('marsha@example.com')
  await worker.drain()
  const rows = await getOutboxRows(shop)
  expect(rows.map((row) => row.failed_at !== null)).toEqual([true, true, true, false])
  expect(server.deliveries.map(({ recipients }) => recipients)).toEqual([['marsha@example.com']])
  expect(lines).toHaveLength(3)
  expect(JSON.stringify([lines, rows.map((row) => row.last_error)])).not.toContain('secret')
})

test('a reminder that cannot be checked again is retried alone and delays no others', async () => {
  const server = await startSmtpServer()
  const worker = await startWorker(server)
  const data = { which: 'first', cart: 'guest:nonsense', emailHash: 'a'.repeat(64) }
  await queue('a@example.com', 'cart_follow_up', data)
  shop.clock.advance(1)
  await queue('marsha@example.com')
  await worker.drain()
  expect(server.deliveries.map(({ recipients }) => recipients)).toEqual([['marsha@example.com']])
  const [poisoned] = await getOutboxRows(shop)
  expect(poisoned).toMatchObject({ attempts: 1, failed_at: null, claimed_until: null })
  expect(poisoned?.last_error).toContain('check_email_before_sending')
  for (let attempt = 2; attempt <= 16; attempt++) {
    shop.clock.advance(8 * 60 * minute)
    await worker.drain()
  }
  const [given] = await getOutboxRows(shop)
  expect(given).toMatchObject({ attempts: 16, sent_at: null })
  expect(given?.failed_at).not.toBeNull()
  expect(server.deliveries).toHaveLength(1)
})

test('two workers send each email once', async () => {
  const server = await startSmtpServer()
  const workers = [await startWorker(server), await startWorker(server)]
  await Promise.all(workers.map((worker) => worker.drain()))
  for (let index = 0; index < 30; index++) await queue(`shopper-${index}@example.com`)
  await Promise.all(workers.map((worker) => worker.drain()))
  expect(server.deliveries).toHaveLength(30)
  expect(new Set(server.deliveries.map(({ recipients }) => recipients[0])).size).toBe(30)
})

test('an email of a dead worker is sent when its lease expires', async () => {
  const server = await startSmtpServer()
  const worker = await startWorker(server)
  await worker.drain()
  await queue('marsha@example.com')
  await shop.secret.rpc('claim_emails', {
    p_limit: 10,
    p_lease_ms: minute,
    p_now: new Date(shop.clock.now()).toISOString(),
  })
  await worker.drain()
  expect(server.deliveries).toHaveLength(0)
  shop.clock.advance(minute)
  await worker.drain()
  expect(server.deliveries).toHaveLength(1)
})

test(
  'an email sent during a database outage is recorded later and not sent again',
  { tags: ['abuse-mail'] },
  async () => {
    const server = await startSmtpServer()
    let isAway = true
    const client: MailWorkerOptions['client'] = Object.create(shop.secret, {
      rpc: {
        value: (name: string, args: object) =>
          name === 'mark_email_sent' && isAway
            ? Promise.reject(new Error('connection refused'))
            : shop.secret.rpc(name, args),
      },
    })
    await queue('marsha@example.com')
    const worker = await startWorker(server, { client })
    await worker.drain()
    expect((await getOutboxRows(shop))[0]?.sent_at).toBeNull()
    isAway = false
    shop.clock.advance(minute)
    await worker.drain()
    expect(server.deliveries).toHaveLength(1)
    expect((await getOutboxRows(shop))[0]?.sent_at).not.toBeNull()
  },
)

test('a worker that lost its lease cannot fail the email', async () => {
  const id = await queue('marsha@example.com')
  const claim = () =>
    shop.secret.rpc('claim_emails', {
      p_limit: 1,
      p_lease_ms: minute,
      p_now: new Date(shop.clock.now()).toISOString(),
    })
  await claim()
  shop.clock.advance(minute)
  await claim()
  await shop.secret.rpc('mark_email_failed', {
    p_id: id,
    p_attempt: 1,
    p_error: 'late',
    p_retry_at: null,
  })
  expect((await getOutboxRows(shop))[0]).toMatchObject({
    attempts: 2,
    failed_at: null,
    last_error: null,
  })
})

test('a recipient of two addresses is refused', async () => {
  const server = await startSmtpServer()
  const worker = await startWorker(server)
  await expect(queue('a@example.com,b@example.com')).rejects.toThrow('check')
  await expect(queue('a@example.com\r\nBcc: b@example.com')).rejects.toThrow('check')
  await queue('a@example.com b@example.com')
  await queue('group:a@example.com')
  await queue('a@example.com;b@example.com')
  await worker.drain()
  expect(server.deliveries).toHaveLength(0)
  expect((await getOutboxRows(shop)).every((row) => row.failed_at !== null)).toBe(true)
})

test('line breaks in a name add no header and no recipient', async () => {
  const server = await startSmtpServer()
  const worker = await startWorker(server)
  const name = 'Marsha\r\nBcc: victim@example.com\r\n\r\nHello'
  await queue('marsha@example.com', 'welcome_email', { name })
  await worker.drain()
  const [{ recipients, mail }] = server.deliveries as [ReceivedEmail]
  expect(recipients).toEqual(['marsha@example.com'])
  expect(mail.bcc).toBeUndefined()
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
})

test('an email queued while others are sent is sent too', async () => {
  const server = await startSmtpServer()
  const worker = await startWorker(server)
  await queue('one@example.com')
  const first = worker.drain()
  const second = queue('two@example.com').then(() => worker.drain())
  await Promise.all([first, second])
  expect(server.deliveries).toHaveLength(2)
})

test('the worker checks the outbox every half minute', async () => {
  const server = await startSmtpServer()
  const timers: { callback: () => void; ms: number }[] = []
  const worker = await startWorker(server, {
    setTimer: (callback, ms) => {
      timers.push({ callback, ms })
      return () => undefined
    },
  })
  await worker.drain()
  await queue('marsha@example.com')
  expect(timers.map(({ ms }) => ms)).toEqual([30_000])
  timers[0]?.callback()
  await worker.drain()
  expect(server.deliveries).toHaveLength(1)
})

test('a stopped worker releases its unsent emails', async () => {
  let worker: MailWorker | null = null
  let stopping: Promise<void> = Promise.resolve()
  const server = await startSmtpServer(0, {
    onRcptTo(_address, _session, callback) {
      stopping = worker?.stop() ?? stopping
      callback()
    },
  })
  for (const name of ['one', 'two', 'three']) await queue(`${name}@example.com`)
  worker = await startWorker(server)
  await worker.drain()
  await stopping
  const rows = await getOutboxRows(shop)
  expect(rows.filter((row) => row.sent_at !== null)).toHaveLength(1)
  expect(
    rows.filter((row) => row.sent_at === null && row.attempts === 0 && row.claimed_until === null),
  ).toHaveLength(2)
})

test('only the server can claim, mark or queue emails', async () => {
  const id = await queue('marsha@example.com')
  const calls: [string, object][] = [
    ['claim_emails', { p_limit: 10, p_lease_ms: 1 }],
    ['mark_email_sent', { p_id: id }],
    ['mark_email_failed', { p_id: id, p_attempt: 0, p_error: '', p_retry_at: null }],
    ['release_emails', { p_emails: [] }],
    ['queue_welcome_email', { p_user_id: id, p_slug: 'welcome_email' }],
  ]
  for (const [name, args] of calls)
    expect((await shop.anon.rpc(name, args)).error).toMatchObject({ code: '42501' })
})
