import type { AuthTx, AuthWork } from './request.ts'
import { findUserByEmail, lockUser, type UserRow } from './users.ts'

/**
 * Returns the account that has confirmed this email address, or null. Accounts with an unconfirmed one do not count, because
 * anybody can sign up with somebody else's address.
 */
export async function findConfirmedUser(work: AuthWork, email: string): Promise<UserRow | null> {
  const user = await findUserByEmail(work, email)
  return user?.email_confirmed_at == null ? null : user
}

/**
 * Locks an email address until the transaction ends, even when no account has it yet. Returns the account with this address, locked
 * as well, or null.
 */
export async function lockEmailAddress(tx: AuthTx, email: string): Promise<UserRow | null> {
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${email}, 20260110))`
  const seen = await findUserByEmail(tx, email)
  if (seen === null) return null
  await lockUser(tx, seen.id)
  return findUserByEmail(tx, email)
}

/**
 * Frees an email address that an unconfirmed sign-up occupies, for another account that has proved the mailbox. Returns false when
 * another account has confirmed the address. The project's own tables may reference the unconfirmed account, so its row stays as a
 * deleted account without personal data.
 */
export async function releaseEmailAddress(tx: AuthTx, email: string): Promise<boolean> {
  const { sql, at } = tx
  const holder = await lockEmailAddress(tx, email)
  if (holder === null) return true
  if (holder.email_confirmed_at !== null) return false
  await sql`
    update auth.users set deleted_at = ${at}, updated_at = ${at}, email = null, email_change = '',
      encrypted_password = null, raw_user_meta_data = '{}', raw_app_meta_data = '{}'
    where id = ${holder.id}`
  for (const table of ['identities', 'one_time_tokens', 'sign_up_claims', 'flow_state'])
    await sql.unsafe(`delete from auth.${table} where user_id = $1`, [holder.id])
  return true
}
