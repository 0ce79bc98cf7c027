import { afterAll, describe, expect, test } from 'vitest'
import { createDeskPerson } from '../../supabase/functions/desk-person/handler.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import { createTestShop } from '../support/shop.ts'
import { insertSubscription, insertOrder } from '../personal-data/person.ts'
import { createUser, createStaffMember, type StaffMember } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const owner = await createStaffMember(shop, 'owner')
const { client } = owner

/** Inserts an order of a customer without an account. Returns the email address and the order number. */
async function aGuest(name: string, postcode: string): Promise<{ email: string; number: number }> {
  const email = `${name.toLowerCase()}@example.co.uk`
  const number = await insertOrder({ sql }, { id: null, email })
  await sql`
    update public.orders set paid_at = created_at, delivery_address = ${sql.json({ name: `${name} Raman`, line1: '48 Choumert Road', city: 'London', postcode })}
    where number = ${number}`
  return { email, number }
}

const priya = await aGuest('Priya', 'SE15 5DQ')
await aGuest('Desmond', 'N16 2LT')

async function find(search: string) {
  const { data, error } = await client.rpc('desk_find_people', { p_search: search })
  if (error) throw error
  return data.people.map(({ email }: { email: string }) => email)
}

const read = async (email: string) => (await client.rpc('desk_person', { p_email: email })).data

describe('searching people', () => {
  test.each([
    ['a name', 'priya ram'],
    ['a part of an email address', 'riya@exam'],
    ['the number of an order', String(priya.number)],
    ['a postcode', 'SE15 5DQ'],
    ['the beginning of a postcode in lower case', 'se15'],
  ])('a search finds a person by %s', async (_, search) => {
    expect(await find(search)).toEqual([priya.email])
  })

  test('a search finds a person by the reference of their enquiry and by a name with any apostrophe', async () => {
    const reference = 'CAT-0A1B2C3D'
    await sql`
      insert into public.enquiries (kind, reference, name, email, phone, guest_count, message, event_type)
      values ('catering', ${reference}, 'Hannah O’Sei', 'hannah@example.co.uk', '', 20, 'Hello', 'Wedding')`
    for (const search of [reference, ' cat-0a1b2c3d ', "O'Sei"])
      expect(await find(search)).toEqual(['hannah@example.co.uk'])
    expect(await find('CAT-0A1B2C3')).toEqual([])
  })

  test.each(['', 'p', '%', '%%%', 'zz-nobody'])('a search for %j finds nobody', async (search) => {
    expect(await find(search)).toEqual([])
  })

  test('a search finds an account by its name and by the address of an order', async () => {
    const person = await createUser(shop)
    await sql`update public.profiles set full_name = 'Tilda Marsh' where id = ${person.id}`
    await insertOrder({ sql }, { id: person.id, email: 'old@example.com' })
    expect(await find('tilda m')).toEqual([person.email])
    expect(await find('old@example')).toEqual([person.email])
    expect((await read(person.email)).orders).toHaveLength(1)
  })
})

test('a person’s page shows all their data except sign-in codes', async () => {
  const box = await insertSubscription(
    { sql },
    { id: null, email: 'kit@example.co.uk' },
    { status: 'active' },
  )
  await sql`
    update public.orders o set stripe_subscription_id = s.stripe_subscription_id
    from public.subscriptions s where s.order_id = o.id and o.number = ${box}`
  const { email } = await aGuest('Kit', 'E8 3RX')
  await sql`
    insert into public.newsletter_signups (email, name, consent_page, consent_wording, confirmed_at)
    values (${email}, 'Kit', '/', 'Yes please', now())`
  await sql`
    insert into public.outbox (template, recipient, data, sent_at)
    values ('auth_reauthenticate', ${email}, '{"code": "482913"}', now())`
  const person = await read(email)
  expect(person).toMatchObject({
    email,
    name: 'Kit Raman',
    address: { postcode: 'E8 3RX' },
    boxes: [{ names: ['Twink Box, Monthly'], status: 'active', began: box }],
    hindrances: ['box_open'],
    hindrance: 'box_open',
  })
  expect(person.consents).toContainEqual(
    expect.objectContaining({ of: 'newsletter', words: 'Yes please', page: '/', isYes: true }),
  )
  expect(person.mails).toContainEqual(expect.objectContaining({ template: 'auth_reauthenticate' }))
  expect(JSON.stringify(person)).not.toContain('482913')
})

test('everything that prevents an erasure is listed at once', async () => {
  const { email } = await aGuest('Noor', 'N1 9AA')
  const box = await insertSubscription({ sql }, { id: null, email }, { status: 'active' })
  await sql`
    update public.orders o set stripe_subscription_id = s.stripe_subscription_id
    from public.subscriptions s where s.order_id = o.id and o.number = ${box}`
  await insertOrder({ sql }, { id: null, email }, { status: 'paid' })
  await insertOrder({ sql }, { id: null, email }, { status: 'pending' })
  const { hindrances } = await read(email)
  expect(hindrances).toEqual(['order_open', 'payment_open', 'box_open'])
})

test('a person’s page lists the latest fifty orders and sums all of them', async () => {
  const { email } = await aGuest('Imran', 'E1 1AA')
  await sql`
    insert into public.orders (email, status, subtotal, delivery_price, total, refunded, delivery_method_id, delivery_name, cart_hash, stripe_session_id, terms_version, paid_at)
    select ${email}, 'paid', 1000, 0, 1000, 100, 'standard', 'Standard delivery', 'hash', 'cs_many_' || i, '1', now() from generate_series(1, 60) as i`
  const { orders, bought } = await read(email)
  expect(orders).toHaveLength(50)
  expect(orders[0]).toMatchObject({ state: 'to-pack', isPartPaidBack: true })
  const [all] =
    await sql`select sum(total)::integer as total from public.orders where email = ${email}`
  expect(bought).toEqual({ orders: 61, total: all?.total, refunded: 6000 })
})

test('an address without any data has no person page', async () => {
  expect(await read('nobody@example.com')).toBeNull()
})

test('a person’s note is saved by address and a change based on an outdated note is refused', async () => {
  const note = (words: string, seen: string) =>
    client.rpc('desk_note_person', { p_email: priya.email, p_note: words, p_seen: seen })
  expect((await note('Rang about slaw', '')).error).toBeNull()
  expect((await read(priya.email)).note).toBe('Rang about slaw')
  expect((await note('Another', '')).error).toMatchObject({ code: 'PT409' })
  expect((await note('', 'Rang about slaw')).error).toBeNull()
  expect((await read(priya.email)).note).toBe('')
})

test('an email to a person is sent once after half a minute and can be undone until then', async () => {
  const letter = crypto.randomUUID()
  const write = () =>
    client.rpc('desk_write_person', {
      p_email: priya.email,
      p_letter: letter,
      p_subject: 'Your parcel\r\nBcc: x@example.com',
      p_text: 'It is on its way.',
    })
  for (const { error } of [await write(), await write()]) expect(error).toBeNull()
  const queued = () => sql`
    select data ->> 'subject' as subject, next_attempt_at > now() as waits from public.outbox where template = 'person_letter'`
  expect(await queued()).toEqual([{ subject: 'Your parcel Bcc: x@example.com', waits: true }])
  expect((await client.rpc('desk_unsend', { p_letter: letter })).error).toBeNull()
  expect(await queued()).toEqual([])
})

describe('erasing a person', () => {
  const erase = createDeskPerson(createFunctionEnvironment(shop))
  async function ask(who: StaffMember, email: string, typed: string) {
    const { data } = await who.client.auth.getSession()
    const answer = await erase(
      new Request(`${shop.siteUrl.origin}/functions/v1/desk-person`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${data.session?.access_token}`,
        },
        body: JSON.stringify({ email, typed }),
      }),
    )
    return { status: answer.status, body: await answer.json() }
  }

  test('erasing a person follows the existing rules, deletes the note and leaves no name in the log', async () => {
    const { email } = await aGuest('Flo', 'SE15 3RX')
    await client.rpc('desk_note_person', { p_email: email, p_note: 'Flo rang', p_seen: '' })
    const copy = await client.rpc('desk_export_person', { p_email: email })
    expect(JSON.stringify(copy.data)).toContain('Flo rang')
    expect((await ask(owner, email, 'priya@example.co.uk')).status).toBe(400)
    expect(await ask(owner, email, ` ${email.toUpperCase()}`)).toMatchObject({
      status: 200,
      body: { success: true, email: expect.any(String) },
    })
    expect(await read(email)).toBeNull()
    const [held] = await sql`
      select (select count(*)::integer from public.person_notes where email = ${email}) as notes,
        (select string_agg(l::text, ' ') from public.desk_log l) as log`
    expect(held?.notes).toBe(0)
    expect(held?.log).toContain('erase')
    expect(held?.log).not.toMatch(/flo/i)
  })

  test('erasing a person is refused while an order is to be sent', async () => {
    const email = 'waiting@example.co.uk'
    await insertOrder({ sql }, { id: null, email }, { status: 'paid' })
    expect(await ask(owner, email, email)).toMatchObject({
      status: 409,
      body: { error: { code: 'order_open' } },
    })
    expect(await read(email)).not.toBeNull()
  })

  test('a team member cannot be erased', async () => {
    const packer = await createStaffMember(shop, 'packer')
    expect(await ask(owner, packer.email, packer.email)).toMatchObject({ status: 400 })
    expect((await packer.client.rpc('staff_role')).data).toBe('packer')
  })

  test('a packer and an owner without a fresh code cannot erase anybody', async () => {
    expect(
      (await ask(await createStaffMember(shop, 'packer'), priya.email, priya.email)).status,
    ).toBe(403)
    const late = await createStaffMember(shop, 'owner')
    await sql`
      update auth.mfa_amr_claims set updated_at = updated_at - interval '20 minutes'
      where session_id in (select id from auth.sessions where user_id = ${late.id})`
    await late.client.auth.refreshSession()
    expect(await ask(late, priya.email, priya.email)).toMatchObject({
      status: 403,
      body: { error: { code: 'fresh_code' } },
    })
    expect(await read(priya.email)).not.toBeNull()
  })

  test('erasing with an ended session answers 401 with the code that makes the desk ask to sign in', async () => {
    const gone = await createStaffMember(shop, 'owner')
    await sql`delete from auth.sessions where user_id = ${gone.id}`
    expect(await ask(gone, priya.email, priya.email)).toMatchObject({
      status: 401,
      body: { error: { code: 'PT401' } },
    })
  })
})
