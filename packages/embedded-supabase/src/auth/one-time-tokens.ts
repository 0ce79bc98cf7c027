import { ApiError } from '../core/wire.ts'
import type { AuthTx } from './request.ts'
import { hashSecret, makeSecret, encryptSecret } from './secrets.ts'
import { findSignUpClaim, type SignUpClaim } from './sign-up-claims.ts'
import type { UserRow } from './users.ts'

/** The authentication method of a session, for the `amr` claim. */
export type AuthMethod =
  | 'password'
  | 'anonymous'
  | 'otp'
  | 'totp'
  | 'email/signup'
  | 'recovery'
  | 'magiclink'
  | 'email_change'

const hour = 60 * 60_000
/**
 * Milliseconds by which the clocks of several processes may differ. A token dated further in the future was created while a clock
 * was ahead.
 */
const skewMs = 60_000
/** Milliseconds for which links are valid. People often confirm a sign-up the next morning, but use other links at once. */
const lifetimes = {
  confirmation_token: 24 * hour,
  // A mailbox that has reached its daily limit gets one email every two hours: the newest link must stay valid until the next.
  recovery_token: 2 * hour + skewMs,
  reauthentication_token: hour,
  email_change_token_new: 24 * hour,
  email_change_token_current: 24 * hour,
}
const codeMs = hour
export type TokenType = keyof typeof lifetimes

interface Verification {
  tokens: readonly TokenType[]
  method: AuthMethod
}

/** Maps the type that a link or request names to the tokens that it may consume and the sign-in method that it proves. */
export const verificationTypes: ReadonlyMap<string, Verification> = new Map<string, Verification>([
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
  /** The email address that the token was sent to. */
  relatesTo: string
  /** The repeated sign-up that the token confirms, if it is one. */
  claim?: SignUpClaim
}

interface StoredToken extends FoundToken {
  hash: string
  madeAt: number
}

/** Stores a new secret for an account, replacing the earlier one of the same type. Returns the secret and its matching code. */
export async function makeToken(
  tx: AuthTx,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  type: TokenType,
  prefix = '',
): Promise<{ secret: string; code: string }> {
  const { sql, at } = tx
  const secret = `${prefix}${makeSecret()}`
  const hash = hashSecret(secret)
  await sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (${id}, ${type}, ${hash}, ${email},
      ${at}::timestamptz at time zone 'utc', ${at}::timestamptz at time zone 'utc')
    on conflict (user_id, token_type) do update set token_hash = excluded.token_hash,
      relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at`
  const sentAt = type.replace(/_token.*/, '_sent_at')
  await sql.unsafe(`update auth.users set ${sentAt} = $2 where id = $1`, [id, at])
  return { secret, code: codeOf(tx, hash) }
}

/**
 * Returns the digits that can be typed instead of opening the link. They are derived from the secret's hash, and are not stored.
 */
function codeOf({ keys, settings }: AuthTx, hash: string): string {
  const digits = settings.email.otp_length
  const number = encryptSecret(keys, 'code', hash).readBigUInt64BE() % 10n ** BigInt(digits)
  return String(number).padStart(digits, '0')
}

/**
 * Consumes a link's token, which works once.
 * @throws ApiError `otp_expired` when the token is unknown, too old, or of another type
 */
export async function consumeToken(
  tx: AuthTx,
  token: string,
  types: readonly TokenType[],
): Promise<FoundToken> {
  const { sql, now } = tx
  const [row] = await sql<StoredToken[]>`
    delete from auth.one_time_tokens
    where token_hash = ${hashSecret(token)} and token_type::text = any(${types})
    returning user_id as "userId", token_type as type, relates_to as "relatesTo",
      extract(epoch from created_at)::float8 * 1000 as "madeAt"`
  const found = row ?? (types.includes('confirmation_token') ? await findClaim(tx, token) : null)
  if (found === null || !isAlive(found, lifetimes[found.type], now)) throw createExpiredLinkError()
  return found
}

async function findClaim(
  tx: AuthTx,
  token: string,
): Promise<(FoundToken & { madeAt: number }) | null> {
  const claim = await findSignUpClaim(tx, token)
  if (claim === null) return null
  const { userId, relatesTo, madeAt } = claim
  return { userId, relatesTo, madeAt, type: 'confirmation_token', claim }
}

/** Consumes an account's code together with its link. Returns null when the code is not valid. */
export async function consumeEmailCode(
  tx: AuthTx,
  userId: string,
  types: readonly TokenType[],
  code: string,
): Promise<FoundToken | null> {
  const { sql, now } = tx
  const rows = await sql<StoredToken[]>`
    select user_id as "userId", token_type as type, relates_to as "relatesTo", token_hash as hash,
      extract(epoch from created_at)::float8 * 1000 as "madeAt"
    from auth.one_time_tokens where user_id = ${userId} and token_type::text = any(${types}) for update`
  const given = hashSecret(code)
  const isRight = ({ hash, madeAt }: StoredToken) =>
    isAlive({ madeAt }, codeMs, now) && hashSecret(codeOf(tx, hash)) === given
  const row = rows.find(isRight)
  if (row === undefined) return null
  await sql`delete from auth.one_time_tokens where token_hash = ${row.hash}`
  return row
}

function isAlive({ madeAt }: { madeAt: number }, lifetimeMs: number, now: number): boolean {
  return now - madeAt <= lifetimeMs && madeAt - now <= skewMs
}

export function createExpiredLinkError(): ApiError {
  return new ApiError(403, 'otp_expired', 'Email link is invalid or has expired')
}
