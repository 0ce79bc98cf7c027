import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../supabase/client.ts'
import { createDeskMailHandler } from '../../server/desk-mail.ts'
import { startNightlyBackups } from '../../server/nightly-backup.ts'
import { createLog } from '../../server/log.ts'
import { sampleEmails } from '../mail/samples.ts'
import { createUnusedPath } from '../backup/places.ts'
import { createTestShop } from '../support/shop.ts'
import { callRpc, callRefusedRpc } from './call.ts'
import { insertOrder } from './orders.ts'
import { createUser, createStaffMember } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const owner = (await createStaffMember(shop, 'owner')).client
const packer = (await createStaffMember(shop, 'packer')).client
beforeEach(() => sql`truncate public.outbox, public.desk_log`)

const mails = v.looseObject({
  counts: v.record(v.string(), v.number()),
  mails: v.array(
    v.looseObject({ id: v.string(), state: v.string(), to: v.string(), isKey: v.boolean() }),
  ),
})

interface Letter {
  template?: string
  to?: string
  data?: object
  sent?: boolean
  stuck?: boolean
  calledOff?: boolean
  error?: string
}

/** Inserts an email into the outbox. Returns its id. */
async function aLetter(changes: Letter = {}): Promise<string> {
  const { template = 'order_confirmation', to = 'priya@example.com' } = changes
  const { data = sampleEmails.order_confirmation, error = null } = changes
  const isOver = changes.stuck === true || changes.calledOff === true
  const [row] = await sql<{ id: string }[]>`
    insert into public.outbox (template, recipient, data, attempts, sent_at, failed_at, called_off, last_error)
    values (${template}, ${to}, ${sql.json({ ...data })}, ${isOver ? 16 : 0}, ${changes.sent ? new Date() : null},
      ${isOver ? new Date() : null}, ${changes.calledOff === true}, ${error})
    returning id`
  return row?.id ?? ''
}

const list = (args: Record<string, unknown>) => callRpc(mails, owner, 'desk_mails', args)

describe('the list of emails', () => {
  test('emails are listed by state and found by recipient, order number and reference', async () => {
    const sent = await aLetter({ sent: true })
    const stuck = await aLetter({ stuck: true, to: 'rosa@example.com', error: '550 no such user' })
    const off = await aLetter({ calledOff: true, template: 'welcome_email', data: { name: 'Kit' } })
    const waiting = await aLetter({
      template: 'catering_followup',
      data: { reference: 'CAT-0A1B2C3D' },
    })
    for (const [state, id] of Object.entries({ sent, stuck, 'called-off': off, waiting })) {
      const found = await list({ p_state: state })
      expect(found.mails.map((one) => [one.id, one.state])).toEqual([[id, state]])
      expect(found.counts).toEqual({ sent: 1, stuck: 1, 'called-off': 1, waiting: 1 })
    }
    const find = async (words: string) =>
      (await list({ p_search: words })).mails.map(({ id }) => id)
    expect(await find('ROSA@')).toEqual([stuck])
    expect(await find('#2041')).toHaveLength(2)
    expect(await find('cat-0a1b2c3d')).toEqual([waiting])
    expect(await find('%')).toEqual([])
  })

  test('retrying stuck emails, one or all, queues them at once and leaves sent ones alone', async () => {
    const [first, second] = [
      await aLetter({ stuck: true, error: 'x' }),
      await aLetter({ stuck: true, error: 'x' }),
    ]
    const gone = await aLetter({ sent: true })
    const again = (ids: string[] | null) =>
      callRpc(v.number(), owner, 'desk_try_again', { p_ids: ids })
    expect(await again([first, gone])).toBe(1)
    expect((await list({ p_state: 'waiting' })).mails.map(({ id }) => id)).toEqual([first])
    expect(await again(null)).toBe(2)
    expect((await list({ p_state: 'waiting' })).counts.stuck).toBe(0)
    const noted = await sql`select subject, after from public.desk_log order by id`
    expect(noted).toMatchObject([
      { subject: 'mails', after: { mails: 1 } },
      { subject: 'mails', after: { mails: 2 } },
    ])
    expect(await again([second])).toBe(1)
  })
})

describe('opening an email', () => {
  const asCaller = (token: string) =>
    connect(shop.siteUrl.origin, shop.keys.publishable, {
      fetch: shop.backend.fetch,
      headers: { authorization: `Bearer ${token}` },
    })
  const open = createDeskMailHandler({
    root: join(import.meta.dirname, '..', '..'),
    siteUrl: shop.siteUrl,
    asCaller,
  })
  async function opened(id: string, who = owner) {
    const { data } = await who.auth.getSession()
    const authorization = `Bearer ${data.session?.access_token ?? ''}`
    const init = { method: 'POST', headers: { authorization }, body: JSON.stringify({ id }) }
    const response = await open(new Request(`${shop.siteUrl.origin}/desk/mail`, init))
    return { status: response.status, body: await response.json() }
  }

  test('an opened email shows what its reader got, without links', async () => {
    const { status, body } = await opened(await aLetter({ sent: true }))
    expect(status).toBe(200)
    expect(body.subject).toContain('2041')
    expect(body.html).toContain('Nashville Chilli Crisp')
    expect(body.html).not.toMatch(/href=|cid:|<script/i)
  })

  test('opening an email is logged once, however often an owner opens it', async () => {
    const id = await aLetter({ sent: true })
    await opened(id)
    await opened(id)
    expect(await sql`select action, subject, after from public.desk_log`).toMatchObject([
      { action: 'open_mail', subject: `mail:${id}`, after: { number: 2041 } },
    ])
  })

  test('an opened email leaves out the signed links that the worker would add', async () => {
    const { discount_code: data } = sampleEmails
    const { body } = await opened(await aLetter({ template: 'discount_code', data, sent: true }))
    expect(body.html).toContain(data.code)
    expect(body.html).not.toMatch(/token|href=/)
  })

  test.each([
    'auth_recover',
    'auth_confirm',
    'auth_email_change',
    'auth_reauthenticate',
    'desk_invitation',
    'your_data',
    'newsletter_confirm',
  ] as const)(
    'an email of the kind %s, which gives access, cannot be opened at the desk',
    async (template) => {
      const id = await aLetter({ template, data: sampleEmails[template], sent: true })
      const { status, body } = await opened(id)
      expect(status).toBe(400)
      expect(JSON.stringify(body)).not.toMatch(/aaaa|token=/)
      expect((await list({ p_state: 'sent' })).mails).toMatchObject([{ id, isKey: true }])
      expect(await callRefusedRpc(owner, 'desk_mail', { p_id: id })).toContain(
        'for its reader alone',
      )
    },
  )

  test('an email that is no longer stored, or whose text is not, cannot be opened', async () => {
    expect((await opened(randomUUID())).body.error.message).toContain('not kept any more')
    const reminder = { which: 'first', emailHash: 'a'.repeat(64), cart: `guest:${randomUUID()}` }
    const id = await aLetter({ template: 'cart_follow_up', data: reminder, sent: true })
    expect((await opened(id)).status).toBe(400)
    expect((await opened('no id')).status).toBe(400)
  })

  test('only an owner can open an email', async () => {
    const id = await aLetter({ sent: true })
    expect((await opened(id, packer)).status).toBe(403)
    expect((await opened(id, shop.anon)).status).toBe(401)
  })
})

describe('backups at the desk', () => {
  const health = () =>
    callRpc(v.looseObject({ backup: v.looseObject({}) }), owner, 'desk_health').then(
      (all) => all.backup,
    )
  beforeEach(
    () =>
      sql`update public.last_backup set succeeded_at = null, failed_at = null, reason = null, begun_at = null, asked_at = null, looked_at = null`,
  )
  const wanted = async () => {
    const { stuck } = await callRpc(
      v.object({ stuck: v.array(v.looseObject({ kind: v.string() })) }),
      owner,
      'desk_today',
    )
    return stuck.filter(({ kind }) => kind === 'backup')
  }

  test('Today warns of a backup that is two days old when the machine makes backups', async () => {
    await sql`update public.last_backup set succeeded_at = now() - interval '3 days', begun_at = now() - interval '3 days'`
    expect(await wanted()).toEqual([])
    await sql`update public.last_backup set looked_at = now() - interval '1 minute'`
    expect(await wanted()).toMatchObject([{ amount: 1, detail: null }])
    await sql`update public.last_backup set succeeded_at = now() - interval '1 day'`
    expect(await wanted()).toEqual([])
    await sql`update public.last_backup set failed_at = now(), reason = 'the disk is full'`
    expect(await wanted()).toMatchObject([{ detail: 'the disk is full' }])
  })

  test('Today warns of a backup that was never made two days after the first owner joined', async () => {
    await sql`update public.last_backup set looked_at = now()`
    expect(await wanted()).toEqual([])
    await sql`update public.staff set created_at = now() - interval '50 hours'`
    expect(await wanted()).toMatchObject([{ since: null, detail: null }])
  })

  test('a backup cannot be requested from a shop whose machine makes none', async () => {
    expect(await health()).toMatchObject({ canBeAsked: false, isOverdue: true })
    expect(await callRefusedRpc(owner, 'desk_back_up')).toContain('cannot make a backup here')
  })

  test('a requested backup is made once at the next check, however often it was requested', async () => {
    const files: string[] = []
    const nightly = startNightlyBackups({
      client: shop.secret,
      folder: createUnusedPath(),
      keep: 3,
      isNightly: false,
      now: shop.clock.now,
      log: createLog('silent'),
      backUp: async (file) => {
        files.push(file)
        await sql`update public.last_backup set succeeded_at = now() + interval '1 second', bytes = 4200000`
      },
    })
    await nightly.runOnce()
    expect(files).toEqual([])
    expect(await health()).toMatchObject({ canBeAsked: true, isUnderWay: false })
    for (const _ of [1, 2]) expect((await owner.rpc('desk_back_up')).error).toBeNull()
    expect(await health()).toMatchObject({ isAsked: true })
    await nightly.runOnce()
    await nightly.runOnce()
    expect(files).toHaveLength(1)
    expect(await health()).toMatchObject({ isAsked: false, isUnderWay: false, isOverdue: false })
    expect(await sql`select from public.desk_log where action = 'backup'`).toHaveLength(1)
    await nightly.stop()
  })

  test('a backup that is running is not started again', async () => {
    await sql`update public.last_backup set looked_at = now(), begun_at = now() - interval '5 minutes'`
    expect((await owner.rpc('desk_back_up')).error).toBeNull()
    expect(await health()).toMatchObject({ isUnderWay: true, isAsked: false })
  })
})

describe('the history', () => {
  const page = v.looseObject({
    people: v.array(v.string()),
    name: v.nullable(v.string()),
    entries: v.array(
      v.looseObject({
        id: v.number(),
        who: v.string(),
        name: v.nullable(v.string()),
        changes: v.array(v.looseObject({ what: v.string() })),
      }),
    ),
  })
  const happened = (args: Record<string, unknown> = {}) =>
    callRpc(page, owner, 'desk_what_happened', args)

  test('the history shows names and values and filters by person, kind and subject', async () => {
    const [product] = await sql`select id, name from public.products where slug = 'spice-bag-mix'`
    const subject = `product:${product?.id}`
    await sql`
      insert into public.desk_log (who, action, subject, before, after) values
        ('Beau', 'price', ${subject}, '{"price": 450}', '{"price": 495}'),
        ('Ollie', 'pack', 'orders', null, '[1001, 1002]'),
        ('Beau', 'publish', ${subject}, '{"name": "Spice", "words": "a"}',
          ${sql.json({ name: 'Spice', words: 'x'.repeat(500), request: randomUUID() })}),
        ('Ollie', 'testimonial', ${`testimonial:${randomUUID()}`}, '{"author": "Noor", "words": "a"}',
          '{"author": "Noor", "words": "b"}')`
    const all = await happened()
    expect(all.people).toEqual(['Beau', 'Ollie'])
    expect(all.entries).toMatchObject([
      { name: 'Noor', changes: [{ what: 'words' }] },
      { name: product?.name, changes: [{ what: 'words', from: 'a', to: null }] },
      { who: 'Ollie', count: 2, changes: [] },
      { name: product?.name, changes: [{ what: 'price', from: 450, to: 495 }] },
    ])
    expect((await happened({ p_who: 'Ollie' })).entries).toHaveLength(2)
    expect((await happened({ p_kinds: ['order', 'orders'] })).entries).toHaveLength(1)
    expect(await happened({ p_subject: subject })).toMatchObject({ name: product?.name })
    const [newest] = all.entries
    expect((await happened({ p_before: newest?.id, p_limit: 1 })).entries).toHaveLength(1)
  })
})

describe('security notices to the team', () => {
  const phone = { 'user-agent': 'Mozilla/5.0 (iPhone)' }
  const getDeviceEmails = (email: string) =>
    sql`select data from public.outbox where template = 'desk_new_phone' and recipient = ${email}`

  test(
    'a team member gets one email about a sign-in from a new device',
    { tags: ['email-desk-security-30'] },
    async () => {
      const { id, email } = await createStaffMember(shop, 'packer')
      const signIn = async () => {
        const client = shop.client(phone)
        const { error } = await client.auth.signInWithPassword({
          email,
          password: 'Pickles1Forever',
        })
        expect(error).toBeNull()
        return client
      }
      await signIn()
      expect(await getDeviceEmails(email)).toEqual([])
      await sql`delete from auth.sessions where user_id = ${id} and user_agent = ${phone['user-agent']}`
      await sql`update public.staff set created_at = now() - interval '2 days' where user_id = ${id}`
      await signIn()
      expect(await getDeviceEmails(email)).toMatchObject([{ data: { agent: phone['user-agent'] } }])
      const again = await signIn()
      await again.auth.signOut({ scope: 'global' })
      await signIn()
      expect(await getDeviceEmails(email)).toHaveLength(1)
    },
  )

  test('an owner gets the email about a new device only after the second factor, and a shopper never gets it', async () => {
    const { id, email } = await createStaffMember(shop, 'owner', 'aal1')
    await sql`update public.staff set created_at = now() - interval '2 days' where user_id = ${id}`
    expect(await getDeviceEmails(email)).toEqual([])
    await sql`update auth.sessions set aal = 'aal2' where user_id = ${id}`
    expect(await getDeviceEmails(email)).toHaveLength(1)
    const { email: shopper } = await shop.createUser()
    expect(await getDeviceEmails(shopper)).toEqual([])
  })

  test(
    'a repeated invitation replaces the former one',
    { tags: ['email-desk-security-30'] },
    async () => {
      const invite = () =>
        owner.rpc('desk_invite', { p_email: 'sam@example.com', p_role: 'packer' })
      for (const _ of [1, 2]) expect((await invite()).error).toBeNull()
      const open = await sql`select from public.staff_invitations where email = 'sam@example.com'`
      expect(open).toHaveLength(1)
    },
  )
})

test('every open desk is notified of changes that its screens show', async () => {
  const getEvents = async (change: () => Promise<unknown>) => {
    await sql`delete from realtime.messages`
    await change()
    const heard = await sql<{ event: string }[]>`
      select distinct event from realtime.messages where topic = 'desk'`
    return heard.map(({ event }) => event)
  }
  const [sent, off] = [await aLetter(), await aLetter()]
  expect(await getEvents(() => sql`select public.mark_email_sent(${sent})`)).toEqual(['letters'])
  expect(await getEvents(() => sql`select public.cancel_email(${off}, 0, 'late')`)).toEqual([
    'letters',
  ])
  expect(await getEvents(() => sql`update public.prices set next_amount = 999`)).toEqual([
    'products',
  ])
  const asks = () => sql`
    insert into public.tell_me_requests (product_id, email, confirmed_at)
    select p.id, 'kit@example.com', now() from public.products p limit 1`
  expect(await getEvents(asks)).toEqual(['wanted'])
  await sql`insert into public.payment_events (id, type, outcome) values ('evt_1', 'charge.refunded', 'ignored')`
  const setsAside = () => sql`update public.payment_events set outcome = 'set aside'`
  expect(await getEvents(setsAside)).toEqual(['mail'])
  const number = await insertOrder(shop.database)
  const erases = () => sql`update public.orders set erased_at = now() where number = ${number}`
  expect(await getEvents(erases)).toContain('orders')
  const [staff, customer] = [await createStaffMember(shop, 'packer'), await createUser(shop)]
  const signsOut = (id: string) =>
    getEvents(() => sql`delete from auth.sessions where user_id = ${id}`)
  expect(await signsOut(staff.id)).toEqual(['team'])
  expect(await signsOut(customer.id)).toEqual([])
})
