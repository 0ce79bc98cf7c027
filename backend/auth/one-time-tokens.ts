import { ApiError } from '../wire.ts'
import type { AuthRequest, AuthTransaction, AuthWork } from './request.ts'
import { hashOf, sealed } from './secrets.ts'
import type { UserRow } from './users.ts'

/** How a session came about, for the `amr` claim. */
export type Method =
  | 'password'
  | 'anonymous'
  | 'otp'
  | 'email/signup'
  | 'recovery'
  | 'magiclink'
  | 'email_change'

const hour = 60 * 60_000
/** ms that links live. People confirm an address the next morning; the rest is done at once. */
const lifetimes = {
  confirmation_token: 24 * hour,
  recovery_token: hour,
  reauthentication_token: hour,
  email_change_token_new: 24 * hour,
  email_change_token_current: 24 * hour,
}
export type TokenType = keyof typeof lifetimes

/** When the latest was sent. */
const sentAt = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
  email_change_token_current: 'email_change_sent_at',
  email_change_token_new: 'email_change_sent_at',
} as const satisfies Record<TokenType, string>

interface Verification {
  tokens: readonly TokenType[]
  method: Method
}

/** By the type that a link or a request names: what it uses up, and how it signs in. */
export const verifications: ReadonlyMap<string, Verification> = new Map<string, Verification>([
  ['signup', { tokens: ['confirmation_token'], method: 'email/signup' }],
  ['invite', { tokens: ['confirmation_token'], method: 'magiclink' }],
  ['recovery', { tokens: ['recovery_token'], method: 'recovery' }],
  ['magiclink', { tokens: ['recovery_token'], method: 'magiclink' }],
  ['email', { tokens: ['confirmation_token', 'recovery_token'], method: 'magiclink' }],
  [
    'email_change',
    { tokens: ['email_change_token_current', 'email_change_token_new'], method: 'email_change' },
  ],
])

export interface FoundToken {
  userId: string
  type: TokenType
  /** The address that the link went to; null: it was a code. */
  relatesTo: string | null
}

/** Stores a new link for an account in place of an earlier one of its kind. */
export async function storeToken(
  { sql, at }: AuthTransaction,
  user: Pick<UserRow, 'id' | 'email'>,
  type: TokenType,
  token: string,
): Promise<void> {
  await sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (${user.id}, ${type}, ${hashOf(token)}, ${user.email},
      ${at}::timestamptz at time zone 'utc', ${at}::timestamptz at time zone 'utc')
    on conflict (user_id, token_type) do update set token_hash = excluded.token_hash,
      relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at`
}

/** Uses a link up, once. Throws `otp_expired` when there is none, it is too old, or was for another kind of thing. */
export async function consumeToken(
  { sql, now }: AuthTransaction,
  token: string,
  types: readonly TokenType[],
): Promise<FoundToken> {
  const [row] = await sql<(FoundToken & { madeAt: number })[]>`
    delete from auth.one_time_tokens
    where token_hash = ${hashOf(token)} and token_type::text = any(${types})
    returning user_id as "userId", token_type as type, relates_to as "relatesTo",
      extract(epoch from created_at)::float8 * 1000 as "madeAt"`
  if (row === undefined || now - row.madeAt > lifetimes[row.type]) throw expiredLink()
  return row
}

export function expiredLink(): ApiError {
  return new ApiError(403, 'otp_expired', 'Email link is invalid or has expired')
}

/** Stores a code that is sent to somebody in place of an earlier one, or none. */
export async function storeCode(
  tx: AuthTransaction,
  userId: string,
  column: TokenType,
  code: string | null,
): Promise<void> {
  await tx.sql.unsafe(
    `update auth.users set ${sentAt[column]} = $2, ${column} = $3 where id = $1`,
    [userId, tx.at, code === null ? '' : sealOf(tx, userId, column, code)],
  )
}

export async function dropCode(
  { sql }: AuthTransaction,
  userId: string,
  column: TokenType,
): Promise<void> {
  await sql.unsafe(`update auth.users set ${column} = '' where id = $1`, [userId])
}

/** Which of the codes that were last sent to somebody is this one; null: none. */
export function findCode(
  request: AuthRequest,
  user: UserRow,
  types: readonly TokenType[],
  code: string,
): TokenType | null {
  for (const type of types) {
    const sent = user[sentAt[type]]
    if (sent === null || request.now - Date.parse(sent) > hour) continue
    if (user[type] === sealOf(request, user.id, type, code)) return type
  }
  return null
}

/** It holds for one account and one purpose. */
function sealOf({ keys }: AuthWork, userId: string, column: TokenType, code: string): string {
  return sealed(keys, 'code', userId, column, code).toString('hex')
}

/** Uses a code up; false when somebody else did so meanwhile. */
export async function consumeCode(
  { sql }: AuthWork,
  user: UserRow,
  column: TokenType,
): Promise<boolean> {
  const rows = await sql.unsafe(
    `update auth.users set ${column} = '' where id = $1 and ${column} = $2 returning id`,
    [user.id, user[column]],
  )
  return rows.length === 1
}
