import { afterAll, beforeEach, expect, test } from 'vitest'
import { templatePriorities } from '../../mail/priorities.ts'
import type { MailWorker } from '../../mail/worker.ts'
import { outboxCommand } from '../../commands/owner/outbox-commands.ts'
import { getOutboxRows, startMailShop } from './mail-shop.ts'
import {
  createTransportWithManualTimeouts,
  type SmtpReaction,
  createMailHelpers,
  type TestSmtpServer,
  startSmtpServer,
} from './smtp-server.ts'

const shop = await startMailShop()
const { sql } = shop.database
const { startWorker, queue } = createMailHelpers(shop)
afterAll(() => shop.stop())
beforeEach(async () => void (await sql`delete from public.outbox`))

const minute = 60_000
const hour = 60 * minute

/** Returns how the test's SMTP server treats an email, by the local part of its recipient's address. */
function byAddress(recipient: string): SmtpReaction {
  if (recipient.startsWith('accept-drop')) return 'take and drop'
  if (recipient.startsWith('drop')) return 'drop'
  if (recipient.startsWith('hang')) return 'hang'
  if (recipient.startsWith('busy')) return 421
  if (recipient.startsWith('spam')) return 554
  return 'take'
}

/** Starts a mail worker and lets it drain the outbox once, so that it sends no email before the test asks for it. */
async function startIdle(...options: Parameters<typeof startWorker>): Promise<MailWorker> {
  const worker = await startWorker(...options)
  await worker.drain()
  return worker
}

/** Claims all due emails one after the other, and returns the local parts of their recipients. */
async function claimInTurn(): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const { data } = await shop.secret.rpc('claim_emails', {
      p_limit: 1,
      p_lease_ms: minute,
      p_now: new Date(shop.clock.now()).toISOString(),
      p_priorities: templatePriorities,
    })
    const [email]: { recipient: string }[] = data ?? []
    if (email === undefined) return names
    names.push(email.recipient.replace('@example.com', ''))
  }
}

/** Queues an email to each name at example.com, one after the other in time. */
async function queueAll(...names: string[]): Promise<void> {
  for (const name of names) {
    await queue(`${name}@example.com`)
    shop.clock.advance(1)
  }
}

function arrived({ deliveries }: TestSmtpServer): string[] {
  return deliveries.map(({ recipients }) => String(recipients[0]).replace('@example.com', ''))
}

async function attemptsByName(): Promise<Record<string, number>> {
  const rows = await getOutboxRows(shop)
  return Object.fromEntries(
    rows.map(({ recipient, attempts }) => [recipient.replace('@example.com', ''), attempts]),
  )
}

test('emails with a broken, silent or refused connection do not delay others', async () => {
  const server = await startSmtpServer(0, {}, (recipient) => {
    if (recipient.startsWith('hang')) expire(recipient, 'transfer')
    return byAddress(recipient)
  })
  const { transport, expire } = createTransportWithManualTimeouts(server)
  const worker = await startIdle(server, { transport })
  const good = Array.from({ length: 20 }, (_, index) => `good-${index}`)
  await queueAll('drop-1', 'drop-2', 'hang', 'busy', 'spam', 'drop-3', 'drop-4', ...good)
  await worker.drain()
  expect(arrived(server).sort()).toEqual(good.sort())
  const rows = await getOutboxRows(shop)
  const waiting = rows.filter((row) => row.sent_at === null && row.failed_at === null)
  expect(waiting.map((row) => [row.recipient.split('@')[0], row.attempts])).toEqual(
    ['drop-1', 'drop-2', 'hang', 'busy', 'drop-3', 'drop-4'].map((name) => [name, 1]),
  )
  for (const { recipient, last_error } of waiting)
    expect(last_error).toMatch(
      recipient.startsWith('hang') ? /^The server has it/ : /^Broken off under way: /,
    )
})

test('a connection lost at a recipient counts only against the email to that recipient', async () => {
  const server: TestSmtpServer = await startSmtpServer(0, {
    onRcptTo({ address }, session, callback) {
      if (address.startsWith('drop')) server.cut(session)
      else callback()
    },
  })
  const worker = await startIdle(server)
  await queueAll('good-1', 'drop', 'good-2')
  await worker.drain()
  expect(arrived(server)).toEqual(['good-1', 'good-2'])
  expect(await attemptsByName()).toMatchObject({ drop: 1 })
})

test('sending pauses after five broken emails in a row', async () => {
  const server = await startSmtpServer(0, {}, () => 'drop')
  const worker = await startIdle(server)
  await queueAll('a', 'b', 'c', 'd', 'e', 'f', 'g')
  await worker.drain()
  expect(await attemptsByName()).toEqual({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 0, g: 0 })
  expect((await getOutboxRows(shop)).every((row) => row.claimed_until === null)).toBe(true)
})

test('a refused connection counts as one attempt of one email', async () => {
  const server = await startSmtpServer(0, {
    onConnect(_session, callback) {
      callback(Object.assign(new Error('Too busy'), { responseCode: 421 }))
    },
  })
  const worker = await startIdle(server)
  await queueAll('a', 'b', 'c')
  await worker.drain()
  expect(await attemptsByName()).toEqual({ a: 1, b: 0, c: 0 })
})

test('a refused sender address fails no email', async () => {
  const server = await startSmtpServer(0, {
    onMailFrom(_address, _session, callback) {
      callback(Object.assign(new Error('Not you'), { responseCode: 550 }))
    },
  })
  const worker = await startIdle(server)
  await queueAll('a', 'b', 'c')
  await worker.drain()
  expect(await attemptsByName()).toEqual({ a: 1, b: 0, c: 0 })
  expect((await getOutboxRows(shop)).every((row) => row.failed_at === null)).toBe(true)
})

test('retried emails are sent after new ones, each at its time', async () => {
  const reactions = new Map<string, SmtpReaction>([
    ['old-1@example.com', 'drop'],
    ['old-2@example.com', 451],
  ])
  const server = await startSmtpServer(0, {}, (recipient) => reactions.get(recipient) ?? 'take')
  const worker = await startIdle(server)
  for (const name of reactions.keys()) {
    await queueAll(name.replace('@example.com', ''))
    await worker.drain()
  }
  reactions.clear()
  shop.clock.advance(minute)
  await queueAll('fresh-1', 'fresh-2')
  const names = ['fresh-1', 'fresh-2', 'old-1', 'old-2']
  expect(await claimInTurn()).toEqual(names)
  shop.clock.advance(minute)
  await worker.drain()
  expect(arrived(server).sort()).toEqual(names)
})

test('an email that always breaks fails after sixteen attempts and is shown to the owner', async () => {
  const server = await startSmtpServer(0, {}, byAddress)
  const worker = await startIdle(server)
  await queueAll('drop')
  for (let attempt = 1; attempt <= 16; attempt++) {
    await queueAll(`good-${attempt}`)
    await worker.drain()
    shop.clock.advance(8 * hour)
  }
  expect(server.deliveries).toHaveLength(16)
  const [row] = await getOutboxRows(shop)
  expect(row).toMatchObject({ recipient: 'drop@example.com', attempts: 16, sent_at: null })
  expect(row?.failed_at).not.toBeNull()
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  await outboxCommand([])({ client: shop.secret, now: shop.clock.now, print })
  const shown = lines.join('\n')
  expect(shown).toContain('0 emails waiting, 1 could not be sent, 16 sent')
  expect(shown).toContain('tried 16 times, given up')
  expect(shown).toContain('broke off in the middle of this email. (Broken off under way')
})

test('an email is sent again under the same Message-ID when its acceptance was lost, and an accepted one never', async () => {
  const reactions = new Map<string, SmtpReaction>([['lost@example.com', 'take and drop']])
  const server = await startSmtpServer(0, {}, (recipient) => reactions.get(recipient) ?? 'take')
  const worker = await startIdle(server)
  await queueAll('lost', 'good')
  await worker.drain()
  reactions.clear()
  for (let round = 0; round < 3; round++) {
    shop.clock.advance(minute)
    await worker.drain()
  }
  expect(arrived(server)).toEqual(['lost', 'good', 'lost'])
  const ids = server.deliveries.map(({ mail }) => mail.messageId)
  expect(ids[2]).toBe(ids[0])
})

test('an email on a connection closed in the meantime is sent on a new one at once', async () => {
  let connections = 0
  const server: TestSmtpServer = await startSmtpServer(0, {
    onConnect(_session, callback) {
      connections++
      callback()
    },
    onMailFrom(_address, session, callback) {
      if (connections === 1 && server.deliveries.length === 1) server.cut(session)
      else callback()
    },
  })
  const worker = await startIdle(server)
  await queueAll('one', 'two', 'three')
  await worker.drain()
  expect(arrived(server).sort()).toEqual(['one', 'three', 'two'])
  expect(await attemptsByName()).toEqual({ one: 1, two: 1, three: 1 })
})
