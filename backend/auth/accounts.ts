import type { TransactionSql } from '../database/sql.ts'
import type { UserRow } from './users.ts'

interface NewAccount {
  id: string
  email: string
  /** null for an account that is opened by links only. */
  passwordHash: string | null
  fullName: string | null
  at: Date
}

/** What every account is: by e-mail. */
export const emailMetadata = { provider: 'email', providers: ['email'] }

/** What somebody says of themselves, in the form that GoTrue keeps it in. */
export function profileOf({ id, email, fullName }: Omit<NewAccount, 'passwordHash' | 'at'>) {
  return {
    ...(fullName !== null && { full_name: fullName }),
    email,
    email_verified: false,
    phone_verified: false,
    sub: id,
  }
}

/** Adds an unconfirmed account with its e-mail identity. False when the address has just been taken. */
export async function addAccount(tx: TransactionSql, account: NewAccount): Promise<boolean> {
  const { id, email, passwordHash, at } = account
  const profile = tx.json(profileOf(account))
  const rows = await tx`
    insert into auth.users (
      id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, created_at, updated_at
    ) values (${id}, ${email}, ${passwordHash}, ${tx.json(emailMetadata)}, ${profile}, ${at}, ${at})
    on conflict (email) where not is_sso_user do nothing
    returning id`
  if (rows.length === 0) return false
  await tx`
    insert into auth.identities (
      id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
    ) values (${id}, ${id}, ${id}, ${profile}, 'email', ${at}, ${at}, ${at})`
  return true
}

/** Confirms the address of an account and drops every link and code that is still open for it. */
export async function confirmAccount(tx: TransactionSql, userId: string, at: Date): Promise<void> {
  await tx`
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, ${at}), updated_at = ${at},
      confirmation_token = '',
      raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
    where id = ${userId}`
  await tx`
    update auth.identities i set identity_data = identity_data || '{"email_verified": true}', updated_at = ${at}
    from auth.users u where u.id = i.user_id and u.id = ${userId} and i.email = u.email`
  await tx`delete from auth.one_time_tokens where user_id = ${userId}`
}

/** Takes over the address that an account was to change to. Throws 23505 when somebody else has it by now. */
export async function moveAccount(tx: TransactionSql, user: UserRow, at: Date): Promise<void> {
  const moved = tx.json({ email: user.email_change, email_verified: true })
  await tx`
    update auth.users set email = email_change, email_change = '', email_change_confirm_status = 0,
      email_confirmed_at = coalesce(email_confirmed_at, ${at}), updated_at = ${at},
      raw_user_meta_data = raw_user_meta_data || ${moved}
    where id = ${user.id}`
  await tx`
    update auth.identities set identity_data = identity_data || ${moved}, updated_at = ${at}
    where user_id = ${user.id} and provider = 'email'`
  await tx`delete from auth.one_time_tokens where user_id = ${user.id}`
}

/** Sets a password, closes every open link, and ends all sessions but one. */
export async function changePassword(
  tx: TransactionSql,
  userId: string,
  passwordHash: string,
  keptSession: string,
  at: Date,
): Promise<void> {
  await tx`
    update auth.users set encrypted_password = ${passwordHash}, updated_at = ${at},
      confirmation_token = '', recovery_token = '', reauthentication_token = ''
    where id = ${userId}`
  await tx`delete from auth.one_time_tokens where user_id = ${userId}`
  await tx`delete from auth.flow_state where user_id = ${userId}`
  await tx`delete from auth.sessions where user_id = ${userId} and id <> ${keptSession}`
}

export async function rename(
  tx: TransactionSql,
  userId: string,
  fullName: string | null,
  at: Date,
): Promise<void> {
  const name = tx.json(fullName === null ? {} : { full_name: fullName })
  await tx`
    update auth.users set raw_user_meta_data = (raw_user_meta_data - 'full_name') || ${name}, updated_at = ${at}
    where id = ${userId}`
}
