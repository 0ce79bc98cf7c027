import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'
import {
  createUser,
  type AuthService,
  goodPassword,
  createAdminClient,
  openSignedInBrowser,
  siteUrl,
  createUniqueEmail,
  startAuthService,
} from './auth-service.ts'

let service: AuthService
let admin: SupabaseClient['auth']['admin']
beforeAll(async () => {
  service = await startAuthService()
  admin = createAdminClient(service)
})
afterAll(() => service.stop())

const strangersPassword = 'Stranger 1 danger'

/** Does everything with an email address that a person can do who cannot read its mailbox. */
async function claimAsStranger(email: string): Promise<void> {
  const { auth } = service.browser()
  await auth.signUp({ email, password: strangersPassword, options: { data: { full_name: 'Eve' } } })
  await auth.signInWithOtp({ email })
  await auth.resend({ type: 'signup', email })
  await auth.resetPasswordForEmail(email)
  await service.call({ path: '/auth/v1/magiclink', json: { email } })
}

async function linksTo(email: string, template: string): Promise<URL[]> {
  const emails = await service.emails(email)
  return emails
    .filter((mail) => mail.template === template)
    .map(({ data }) => new URL(String(data.link)))
}

async function open(link: URL | undefined): Promise<string> {
  const url = link ?? siteUrl
  const query = url.search.slice(1)
  const answer = await service.call({ method: 'GET', path: url.pathname, query, headers: {} })
  return String(answer.headers.location)
}

async function canSignIn(email: string, password: string): Promise<boolean> {
  return (await service.browser().auth.signInWithPassword({ email, password })).error === null
}

test.each(['before the request', 'after the request', 'between the confirmations'])(
  'a change of email is completed when a stranger signs up with the new address %s',
  async (moment) => {
    const [from, to] = [createUniqueEmail(), createUniqueEmail()]
    await createUser(service, from)
    const browser = await openSignedInBrowser(service, from)
    if (moment === 'before the request') await claimAsStranger(to)
    expect((await browser.auth.updateUser({ email: to })).error).toBeNull()
    if (moment === 'after the request') await claimAsStranger(to)
    expect(await open((await linksTo(to, 'auth_email_change'))[0])).toContain('Please+proceed')
    if (moment === 'between the confirmations') await claimAsStranger(to)
    expect(await open((await linksTo(from, 'auth_email_change'))[0])).toContain('access_token')
    expect((await browser.auth.getUser()).data.user?.email).toBe(to)
    expect([await canSignIn(to, goodPassword), await canSignIn(to, strangersPassword)]).toEqual([
      true,
      false,
    ])
    for (const link of await linksTo(to, 'auth_confirm'))
      expect(await open(link)).toContain('otp_expired')
  },
)

test('a change of email keeps the rows of an unconfirmed account that held the new address', async () => {
  const [from, to] = [createUniqueEmail(), createUniqueEmail()]
  const { sql } = service.database
  await createUser(service, from)
  await service.browser().auth.signUp({ email: to, password: strangersPassword })
  await sql`create table public.todos (user_id uuid not null references auth.users)`
  await sql`insert into public.todos select id from auth.users where email = ${to}`
  const browser = await openSignedInBrowser(service, from)
  await browser.auth.updateUser({ email: to })
  for (const address of [from, to]) await open((await linksTo(address, 'auth_email_change'))[0])
  expect((await browser.auth.getUser()).data.user?.email).toBe(to)
  const rows = await sql`
    select u.email, u.encrypted_password, u.deleted_at is not null as "isDeleted", u.raw_user_meta_data as metadata
    from public.todos t join auth.users u on u.id = t.user_id`
  expect(rows).toEqual([{ email: null, encrypted_password: null, isDeleted: true, metadata: {} }])
  await sql`drop table public.todos`
})

test('a change of email ends when somebody else confirms the new address', async () => {
  const [from, to] = [createUniqueEmail(), createUniqueEmail()]
  await createUser(service, from)
  const browser = await openSignedInBrowser(service, from)
  await browser.auth.updateUser({ email: to })
  await createUser(service, to)
  await open((await linksTo(from, 'auth_email_change'))[0])
  expect(await open((await linksTo(to, 'auth_email_change'))[0])).toContain('otp_expired')
  expect((await browser.auth.getUser()).data.user?.email).toBe(from)
})

test('a code for the new mailbox is accepted although strangers sign up with and ask to change to its address', async () => {
  const [from, to, other] = [createUniqueEmail(), createUniqueEmail(), createUniqueEmail()]
  await createUser(service, from)
  await createUser(service, other)
  await claimAsStranger(to)
  const generate = async (type: 'email_change_current' | 'email_change_new') => {
    const { data, error } = await admin.generateLink({ type, email: from, newEmail: to })
    expect(error).toBeNull()
    return String(data.properties?.email_otp)
  }
  const [current, next] = [
    await generate('email_change_current'),
    await generate('email_change_new'),
  ]
  const stranger = await openSignedInBrowser(service, other)
  await stranger.auth.updateUser({ email: to })
  for (const [email, token] of [
    [to, next],
    [from, current],
  ] as const) {
    const { error } = await service.browser().auth.verifyOtp({ type: 'email_change', email, token })
    expect(error).toBeNull()
  }
  expect(await canSignIn(to, goodPassword)).toBe(true)
  expect((await stranger.auth.getUser()).data.user?.email).toBe(other)
})

test.each(['before', 'after'])(
  'an invitation opens its account without the password of a stranger who signed up %s it',
  async (time) => {
    const email = createUniqueEmail()
    if (time === 'before') await claimAsStranger(email)
    const { error } = await admin.inviteUserByEmail(email)
    expect(error).toBeNull()
    const link = (await linksTo(email, 'auth_confirm')).at(-1)
    if (time === 'after') await claimAsStranger(email)
    expect(await open(link)).toContain('access_token')
    expect(await canSignIn(email, strangersPassword)).toBe(false)
  },
)

test.each(['before', 'after'])(
  'a generated sign-up link confirms the address without any password when a stranger signed up %s it',
  async (time) => {
    const email = createUniqueEmail()
    if (time === 'before') await claimAsStranger(email)
    const { data, error } = await admin.generateLink({
      type: 'signup',
      email,
      password: goodPassword,
    })
    expect(error).toBeNull()
    if (time === 'after') await claimAsStranger(email)
    expect(await open(new URL(String(data.properties?.action_link)))).toContain('type=recovery')
    for (const password of [goodPassword, strangersPassword])
      expect(await canSignIn(email, password)).toBe(false)
  },
)

test('an administrator gives a confirmed account an address that a stranger has only signed up with', async () => {
  const [from, to] = [createUniqueEmail(), createUniqueEmail()]
  await createUser(service, from)
  await claimAsStranger(to)
  const { data } = await service.browser().auth.signInWithPassword({
    email: from,
    password: goodPassword,
  })
  const id = String(data.user?.id)
  expect((await admin.updateUserById(id, { email: to })).error?.code).toBe('email_exists')
  const moved = await admin.updateUserById(id, { email: to, email_confirm: true })
  expect(moved.error).toBeNull()
  expect(await canSignIn(to, goodPassword)).toBe(true)
})

test('a sign-up link stays valid when a stranger has it sent again', async () => {
  const email = createUniqueEmail()
  await service.browser().auth.signUp({ email, password: goodPassword })
  for (let time = 0; time < 2; time += 1)
    await service.browser().auth.resend({ type: 'signup', email })
  const links = await linksTo(email, 'auth_confirm')
  expect(links).toHaveLength(3)
  expect(await open(links[0])).toContain('access_token')
  expect(await canSignIn(email, goodPassword)).toBe(true)
  for (const link of links) expect(await open(link)).toContain('otp_expired')
})

test('the newest of several resent sign-up links confirms the password of the sign-up', async () => {
  const email = createUniqueEmail()
  await service.browser().auth.signUp({ email, password: goodPassword })
  for (let time = 0; time < 2; time += 1)
    await service.browser().auth.resend({ type: 'signup', email })
  expect(await open((await linksTo(email, 'auth_confirm')).at(-1))).toContain('access_token')
  expect(await canSignIn(email, goodPassword)).toBe(true)
})
