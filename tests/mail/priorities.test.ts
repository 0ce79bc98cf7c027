import { afterAll, beforeEach, expect, test } from 'vitest'
import type { TemplateName } from '../../mail/emails.ts'
import type { MailWorkerOptions } from '../../mail/worker.ts'
import { templatePriorities, getClaimPriorities } from '../../mail/priorities.ts'
import { getOutboxRows, startMailShop } from './mail-shop.ts'
import { anOrderEmail, sampleEmails } from './samples.ts'
import { createMailHelpers, type TestSmtpServer, startSmtpServer } from './smtp-server.ts'

const shop = await startMailShop()
const { sql } = shop.database
const { startWorker, queue } = createMailHelpers(shop)
afterAll(() => shop.stop())
beforeEach(async () => void (await sql`delete from public.outbox`))

const link = 'https://shop.example/reset'

async function queueMany(count: number, template: TemplateName, name: string) {
  for (let index = 0; index < count; index++)
    await queue(`${name}-${index}@example.com`, template, sampleEmails[template])
  shop.clock.advance(1000)
}

function recipients({ deliveries }: TestSmtpServer): string[] {
  return deliveries.map((delivery) => delivery.recipients[0] ?? '')
}

/** Returns a client for a worker that records the recipients of the emails which it claims, in their order. */
function createRecordingClient() {
  const claimed: string[] = []
  const rpc = async (...call: Parameters<typeof shop.secret.rpc>) => {
    const answer = await shop.secret.rpc(...call)
    if (call[0] === 'claim_emails')
      for (const { recipient } of answer.data as { recipient: string }[]) claimed.push(recipient)
    return answer
  }
  return { client: { rpc } as unknown as MailWorkerOptions['client'], claimed }
}

test(
  'an email that signs somebody in overtakes all that strangers caused before it',
  { tags: ['abuse-mail'] },
  async () => {
    let received = 0
    let wake = (): void => undefined
    let claimedBefore = 0
    const { client, claimed } = createRecordingClient()
    const server = await startSmtpServer(0, {
      onRcptTo(_address, _session, callback) {
        received += 1
        if (received !== 5) return callback()
        const overtake = async (): Promise<void> => {
          await queue('marsha@example.com', 'auth_recover', { link })
          claimedBefore = claimed.length
          wake()
          callback()
        }
        void overtake()
      },
    })
    const worker = await startWorker(server, { client })
    wake = worker.wake
    await worker.drain()
    await queueMany(20, 'newsletter_confirm', 'newsletter')
    await queueMany(20, 'auth_confirm', 'made-up')
    await worker.drain()
    expect(server.deliveries).toHaveLength(41)
    // Two claims may have been under way, and one of three takes the oldest email.
    expect(claimed.slice(claimedBefore, claimedBefore + 5)).toContain('marsha@example.com')
  },
)

test('an email of a low priority is sent while urgent ones keep it waiting', async () => {
  const server = await startSmtpServer()
  const worker = await startWorker(server)
  await worker.drain()
  await queueMany(1, 'cart_follow_up', 'unsubscribed')
  await queueMany(1, 'welcome_back', 'low')
  await queueMany(30, 'auth_recover', 'urgent')
  await worker.drain()
  expect(recipients(server)).toHaveLength(31)
  expect(recipients(server).slice(0, 15)).toContain('low-0@example.com')
})

/** One template of each priority, highest first. */
const templates = [
  'auth_recover',
  'auth_password_warning',
  'order_confirmation',
  'auth_confirm',
  'welcome_email',
  'newsletter_confirm',
  'tell_me',
] as const satisfies TemplateName[]

/** Claims emails as the worker does, after `earlier` claims, until it gets one of the template. Returns the number of claims. */
async function countClaimsUntil(template: TemplateName, earlier: number): Promise<number> {
  for (let claims = 1; ; claims += 1) {
    const { data } = await shop.secret.rpc('claim_emails', {
      p_limit: 1,
      p_lease_ms: 60_000,
      p_now: new Date(shop.clock.now()).toISOString(),
      p_priorities: getClaimPriorities(earlier + claims),
    })
    if (data?.[0]?.template === template) return claims
  }
}

async function queueFlood(template: TemplateName): Promise<void> {
  await sql`
    select public.queue_email(${template}, 'flood-' || n || '@example.com', '{}', null, ${new Date(shop.clock.now())}, 0)
    from generate_series(1, 40) n`
  shop.clock.advance(1000)
}

test.each(templates.slice(1))(
  'the first %s waits for two emails at most while links and codes flood the queue',
  { tags: ['abuse-mail'] },
  async (template) => {
    for (let earlier = 0; earlier < 18; earlier += 1) {
      await sql`delete from public.outbox`
      await queueFlood('auth_recover')
      await queue('marsha@example.com', template, sampleEmails[template])
      expect(await countClaimsUntil(template, earlier)).toBeLessThanOrEqual(3)
    }
  },
)

test.each(templates.map((template) => [template, template === 'auth_recover' ? 3 : 18] as const))(
  'the first %s is among the next %i emails although emails of all other priorities flood the queue',
  { tags: ['abuse-mail'] },
  async (template, most) => {
    for (let earlier = 0; earlier < 18; earlier += 1) {
      await sql`delete from public.outbox`
      for (const other of templates) if (other !== template) await queueFlood(other)
      await queue('marsha@example.com', template, sampleEmails[template])
      expect(await countClaimsUntil(template, earlier)).toBeLessThanOrEqual(most)
    }
  },
)

test('three emails are under way at the same time once the server has accepted one', async () => {
  const waiting: (() => void)[] = []
  let received = 0
  const server = await startSmtpServer(0, {
    onRcptTo(_address, _session, callback) {
      received += 1
      if (received === 1) return callback()
      waiting.push(callback)
      if (waiting.length === 3) for (const resume of waiting.splice(0)) resume()
    },
  })
  const worker = await startWorker(server)
  await worker.drain()
  await queueMany(7, 'welcome_back', 'reader')
  await worker.drain()
  expect(new Set(recipients(server)).size).toBe(7)
})

test('a server that takes one connection at a time gets every email once, at its first attempt', async () => {
  const idle = Promise.withResolvers<void>()
  let open = 0
  const server = await startSmtpServer(0, {
    async onConnect(_session, callback) {
      open += 1
      if (open === 1) return callback()
      // The refusal comes when the first connection has sent all others.
      await idle.promise
      callback(Object.assign(new Error('Too many connections'), { responseCode: 421 }))
    },
  })
  const client: MailWorkerOptions['client'] = Object.create(shop.secret, {
    rpc: {
      value: async (name: string, args: object) => {
        const answer = await shop.secret.rpc(name, args)
        if (name === 'claim_emails' && open > 1 && answer.data?.length === 0) idle.resolve()
        return answer
      },
    },
  })
  const worker = await startWorker(server, { client })
  await worker.drain()
  await queueMany(12, 'welcome_back', 'reader')
  await worker.drain()
  const rows = await getOutboxRows(shop)
  expect(recipients(server).sort()).toEqual(rows.map((row) => row.recipient))
  expect(rows.map((row) => row.attempts)).toEqual(Array(12).fill(1))
})

test('an email that keeps failing loses its priority after its third attempt', async () => {
  const id = await queue('slow@example.com', 'auth_recover', { link })
  shop.clock.advance(1000)
  const other = await queue('marsha@example.com', 'order_confirmation', anOrderEmail())
  const claim = async (attempts: number) => {
    await sql`update public.outbox set attempts = 0, claimed_until = null`
    await sql`update public.outbox set attempts = ${attempts} where id = ${id}`
    const { data } = await shop.secret.rpc('claim_emails', {
      p_limit: 1,
      p_lease_ms: 1000,
      p_now: new Date(shop.clock.now()).toISOString(),
      p_priorities: templatePriorities,
    })
    return data?.[0]?.id
  }
  expect([await claim(0), await claim(2), await claim(3)]).toEqual([id, id, other])
})

test('many emails of a template to one recipient go behind those to others', async () => {
  const at = new Date(shop.clock.now())
  const send = (to: string, seconds: number) =>
    sql`select public.queue_email('enquiry_notice', ${to}, '{}', null, ${new Date(at.getTime() + seconds * 1000)})`
  for (let seconds = 0; seconds < 5; seconds++) await send('owner@example.com', seconds)
  await send('other@example.com', 10)
  const { data } = await shop.secret.rpc('claim_emails', {
    p_limit: 2,
    p_lease_ms: 1000,
    p_now: new Date(at.getTime() + 60_000).toISOString(),
    p_priorities: templatePriorities,
  })
  expect(data?.map(({ recipient }: { recipient: string }) => recipient).sort()).toEqual([
    'other@example.com',
    'owner@example.com',
  ])
})
