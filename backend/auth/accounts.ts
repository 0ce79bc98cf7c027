import { type Metadata, merged } from './metadata.ts'
import type { AuthTransaction } from './request.ts'
import { lockUser, requireUser, type UserRow } from './users.ts'

interface NewAccount {
  id: string
  /** null for an anonymous one. */
  email: string | null
  /** null for an account that is opened by links only. */
  passwordHash: string | null
  metadata: Metadata
  appMetadata?: Metadata
}

export const emailMetadata = { provider: 'email', providers: ['email'] }

/** What somebody says of themselves, in the form that GoTrue keeps it in. */
export function profileOf({ id, email, metadata }: Pick<NewAccount, 'id' | 'email' | 'metadata'>) {
  return { ...metadata, email, email_verified: false, phone_verified: false, sub: id }
}

/** Adds an unconfirmed account with its e-mail identity, if it has an address. False when that has just been taken. */
export async function addAccount(tx: AuthTransaction, account: NewAccount): Promise<boolean> {
  const { sql, at } = tx
  const { id, email, passwordHash, metadata } = account
  const kept = sql.json(merged('user_metadata', null, metadata))
  const base = email === null ? {} : emailMetadata
  const appMetadata = sql.json(merged('app_metadata', base, account.appMetadata ?? {}))
  const rows = await sql`
    insert into auth.users (
      id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, is_anonymous, created_at, updated_at
    ) values (${id}, ${email}, ${passwordHash}, ${appMetadata}, ${kept}, ${email === null}, ${at}, ${at})
    on conflict do nothing
    returning id`
  if (rows.length === 0) return false
  if (email !== null) await setEmailIdentity(tx, id, profileOf({ id, email, metadata }))
  return true
}

/** Writes down what proves an account's address, in place of what was known of it. */
async function setEmailIdentity(
  { sql, at }: AuthTransaction,
  userId: string,
  facts: Metadata,
): Promise<void> {
  await sql`
    insert into auth.identities (
      id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
    ) values (${userId}, ${userId}, ${userId}, ${sql.json(facts)}, 'email', ${at}, ${at}, ${at})
    on conflict (provider_id, provider) do update set
      identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = excluded.updated_at`
}

/** Confirms the address of an account and drops every link and code that is still open for it. */
export async function confirmAccount({ sql, at }: AuthTransaction, userId: string): Promise<void> {
  await sql`
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, ${at}), updated_at = ${at},
      raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
    where id = ${userId}`
  await sql`
    update auth.identities i set identity_data = identity_data || '{"email_verified": true}', updated_at = ${at}
    from auth.users u where u.id = i.user_id and u.id = ${userId} and i.email = u.email`
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`
}

/** Takes over an address, proved or not. Throws 23505 when somebody else has it by now. */
export async function moveAccount(
  tx: AuthTransaction,
  { id }: Pick<UserRow, 'id'>,
  email: string,
  isProved = true,
): Promise<void> {
  const { sql, at } = tx
  const facts = { sub: id, email, email_verified: isProved }
  await sql`
    update auth.users set email = ${email}, email_change = '', email_change_confirm_status = 0,
      updated_at = ${at},
      email_confirmed_at = case when ${isProved} then coalesce(email_confirmed_at, ${at}) else email_confirmed_at end,
      is_anonymous = is_anonymous and not ${isProved},
      raw_app_meta_data = ${sql.json(emailMetadata)} || raw_app_meta_data,
      raw_user_meta_data = raw_user_meta_data || case when ${isProved} then ${sql.json({ email, email_verified: true })} else '{}' end
    where id = ${id}`
  await setEmailIdentity(tx, id, facts)
  await sql`delete from auth.one_time_tokens where user_id = ${id}`
}

/** Sets a password, closes every open link, and ends all sessions but one, or all. */
export async function changePassword(
  { sql, at }: AuthTransaction,
  userId: string,
  passwordHash: string,
  keptSession: string | null,
): Promise<void> {
  await sql`
    update auth.users set encrypted_password = ${passwordHash}, updated_at = ${at} where id = ${userId}`
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`
  await sql`delete from auth.flow_state where user_id = ${userId}`
  await sql`delete from auth.sessions where user_id = ${userId} and id is distinct from ${keptSession}::uuid`
}

/** Adds to what is known of an account; null takes away. @throws ApiError 400 when it grows too large */
export async function changeMetadata(
  tx: AuthTransaction,
  userId: string,
  words: Metadata,
  facts: Metadata = {},
): Promise<void> {
  const { sql, at } = tx
  await lockUser(tx, userId)
  const user = await requireUser(tx, userId)
  await sql`
    update auth.users set updated_at = ${at},
      raw_user_meta_data = ${sql.json(merged('user_metadata', user.raw_user_meta_data, words))},
      raw_app_meta_data = ${sql.json(merged('app_metadata', user.raw_app_meta_data, facts))}
    where id = ${userId}`
}
