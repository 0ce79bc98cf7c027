import type { Queryable, TransactionSql } from '../database/sql.ts'
import type { AuthContext } from './context.ts'
import { hashOf, sealed } from './secrets.ts'
import type { UserRow } from './users.ts'

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'reauthentication_token'
  | 'email_change_token_new'
  | 'email_change_token_current'

/** How long links and codes live. People confirm an address the next morning; the rest is done at once. */
const hour = 60 * 60_000
const lifetimes: Record<TokenType, number> = {
  confirmation_token: 24 * hour,
  recovery_token: hour,
  reauthentication_token: hour,
  email_change_token_new: 24 * hour,
  email_change_token_current: 24 * hour,
}

export interface FoundToken {
  userId: string
  type: TokenType
  /** The address that the email went to. */
  relatesTo: string
}

/** Stores a new link for an account in place of an earlier one of its kind. */
export async function storeToken(
  tx: TransactionSql,
  of: { userId: string; type: TokenType; token: string; email: string; now: number },
): Promise<void> {
  const at = new Date(of.now)
  await tx`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (${of.userId}, ${of.type}, ${hashOf(of.token)}, ${of.email},
      ${at}::timestamptz at time zone 'utc', ${at}::timestamptz at time zone 'utc')
    on conflict (user_id, token_type) do update set token_hash = excluded.token_hash,
      relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at`
}

/** Uses a link up, once. null when there is none, it is too old, or it was for another kind of thing. */
export async function consumeToken(
  tx: TransactionSql,
  of: { token: string; types: TokenType[]; now: number },
): Promise<FoundToken | null> {
  const [row] = await tx<(FoundToken & { at: number })[]>`
    delete from auth.one_time_tokens
    where token_hash = ${hashOf(of.token)} and token_type::text = any(${of.types})
    returning user_id as "userId", token_type as type, relates_to as "relatesTo",
      extract(epoch from created_at)::float8 * 1000 as at`
  if (row === undefined || of.now - row.at > lifetimes[row.type]) return null
  return row
}

type CodeColumn = 'confirmation_token' | 'recovery_token' | 'reauthentication_token'

/** The seal under which a typed-in code is stored; it holds for one account and one purpose. */
export function sealOfCode(
  context: AuthContext,
  userId: string,
  column: CodeColumn,
  code: string,
): string {
  return sealed(context.keys, 'code', userId, column, code).toString('hex')
}

/** Whether somebody typed the code that was last sent to them for this purpose. */
export function isCodeOf(
  context: AuthContext,
  user: UserRow,
  column: CodeColumn,
  of: { code: string; now: number },
): boolean {
  const sentAt = {
    confirmation_token: user.confirmation_sent_at,
    recovery_token: user.recovery_sent_at,
    reauthentication_token: user.reauthentication_sent_at,
  }[column]
  const stored = user[column]
  if (stored === null || stored === '' || sentAt === null) return false
  if (of.now - Date.parse(sentAt) > hour) return false
  return stored === sealOfCode(context, user.id, column, of.code)
}

/** Uses a code up; false when somebody else did so meanwhile. */
export async function consumeCode(
  sql: Queryable,
  user: UserRow,
  column: CodeColumn,
): Promise<boolean> {
  const rows = await sql.unsafe(
    `update auth.users set ${column} = '' where id = $1 and ${column} = $2 returning id`,
    [user.id, user[column]],
  )
  return rows.length === 1
}
