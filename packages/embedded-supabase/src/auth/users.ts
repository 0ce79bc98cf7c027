import { ApiError } from '../core/wire.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import type { AuthTx, AuthWork } from './request.ts'

/** A second factor as the API returns it. */
export interface Factor {
  id: string
  factor_type: string
  status: 'verified' | 'unverified'
  [fact: string]: unknown
}

/** The columns of an account that the API returns. Every other column with a time is returned as well, if it is set. */
interface ShownUser {
  id: string
  aud: string
  role: string
  /** The email address; '' for an anonymous account. */
  email: string
  email_change: string | null
  confirmation_sent_at?: string | null
  raw_app_meta_data: Metadata
  raw_user_meta_data: Metadata
  is_anonymous: boolean
  /** The account's identities, as the API returns them. */
  identities: Metadata[]
  factors: Factor[] | null
}

/** The columns of auth.users that are used here, as JSON. Times are strings. */
export interface UserRow extends ShownUser {
  encrypted_password: string | null
  email_confirmed_at: string | null
  email_change_confirm_status: number
  banned_until: string | null
  deleted_at: string | null
}

/** SQL that selects accounts, including deleted ones; the caller appends the condition on `u`. */
const anyoneWhere = `
  select to_jsonb(u) || jsonb_build_object('email', coalesce(u.email, ''), 'identities', (
    select coalesce(jsonb_agg(
      (to_jsonb(i) || jsonb_build_object('identity_id', i.id, 'id', i.provider_id)) - 'provider_id' order by i.created_at
    ), '[]') from auth.identities i where i.user_id = u.id
  ), 'factors', (
    select jsonb_agg(jsonb_build_object(
      'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
      'created_at', f.created_at, 'updated_at', f.updated_at, 'last_challenged_at', f.last_challenged_at
    ) order by f.created_at) from auth.mfa_factors f where f.user_id = u.id
  )) as person
  from auth.users u where`
/** SQL that selects accounts that are not deleted; the caller appends the condition on `u`. */
export const undeletedUserWhere = `${anyoneWhere} u.deleted_at is null and`

export function findUserByEmail(work: AuthWork, email: string): Promise<UserRow | null> {
  return findUser(work, 'u.email = $1 and not u.is_sso_user', email)
}

/** Returns the ids of up to ten accounts, those that most recently requested to change to this address. */
export async function findIdsChangingTo({ sql }: AuthWork, email: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from auth.users where email_change = ${email} and deleted_at is null
    order by email_change_sent_at desc nulls last limit 10`
  return rows.map(({ id }) => id)
}

export function findUserById(work: AuthWork, id: string): Promise<UserRow | null> {
  return findUser(work, 'u.id = $1', id)
}

/** Returns the account, even a deleted one of which only an anonymised row remains. */
export function findEvenDeletedUserById(work: AuthWork, id: string): Promise<UserRow | null> {
  return findUser(work, 'u.id = $1', id, anyoneWhere)
}

async function findUser(
  { sql }: AuthWork,
  which: string,
  value: string,
  where = undeletedUserWhere,
): Promise<UserRow | null> {
  const [row] = await sql.unsafe<{ person: UserRow }[]>(`${where} ${which}`, [value])
  return row?.person ?? null
}

/** Returns the account that a token names, or that this transaction has just written. @throws ApiError 403 when it is missing */
export async function requireUser(work: AuthWork, id: string): Promise<UserRow> {
  const user = await findUserById(work, id)
  if (user !== null) return user
  throw new ApiError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
}

/** Locks an account's row until the transaction ends. */
export async function lockUser({ sql }: AuthTx, id: string): Promise<void> {
  await sql`select from auth.users where id = ${id} for update`
}

export function rejectBannedUser(user: UserRow, now: number, status: 400 | 403): void {
  if (user.banned_until !== null && Date.parse(user.banned_until) > now)
    throw new ApiError(status, 'user_banned', 'User is banned')
}

export function hasVerifiedFactor({ factors }: Pick<UserRow, 'factors'>): boolean {
  return factors?.some(({ status }) => status === 'verified') ?? false
}

/** Returns an account as the API shows it. Times that are null are omitted, as in GoTrue. */
export function toUserBody(user: ShownUser): Metadata {
  const { email_change: newEmail, factors } = user
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    phone: '',
    ...timesOf(user),
    ...(newEmail !== null && newEmail !== '' && { new_email: newEmail }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities.map((identity) => ({ ...identity, ...timesOf(identity) })),
    ...(factors !== null && { factors: factors.map(toFactorBody) }),
    is_anonymous: user.is_anonymous,
  }
}

export function toFactorBody(factor: Factor): Metadata {
  return { ...factor, ...timesOf(factor) }
}

function timesOf(row: object): Record<string, string> {
  const set = Object.entries(row).flatMap(([name, value]) =>
    typeof value === 'string' && /_(at|until)$/.test(name)
      ? [[name, new Date(value).toISOString()] as const]
      : [],
  )
  return Object.fromEntries(set)
}

export function createEmailTakenError(): ApiError {
  const words = 'A user with this email address has already been registered'
  return new ApiError(422, 'email_exists', words)
}

export function createUserNotFoundError(words: string): ApiError {
  return new ApiError(404, 'user_not_found', words)
}

interface NewAccount {
  id: string
  /** The email address; null for an anonymous account. */
  email: string | null
  /** The password's hash; null for an account that signs in by email links only. */
  passwordHash: string | null
  metadata: Metadata
  appMetadata?: Metadata
}

export const emailProviderMetadata = { provider: 'email', providers: ['email'] }

/** Returns the user metadata in the form in which GoTrue stores it. */
export function toStoredUserMetadata({
  id,
  email,
  metadata,
}: Pick<NewAccount, 'id' | 'email' | 'metadata'>) {
  return { ...metadata, email, email_verified: false, phone_verified: false, sub: id }
}

/**
 * Creates an unconfirmed account and, if it has an address, its email identity. Returns false when the address is already taken.
 */
export async function addAccount(tx: AuthTx, account: NewAccount): Promise<boolean> {
  const { sql, at } = tx
  const { id, email, passwordHash, metadata } = account
  const kept = sql.json(mergeMetadata('user_metadata', null, metadata))
  const base = email === null ? {} : emailProviderMetadata
  const appMetadata = sql.json(mergeMetadata('app_metadata', base, account.appMetadata ?? {}))
  const rows = await sql`
    insert into auth.users (
      id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, is_anonymous, created_at, updated_at
    ) values (${id}, ${email}, ${passwordHash}, ${appMetadata}, ${kept}, ${email === null}, ${at}, ${at})
    on conflict do nothing
    returning id`
  if (rows.length === 0) return false
  if (email !== null) await setEmailIdentity(tx, id, toStoredUserMetadata({ id, email, metadata }))
  return true
}

/** Creates or updates the `email` identity of an account. */
async function setEmailIdentity(
  { sql, at }: AuthTx,
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

/** Confirms the account's email address, and deletes all of its open links and codes. */
export async function confirmAccount({ sql, at }: AuthTx, userId: string): Promise<void> {
  await sql`
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, ${at}), updated_at = ${at},
      raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
    where id = ${userId}`
  await sql`
    update auth.identities i set identity_data = identity_data || '{"email_verified": true}', updated_at = ${at}
    from auth.users u where u.id = i.user_id and u.id = ${userId} and i.email = u.email`
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`
  await sql`delete from auth.sign_up_claims where user_id = ${userId}`
}

/**
 * Changes the account's email address; `isProved` also confirms it.
 * @throws DatabaseError 23505 when another account has taken the address
 */
export async function changeAccountEmail(
  tx: AuthTx,
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
      raw_app_meta_data = ${sql.json(emailProviderMetadata)} || raw_app_meta_data,
      raw_user_meta_data = raw_user_meta_data || case when ${isProved} then ${sql.json({ email, email_verified: true })} else '{}' end
    where id = ${id}`
  await setEmailIdentity(tx, id, facts)
  await sql`delete from auth.one_time_tokens where user_id = ${id}`
}

/** Sets a password, deletes all open links, and ends all sessions except `keptSession`. */
export async function changePassword(
  { sql, at }: AuthTx,
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

/** Merges changes into an account's metadata; null removes a key. @throws ApiError 400 when it grows too large */
export async function changeMetadata(
  tx: AuthTx,
  userId: string,
  words: Metadata,
  facts: Metadata = {},
): Promise<void> {
  const { sql, at } = tx
  await lockUser(tx, userId)
  const user = await requireUser(tx, userId)
  await sql`
    update auth.users set updated_at = ${at},
      raw_user_meta_data = ${sql.json(mergeMetadata('user_metadata', user.raw_user_meta_data, words))},
      raw_app_meta_data = ${sql.json(mergeMetadata('app_metadata', user.raw_app_meta_data, facts))}
    where id = ${userId}`
}
