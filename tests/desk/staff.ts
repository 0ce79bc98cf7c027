import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import type { TestShop } from '../support/shop.ts'

export interface StaffMember {
  id: string
  email: string
  client: SupabaseClient
}

/** The parts of a test shop that creating staff requires. */
type StaffShop = Pick<TestShop, 'secret' | 'client'> & {
  clock: Pick<TestShop['clock'], 'now'>
  database: Pick<TestShop['database'], 'sql'>
}

const password = 'Pickles1Forever'

/** Creates a user with a session that has no second factor. */
export async function createUser(shop: StaffShop): Promise<StaffMember> {
  const email = `${randomUUID()}@example.com`
  const created = await shop.secret.auth.admin.createUser({ email, password, email_confirm: true })
  if (created.error !== null) throw created.error
  return { id: created.data.user.id, email, client: await signIn(shop, email) }
}

async function signIn(shop: StaffShop, email: string): Promise<SupabaseClient> {
  const client = shop.client()
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error !== null) throw error
  return client
}

/** Creates a team member. The session of an owner has a confirmed second factor (aal2), unless `level` is given. */
export async function createStaffMember(
  shop: StaffShop,
  role: 'owner' | 'packer',
  level: 'aal1' | 'aal2' = role === 'owner' ? 'aal2' : 'aal1',
): Promise<StaffMember> {
  const person = await createUser(shop)
  await shop.database.sql`
    insert into public.staff (user_id, name, role) values (${person.id}, ${role === 'owner' ? 'Beau' : 'Ollie'}, ${role})`
  if (level === 'aal2') await giveCode(shop, person.client)
  return person
}

async function giveCode(shop: StaffShop, client: SupabaseClient): Promise<void> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (error !== null) throw error
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate({
    timestamp: shop.clock.now(),
  })
  const given = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
  if (given.error !== null) throw given.error
}

/** Returns a client for each kind of caller of the desk's functions, for the tests of access rights. */
export async function createClientsByRole(shop: TestShop) {
  return {
    visitor: shop.anon,
    customer: (await createUser(shop)).client,
    packer: (await createStaffMember(shop, 'packer')).client,
    'owner without a code': (await createStaffMember(shop, 'owner', 'aal1')).client,
    owner: (await createStaffMember(shop, 'owner')).client,
  }
}
