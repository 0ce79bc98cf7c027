import { ApiError } from '../wire.ts'
import type { Metadata } from './metadata.ts'
import type { AuthTransaction, AuthWork } from './request.ts'

/** A second factor as the protocol shows it. */
export interface Factor {
  id: string
  factor_type: string
  status: 'verified' | 'unverified'
  [fact: string]: unknown
}

/** What an account as the protocol shows it is made from: these, and every time of the row that is set. */
interface ShownUser {
  id: string
  aud: string
  role: string
  /** '' for an anonymous one. */
  email: string
  email_change: string | null
  confirmation_sent_at?: string | null
  raw_app_meta_data: Metadata
  raw_user_meta_data: Metadata
  is_anonymous: boolean
  /** As the protocol shows them. */
  identities: Metadata[]
  factors: Factor[] | null
}

/** Of a row of auth.users as JSON what is used here. Times are texts. */
export interface UserRow extends ShownUser {
  encrypted_password: string | null
  email_confirmed_at: string | null
  email_change_confirm_status: number
  banned_until: string | null
}

/** Selects accounts that are not deleted; what follows says which of `u`. */
export const personWhere = `
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
  from auth.users u where u.deleted_at is null and`

export function findUserByEmail(work: AuthWork, email: string): Promise<UserRow | null> {
  return findUser(work, 'u.email = $1 and not u.is_sso_user', email)
}

/** Who asked last to move to an address. */
export function findUserMovingTo(work: AuthWork, email: string): Promise<UserRow | null> {
  const latest = 'u.email_change = $1 order by u.email_change_sent_at desc nulls last limit 1'
  return findUser(work, latest, email)
}

export function findUserById(work: AuthWork, id: string): Promise<UserRow | null> {
  return findUser(work, 'u.id = $1', id)
}

async function findUser({ sql }: AuthWork, which: string, value: string): Promise<UserRow | null> {
  const [row] = await sql.unsafe<{ person: UserRow }[]>(`${personWhere} ${which}`, [value])
  return row?.person ?? null
}

/** The account that a token or a change in the same transaction is about. @throws ApiError 403 */
export async function requireUser(work: AuthWork, id: string): Promise<UserRow> {
  const user = await findUserById(work, id)
  if (user !== null) return user
  throw new ApiError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
}

/** Keeps others from changing an account until the transaction ends. */
export async function lockUser({ sql }: AuthTransaction, id: string): Promise<void> {
  await sql`select from auth.users where id = ${id} for update`
}

export function refuseBanned(user: UserRow, now: number, status: 400 | 403): void {
  if (user.banned_until !== null && Date.parse(user.banned_until) > now)
    throw new ApiError(status, 'user_banned', 'User is banned')
}

export function hasVerifiedFactor({ factors }: Pick<UserRow, 'factors'>): boolean {
  return factors?.some(({ status }) => status === 'verified') ?? false
}

/** An account as the protocol shows it. Empty times are left out, as GoTrue does. */
export function userBody(user: ShownUser): Metadata {
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
    ...(factors !== null && { factors: factors.map(factorBody) }),
    is_anonymous: user.is_anonymous,
  }
}

export function factorBody(factor: Factor): Metadata {
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

export function addressTaken(): ApiError {
  const words = 'A user with this email address has already been registered'
  return new ApiError(422, 'email_exists', words)
}

export function noUser(words: string): ApiError {
  return new ApiError(404, 'user_not_found', words)
}
