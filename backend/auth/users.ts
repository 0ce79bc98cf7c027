import type { Queryable, TransactionSql } from '../database/sql.ts'
import { AuthFault } from './faults.ts'

type Metadata = Record<string, unknown>

interface IdentityRow {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
  email: string | null
}

/** A row of auth.users as JSON, with its identities. Times are ISO texts. */
export interface UserRow {
  id: string
  aud: string
  role: string
  email: string
  encrypted_password: string | null
  email_confirmed_at: string | null
  invited_at: string | null
  confirmation_token: string | null
  confirmation_sent_at: string | null
  confirmed_at: string | null
  recovery_token: string | null
  recovery_sent_at: string | null
  email_change: string | null
  email_change_sent_at: string | null
  email_change_confirm_status: number
  reauthentication_token: string | null
  reauthentication_sent_at: string | null
  last_sign_in_at: string | null
  raw_app_meta_data: Metadata
  raw_user_meta_data: Metadata
  created_at: string
  updated_at: string
  banned_until: string | null
  is_anonymous: boolean
  identities: IdentityRow[]
}

export async function findUserByEmail(sql: Queryable, email: string): Promise<UserRow | null> {
  const [row] = await sql<{ person: UserRow }[]>`
    select to_jsonb(u) || jsonb_build_object('identities', coalesce(
      (select jsonb_agg(i order by i.created_at) from auth.identities i where i.user_id = u.id), '[]')) as person
    from auth.users u where u.email = ${email} and not u.is_sso_user and u.deleted_at is null`
  return row?.person ?? null
}

export async function findUserById(sql: Queryable, id: string): Promise<UserRow | null> {
  const [row] = await sql<{ person: UserRow }[]>`
    select to_jsonb(u) || jsonb_build_object('identities', coalesce(
      (select jsonb_agg(i order by i.created_at) from auth.identities i where i.user_id = u.id), '[]')) as person
    from auth.users u where u.id = ${id} and u.deleted_at is null`
  return row?.person ?? null
}

/**
 * Lets one claim to an address through at a time. A lock on the account's row would not do: a claim replaces the row, and
 * whoever waits for the one that is gone would then write beside whoever comes next.
 */
export async function lockAddress(tx: TransactionSql, email: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${email}, 20260110))`
}

/** Keeps others from changing an account until the transaction ends. */
export async function lockUser(tx: TransactionSql, id: string): Promise<void> {
  await tx`select from auth.users where id = ${id} for update`
}

/** The account itself, read again after changes in the same transaction. */
export async function reloadUser(sql: Queryable, id: string): Promise<UserRow> {
  const user = await findUserById(sql, id)
  if (user === null) {
    throw new AuthFault(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  }
  return user
}

export function fullNameOfUser(user: UserRow): { fullName?: string } {
  const name = user.raw_user_meta_data.full_name
  return typeof name === 'string' ? { fullName: name } : {}
}

export function refuseBanned(user: UserRow, now: number, status: 400 | 403): void {
  if (user.banned_until !== null && Date.parse(user.banned_until) > now) {
    throw new AuthFault(status, 'user_banned', 'User is banned')
  }
}

/** An account as the protocol shows it to its owner. Empty times are left out, as GoTrue does. */
export function userBody(user: UserRow): Metadata {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    ...times({
      email_confirmed_at: user.email_confirmed_at,
      invited_at: user.invited_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      email_change_sent_at: user.email_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
    }),
    phone: '',
    ...(user.email_change === null || user.email_change === ''
      ? {}
      : { new_email: user.email_change }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities.map(identityBody),
    ...times({ created_at: user.created_at, updated_at: user.updated_at }),
    is_anonymous: user.is_anonymous,
  }
}

function identityBody(identity: IdentityRow): Metadata {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...times({
      last_sign_in_at: identity.last_sign_in_at,
      created_at: identity.created_at,
      updated_at: identity.updated_at,
    }),
    email: identity.email,
  }
}

function times(stamps: Record<string, string | null>): Record<string, string> {
  const given = Object.entries(stamps).flatMap(([name, stamp]) =>
    stamp === null ? [] : [[name, new Date(stamp).toISOString()] as const],
  )
  return Object.fromEntries(given)
}
