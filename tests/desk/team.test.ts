import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { createDeskInvitation } from '../../supabase/functions/desk-invitation/handler.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import { createTestShop } from '../support/shop.ts'
import { createUser, createStaffMember, createClientsByRole } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const all = await createClientsByRole(shop)
const { sql } = shop.database

test('no role can read or write the tables behind the desk', async () => {
  for (const table of ['staff', 'staff_invitations', 'desk_log'])
    for (const client of Object.values(all)) {
      expect((await client.from(table).select('*')).error?.code).toBe('42501')
      expect((await client.from(table).delete().neq('created_at', 'now')).error).not.toBeNull()
    }
})

test('an owner sees the team, the open invitations and the history', async () => {
  await all.owner.rpc('desk_invite', { p_email: 'new@example.com', p_role: 'packer' })
  const read = async (view: string) => (await all.owner.from(view).select('*')).data
  const own = async () => (await read('desk_team'))?.find(({ is_me: isMe }) => isMe)
  expect(await own()).toMatchObject({ app_since: expect.any(String), paper_codes: 0 })
  await all.owner.rpc('make_recovery_codes')
  expect(await own()).toMatchObject({ paper_codes: 10 })
  expect(await read('desk_invitations')).toMatchObject([
    { email: 'new@example.com', role: 'packer' },
  ])
  expect(await read('desk_history')).toMatchObject([
    { who: 'Beau', action: 'invite', subject: expect.stringMatching(/^person:[0-9a-f]{12}$/) },
  ])
})

test('the log shows the address of an invited person until they are erased', async () => {
  const email = 'sam@example.com'
  await all.owner.rpc('desk_invite', { p_email: 'Sam@Example.com', p_role: 'packer' })
  await sql`select public.invite_staff(${email})`
  const names = async () =>
    (await all.owner.rpc('desk_what_happened', { p_limit: 2 })).data.entries.map(
      ({ name }: { name: string | null }) => name,
    )
  expect(await names()).toEqual([email, email])
  await sql`select public.erase_person(null, ${email}, 'owner@example.com')`
  expect(await names()).toEqual([null, null])
  expect(await sql`select from public.staff_invitations where email = ${email}`).toEqual([])
  expect(await sql`select from public.desk_log l where l::text ilike '%sam@%'`).toEqual([])
})

test('the migration replaces addresses in the log by the subjects of their people', async () => {
  const email = 'old@example.com'
  await sql`
    insert into public.desk_log (who, action, subject)
    values ('Beau', 'invite', ${`person:${email}`}), ('Beau', 'write', 'person:0123456789ab')`
  const file = '../../supabase/migrations/20261130001520_invitees_in_the_log.sql'
  await sql.unsafe(await readFile(new URL(file, import.meta.url), 'utf8'))
  const entries = await sql`
    select subject, subject = public.person_subject(${email}) as is_theirs from public.desk_log order by id desc limit 2`
  expect(entries).toMatchObject([{ subject: 'person:0123456789ab' }, { is_theirs: true }])
})

test('an owner whose code is older than fifteen minutes is asked for a fresh one', async () => {
  const owner = await createStaffMember(shop, 'owner')
  expect((await owner.client.rpc('desk_me')).data).toMatchObject({ hasFreshCode: true })
  // The database checks the code's age by the real clock, which a test cannot advance, so the code's time is moved
  // back.
  await sql`
    update auth.mfa_amr_claims set updated_at = updated_at - interval '20 minutes'
    where session_id in (select id from auth.sessions where user_id = ${owner.id})`
  await owner.client.auth.refreshSession()
  const { error } = await owner.client.rpc('desk_invite', {
    p_email: 'x@example.com',
    p_role: 'packer',
  })
  expect(error).toMatchObject({ hint: 'fresh_code' })
})

test('removing a team member signs them out of every session', async () => {
  const { client, id } = await createStaffMember(shop, 'packer')
  expect((await client.rpc('staff_role')).data).toBe('packer')
  await all.owner.rpc('desk_remove', { p_user_id: id })
  expect((await client.rpc('staff_role')).data).toBeNull()
  expect((await client.auth.refreshSession()).error).not.toBeNull()
  const messages = await sql`select from realtime.messages where topic = 'desk' and event = 'team'`
  expect(messages).toHaveLength(1)
})

test('the last owner cannot be removed', async () => {
  await sql`delete from public.staff`
  const owner = await createStaffMember(shop, 'owner')
  const { error } = await owner.client.rpc('desk_remove', { p_user_id: owner.id })
  expect(error?.message).toBe('Somebody has to run the desk: invite another owner first.')
})

describe('accepting an invitation', () => {
  const take = createDeskInvitation(createFunctionEnvironment(shop))
  const post = (body: object) =>
    take(
      new Request(`${shop.siteUrl.origin}/functions/v1/desk-invitation`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  const createToken = async (email: string | null) => {
    const [row] = await sql`select public.create_invitation(${email}, 'packer') as token`
    return String(row?.token)
  }

  /** Does what the invitation page does at each press of its button. */
  async function press(given: { token: string; name: string; email: string; password: string }) {
    const { status } = await post(given)
    if (status !== 200) return status
    const client = shop.client()
    const { error } = await client.auth.signInWithPassword(given)
    if (error) return error.code
    const sent = { p_token: given.token, p_name: given.name }
    return (await client.rpc('desk_join', sent)).data
  }

  test.each(['ollie@example.com', null])(
    'an invitation to %s whose answer was lost is accepted again by the same account, and changes nothing',
    async (invited) => {
      const email = invited ?? 'olga@example.com'
      const token = await createToken(invited)
      const given = { token, name: 'Ollie', email, password: 'Pickles1Forever' }
      expect(await (await post(given)).json()).toEqual({ isJoined: true })
      const staff = () => sql`
        select s.user_id, s.name, s.role, s.created_at from public.staff s
        join auth.users u on u.id = s.user_id where u.email = ${email}`
      await sql`update public.staff_invitations set expires_at = created_at - interval '1 hour'`
      await sql`update public.staff set role = 'owner' where name = 'Ollie'`
      const joined = await staff()
      expect(joined).toMatchObject([{ name: 'Ollie', role: 'owner' }])
      expect(await press({ ...given, name: 'Another' })).toBe(true)
      expect(await staff()).toEqual(joined)
      const subject = `person:${String(joined[0]?.user_id)}`
      expect(await sql`select from public.desk_log where subject = ${subject}`).toHaveLength(1)
    },
  )

  test('a used invitation is refused to any other account, and to its own once that has left the team', async () => {
    const email = 'odo@example.com'
    const token = await createToken(email)
    const given = { token, name: 'Odo', email, password: 'Pickles1Forever' }
    expect((await post(given)).status).toBe(200)
    expect(await press({ ...given, password: 'Stranger1Danger' })).toBe('invalid_credentials')
    const count = async () => (await sql`select from auth.users`).length
    const before = await count()
    expect(await press({ ...given, email: 'eve@example.com' })).toBe(410)
    expect(await count()).toBe(before)
    const stranger = await createUser(shop)
    const join = { p_token: token, p_name: 'Eve' }
    expect((await stranger.client.rpc('desk_join', join)).data).toBe(false)
    const own = shop.client()
    await own.auth.signInWithPassword(given)
    expect((await own.rpc('desk_join', join)).data).toBe(true)
    await sql`delete from public.staff where name = 'Odo'`
    expect((await own.rpc('desk_join', join)).data).toBe(false)
    expect((await post(given)).status).toBe(410)
  })

  test('an invitation is refused for another address and after two days', async () => {
    const token = await createToken('ollie2@example.com')
    const given = { token, name: 'Eve', email: 'eve@example.com', password: 'Pickles1Forever' }
    expect((await post(given)).status).toBe(410)
    await sql`update public.staff_invitations set expires_at = created_at - interval '1 hour'`
    expect((await post({ ...given, email: 'ollie2@example.com' })).status).toBe(410)
  })

  test('an invitation to an existing account is accepted after signing in, and only by that account', async () => {
    const person = await createUser(shop)
    const token = await createToken(person.email)
    const answer = await post({
      token,
      name: 'Kit',
      email: person.email,
      password: 'Pickles1Forever',
    })
    expect(await answer.json()).toEqual({ isJoined: false })
    const stranger = await createUser(shop)
    expect((await stranger.client.rpc('desk_join', { p_token: token, p_name: 'Eve' })).data).toBe(
      false,
    )
    expect((await person.client.rpc('desk_join', { p_token: token, p_name: 'Kit' })).data).toBe(
      true,
    )
  })

  test(
    'an invitation creates an account although a stranger has signed up with its address',
    { tags: ['abuse-20'] },
    async () => {
      const email = 'ottilie@example.com'
      const { error } = await shop.anon.auth.signUp({ email, password: 'Stranger1Danger' })
      expect(error).toBeNull()
      const given = { token: await createToken(email), name: 'Ottilie', email, password: 'Easy' }
      expect((await post(given)).status).toBe(400)
      const answer = await post({ ...given, password: 'Pickles1Forever' })
      expect(await answer.json()).toEqual({ isJoined: true })
      const signIn = (password: string) =>
        shop.client().auth.signInWithPassword({ email, password })
      expect((await signIn('Pickles1Forever')).data.user?.user_metadata.full_name).toBe('Ottilie')
      expect((await signIn('Stranger1Danger')).error?.code).toBe('invalid_credentials')
      expect(await sql`select role from public.staff where name = 'Ottilie'`).toHaveLength(1)
    },
  )

  test('the start prints an invitation until there is an owner', async () => {
    await sql`delete from public.staff`
    const first = await shop.secret.rpc('first_invitation')
    expect(first.data).toMatch(/^[0-9a-f]{64}$/)
    await createStaffMember(shop, 'owner')
    expect((await shop.secret.rpc('first_invitation')).data).toBeNull()
  })
})
