import type { AuthTransaction } from './request.ts'
import type { UserRow } from './users.ts'

interface NewAccount {
  id: string
  email: string
  /** null for an account that is opened by links only. */
  passwordHash: string | null
  fullName: string | null
}

export const emailMetadata = { provider: 'email', providers: ['email'] }

/** What somebody says of themselves, in the form that GoTrue keeps it in. */
export function profileOf({ id, email, fullName }: Omit<NewAccount, 'passwordHash'>) {
  return {
    ...(fullName !== null && { full_name: fullName }),
    email,
    email_verified: false,
    phone_verified: false,
    sub: id,
  }
}

/** Adds an unconfirmed account with its e-mail identity. False when the address has just been taken. */
export async function addAccount(
  { sql, at }: AuthTransaction,
  account: NewAccount,
): Promise<boolean> {
  const { id, email, passwordHash } = account
  const profile = sql.json(profileOf(account))
  const rows = await sql`
    insert into auth.users (
      id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, created_at, updated_at
    ) values (${id}, ${email}, ${passwordHash}, ${sql.json(emailMetadata)}, ${profile}, ${at}, ${at})
    on conflict (email) where not is_sso_user do nothing
    returning id`
  if (rows.length === 0) return false
  await sql`
    insert into auth.identities (
      id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
    ) values (${id}, ${id}, ${id}, ${profile}, 'email', ${at}, ${at}, ${at})`
  return true
}

/** Confirms the address of an account and drops every link and code that is still open for it. */
export async function confirmAccount({ sql, at }: AuthTransaction, userId: string): Promise<void> {
  await sql`
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, ${at}), updated_at = ${at},
      confirmation_token = '',
      raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
    where id = ${userId}`
  await sql`
    update auth.identities i set identity_data = identity_data || '{"email_verified": true}', updated_at = ${at}
    from auth.users u where u.id = i.user_id and u.id = ${userId} and i.email = u.email`
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`
}

/** Takes over the address that an account was to change to. Throws 23505 when somebody else has it by now. */
export async function moveAccount({ sql, at }: AuthTransaction, user: UserRow): Promise<void> {
  const moved = sql.json({ email: user.email_change, email_verified: true })
  await sql`
    update auth.users set email = email_change, email_change = '', email_change_confirm_status = 0,
      email_confirmed_at = coalesce(email_confirmed_at, ${at}), updated_at = ${at},
      raw_user_meta_data = raw_user_meta_data || ${moved}
    where id = ${user.id}`
  await sql`
    update auth.identities set identity_data = identity_data || ${moved}, updated_at = ${at}
    where user_id = ${user.id} and provider = 'email'`
  await sql`delete from auth.one_time_tokens where user_id = ${user.id}`
}

/** Sets a password, closes every open link, and ends all sessions but one. */
export async function changePassword(
  { sql, at }: AuthTransaction,
  userId: string,
  passwordHash: string,
  keptSession: string,
): Promise<void> {
  await sql`
    update auth.users set encrypted_password = ${passwordHash}, updated_at = ${at},
      confirmation_token = '', recovery_token = '', reauthentication_token = ''
    where id = ${userId}`
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`
  await sql`delete from auth.flow_state where user_id = ${userId}`
  await sql`delete from auth.sessions where user_id = ${userId} and id <> ${keptSession}`
}

export async function rename(
  { sql, at }: AuthTransaction,
  userId: string,
  fullName: string | null,
): Promise<void> {
  const name = sql.json(fullName === null ? {} : { full_name: fullName })
  await sql`
    update auth.users set raw_user_meta_data = (raw_user_meta_data - 'full_name') || ${name}, updated_at = ${at}
    where id = ${userId}`
}
