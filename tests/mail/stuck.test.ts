import { afterAll, beforeEach, expect, test } from 'vitest'
import type { DiskSpace } from '../../server/scheduled-jobs.ts'
import { startStuckWorkReports } from '../../server/scheduled-jobs.ts'
import { sendDueEmails } from '../support/deliver.ts'
import { createTestShop } from '../support/shop.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const owner = 'owner@example.com'
const roomy: DiskSpace = { free: 30e9, size: 40e9 }

beforeEach(async () => {
  for (const table of ['outbox', 'payment_events', 'catalogue_jobs'])
    await sql.unsafe(`delete from public.${table}`)
  await theBackup(null)
})

const ago = (ms: number) => new Date(shop.clock.now() - ms)

/** Runs the check for stuck work once, in a process that sees the given disk space. */
async function look(disk: DiskSpace = roomy): Promise<void> {
  const watch = startStuckWorkReports({
    client: shop.secret,
    businessEmail: owner,
    readDisk: async () => disk,
    now: shop.clock.now,
    log: shop.log,
    intervalMs: day,
  })
  await watch.runOnce()
  await watch.stop()
}

async function lookAndRead(disk?: DiskSpace) {
  await look(disk)
  return sendDueEmails(shop)
}

async function anEmail(times: { failed?: Date; created?: Date; template?: string } = {}) {
  await sql`
    insert into public.outbox (template, recipient, data, failed_at, created_at, next_attempt_at)
    values (
      ${times.template ?? 'welcome_back'}, 'marsha@example.com', '{"name": null}', ${times.failed ?? null},
      ${times.created ?? ago(0)}, ${ago(-7 * day)}
    )`
}

async function anEvent(id: string, received = ago(0)): Promise<void> {
  await sql`
    insert into public.payment_events (id, type, outcome, detail, received_at)
    values (${id}, 'checkout.session.completed', 'set aside', 'another sum', ${received})`
}

test('the owner gets no notice while nothing is stuck', async () => {
  await anEmail({ created: ago(2 * hour) })
  await sql`insert into public.payment_events (id, type, outcome) values ('evt_well', 'charge.refunded', 'applied')`
  expect(await lookAndRead()).toEqual([])
})

test(
  'the owner gets one notice of stuck work a day, from several processes',
  { tags: ['email-stuck-30'] },
  async () => {
    await anEmail({ failed: ago(hour) })
    await Promise.all([look(), look(), look()])
    const emails = await sendDueEmails(shop)
    expect(emails.map(({ to, subject }) => [to.address, subject])).toEqual([
      [owner, 'One mail could not be sent'],
    ])
    shop.clock.advance(hour)
    await anEmail({ failed: ago(0) })
    shop.clock.advance(22 * hour)
    expect(await lookAndRead()).toEqual([])
    shop.clock.advance(hour)
    expect(await lookAndRead()).toHaveLength(1)
  },
)

test(
  'a notice lists everything that is stuck with what to do',
  { tags: ['abuse-stuck'] },
  async () => {
    await anEmail({ failed: ago(hour) })
    await anEmail({ failed: ago(2 * hour) })
    await anEmail({ created: ago(4 * hour) })
    await anEvent('evt_odd')
    const [email] = await lookAndRead({ free: 1.2e9, size: 40e9 })
    expect(email?.subject).toBe('4 things in the shop need you')
    for (const words of [
      '2 mails could not be sent',
      'npm run outbox',
      'One mail waits to be sent since',
      'One message from the payment provider doesn’t match its order',
      'checkout.session.completed evt_odd: another sum',
      'The disk is nearly full',
      '1.2 GB of 40.0 GB are free.',
    ])
      expect(email?.text).toContain(words)
    expect(email?.html).toContain('<strong>npm run outbox -- retry all</strong>')
    expect(email?.text).not.toContain('marsha@example.com')
  },
)

test(
  'a failure is reported once, and a lasting problem every day',
  { tags: ['abuse-stuck'] },
  async () => {
    await anEmail({ failed: ago(hour) })
    await anEvent('evt_odd')
    await anEmail({ created: ago(4 * hour) })
    expect(await lookAndRead()).toHaveLength(1)
    shop.clock.advance(day)
    const [email] = await lookAndRead()
    expect(email?.subject).toMatch(/^One mail waits to be sent since/)
  },
)

test('cancelled emails and failures older than a month are not reported', async () => {
  await anEmail({ failed: ago(hour) })
  await sql`update public.outbox set called_off = true`
  await anEmail({ failed: ago(31 * day) })
  await anEvent('evt_old', ago(31 * day))
  expect(await lookAndRead()).toEqual([])
})

/** Inserts a job for the payment provider that has not succeeded yet, with the reason. */
async function aJob(since: Date, changes: { refused?: boolean; account?: string } = {}) {
  await sql`insert into public.payment_accounts (account) values ('live') on conflict do nothing`
  await sql`
    insert into public.catalogue_jobs (account, subject, failing_since, is_refused, last_error)
    select ${changes.account ?? 'sandbox'}, 'product:' || id, ${since}, ${changes.refused ?? false}, 'No such tax code: txcd_0'
    from public.products where slug = 'nashville-chilli-crisp'`
}

/** Sets the row about the last backup; `tried` is the time at which the last attempt began. */
async function theBackup(
  tried: Date | null,
  { succeeded = null, failed = null }: Partial<Record<'succeeded' | 'failed', Date | null>> = {},
): Promise<void> {
  await sql`
    update public.last_backup set begun_at = ${tried}, succeeded_at = ${succeeded}, failed_at = ${failed},
      reason = ${failed === null ? null : 'No space left on device'}`
}

const subjects = async () => (await lookAndRead()).map(({ subject }) => subject)

test('a catalogue job unanswered for an hour is reported with its reason and effect', async () => {
  await aJob(ago(50 * minute))
  expect(await lookAndRead()).toEqual([])
  shop.clock.advance(10 * minute)
  const [email] = await lookAndRead()
  expect(email?.subject).toMatch(/^The payment provider’s catalogue is out of step with the shop/)
  for (const words of [
    'Nashville Chilli Crisp: it sells, and the payment page may show an older name or picture.',
    'The reason: No such tax code: txcd_0',
    'change the product, or look into the account at the payment provider',
    'npm run stripe:sync',
  ])
    expect(email?.text).toContain(words)
  shop.clock.advance(day)
  expect(await lookAndRead()).toHaveLength(1)
  await sql`delete from public.catalogue_jobs`
  shop.clock.advance(day)
  expect(await lookAndRead()).toEqual([])
})

test('a refused catalogue job is reported at once, for the account in use only', async () => {
  await aJob(ago(0), { refused: true, account: 'live' })
  expect(await lookAndRead()).toEqual([])
  await aJob(ago(0), { refused: true })
  expect(await lookAndRead()).toHaveLength(1)
})

test('ten refused catalogue jobs are listed, and the others counted', async () => {
  await sql`
    insert into public.catalogue_jobs (account, subject, failing_since, is_refused)
    select 'sandbox', 'product:' || gen_random_uuid(), ${ago(0)}, true from generate_series(1, 12)`
  const [email] = await lookAndRead()
  expect(email?.text.match(/Something that was deleted: it is off sale here/g)).toHaveLength(10)
  expect(email?.text).toContain('And 2 more.')
})

test('a failed backup is reported every day until one succeeds', async () => {
  await theBackup(ago(hour), { succeeded: ago(25 * hour), failed: ago(hour) })
  const [email] = await lookAndRead()
  expect(email?.subject).toMatch(/^No backup since /)
  expect(email?.text).toContain('No space left on device')
  shop.clock.advance(day)
  await theBackup(ago(hour), { failed: ago(hour) })
  expect(await subjects()).toEqual(['There is no backup'])
  shop.clock.advance(day)
  await theBackup(ago(hour), { succeeded: ago(0) })
  expect(await lookAndRead()).toEqual([])
})

test('missing nightly backups are reported after two days, and switched off ones are not', async () => {
  await theBackup(ago(hour), { succeeded: ago(47 * hour) })
  expect(await lookAndRead()).toEqual([])
  shop.clock.advance(hour)
  expect(await subjects()).toEqual([expect.stringMatching(/^No backup since /)])
  await sql`delete from public.outbox`
  await theBackup(null, { succeeded: ago(60 * day) })
  expect(await lookAndRead()).toEqual([])
  await theBackup(ago(4 * day), { succeeded: ago(5 * day), failed: ago(4 * day) })
  expect(await lookAndRead()).toEqual([])
})

test(
  'a notice that cannot be sent causes no further notice',
  { tags: ['abuse-stuck'] },
  async () => {
    await anEmail({ template: 'stuck_notice', failed: ago(25 * hour), created: ago(2 * day) })
    await anEmail({ template: 'stuck_notice', created: ago(2 * day) })
    expect(await lookAndRead()).toEqual([])
  },
)

test('a failed check is logged and stops nothing', async () => {
  const watch = startStuckWorkReports({
    client: shop.secret,
    businessEmail: owner,
    readDisk: () => Promise.reject(new Error('no such disk')),
    now: shop.clock.now,
    log: shop.log,
    intervalMs: day,
  })
  await watch.runOnce()
  await watch.stop()
  expect(shop.log.lines.at(-1)).toMatchObject({
    level: 'error',
    message: 'stuck work: failed',
  })
})

test('the metrics count orders by state, the outbox and stuck work', async () => {
  for (const status of ['paid', 'paid', 'fulfilled'])
    await sql`
      insert into public.orders (email, status, subtotal, delivery_price, total, delivery_method_id, delivery_name, cart_hash, terms_version)
      values ('marsha@example.com', ${status}, 850, 329, 1179, 'standard', 'Standard', 'x', '1')`
  await anEmail({ failed: ago(hour) })
  await anEmail({ created: ago(4 * hour) })
  await anEmail()
  const { data, error } = await shop.secret.rpc('shop_metrics', {
    p_now: new Date(shop.clock.now()).toISOString(),
  })
  expect(error).toBeNull()
  expect(data).toEqual({
    orders: { paid: 2, fulfilled: 1 },
    outbox: { waiting: 2, failed: 1, oldestSeconds: 4 * 3600 },
    stuck: { failed_letters: 1, late_letters: 1 },
  })
})
