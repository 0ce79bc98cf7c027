import { afterAll, beforeEach, expect, test } from 'vitest'
import { deskCommand } from '../../commands/owner/desk-command.ts'
import { createDeskInvitation } from '../../supabase/functions/desk-invitation/handler.ts'
import { sendDueEmails } from '../support/deliver.ts'
import { createFunctionEnvironment } from '../support/function-environment.ts'
import { createTestShop } from '../support/shop.ts'
import { createUser, createStaffMember } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
beforeEach(async () => {
  await sql`delete from public.outbox`
  await sql`delete from public.staff_invitations`
})

/** Runs `npm run desk -- …` and returns its output. */
async function run(...args: string[]): Promise<string> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  await deskCommand(args)({ client: shop.secret, now: shop.clock.now, print })
  return lines.join('\n')
}

/** Sends the waiting emails, expects a single one to `email`, and returns the token in its link. */
async function tokenFor(email: string): Promise<string> {
  const [letter, ...more] = await sendDueEmails(shop)
  expect([letter?.to.address, more]).toEqual([email, []])
  const [, token] = /\/desk\/invitation\?token=([0-9a-f]{64})/.exec(letter?.text ?? '') ?? []
  if (token === undefined) throw new Error('The email has no link to the invitation')
  return token
}

/** Accepts an invitation with the request that the invitation page sends. */
function take(given: { token: string; name: string; email: string }): Promise<Response> {
  return createDeskInvitation(createFunctionEnvironment(shop))(
    new Request(`${shop.siteUrl.origin}/functions/v1/desk-invitation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...given, password: 'Pickles1Forever' }),
    }),
  )
}

const untouched = async () => [
  await sql`select id from public.outbox`,
  await sql`select id from public.staff_invitations`,
]

test('the invite command emails a link that makes its reader an owner once', async () => {
  expect(await run('invite', 'Ash@Example.com')).toBe(
    'An invitation is on its way to Ash@Example.com. It works once, for two days.',
  )
  const token = await tokenFor('ash@example.com')
  const given = { token, name: 'Ash', email: 'ash@example.com' }
  expect(await (await take(given)).json()).toEqual({ isJoined: true })
  expect(await sql`select role from public.staff where name = 'Ash'`).toEqual([{ role: 'owner' }])
  expect((await take({ ...given, email: 'eve@example.com' })).status).toBe(410)
})

test('a second invitation to the same address invalidates the first link', async () => {
  const email = 'kit@example.com'
  await run('invite', email)
  const former = await tokenFor(email)
  await run('invite', email)
  const token = await tokenFor(email)
  expect((await take({ token: former, name: 'Kit', email })).status).toBe(410)
  expect((await take({ token, name: 'Kit', email })).status).toBe(200)
})

test('a person with a shop account accepts the invitation with that account', async () => {
  const { client, email } = await createUser(shop)
  await run('invite', email)
  const join = { p_token: await tokenFor(email), p_name: 'Robin' }
  expect((await client.rpc('desk_join', join)).data).toBe(true)
})

test('the invite command refuses an invalid address and invites nobody', async () => {
  await expect(run('invite', 'ash@')).rejects.toThrow(/^That is not an e-mail address\.$/)
  expect(await untouched()).toEqual([[], []])
})

test('the invite command refuses a team member and leaves their role unchanged', async () => {
  const { id, email } = await createStaffMember(shop, 'packer')
  await expect(run('invite', email.toUpperCase())).rejects.toThrow(
    new RegExp(`^${email} already has a place at the desk\\.$`),
  )
  expect(await untouched()).toEqual([[], []])
  expect(await sql`select role from public.staff where user_id = ${id}`).toEqual([
    { role: 'packer' },
  ])
})

test.each(['', 'invite', 'invite a@example.com b@example.com', 'remove a@example.com'])(
  'npm run desk -- %s prints its usage',
  async (typed) => {
    await expect(run(...typed.split(' '))).rejects.toThrow('npm run desk -- invite <e-mail>')
  },
)
