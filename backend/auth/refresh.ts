import { ApiError } from '../wire.ts'
import { invalid, ok } from './answers.ts'
import { note } from './audit.ts'
import { readBody, textOf } from './fields.ts'
import { type AuthHandler, type AuthTransaction, inTransaction } from './request.ts'
import { hashOf, sealed } from './secrets.ts'
import { addressOf, issueTokens, type Tokens, userAgentOf } from './sessions.ts'
import { refuseBanned, requireUser } from './users.ts'

/** Two tabs that refresh at once both get the new token when the second comes within this time. */
const reuseMs = 10_000
/** A used token is recognised for this long; afterwards it is merely unknown. */
const memoryMs = 30 * 24 * 60 * 60_000

/** A token's row, and what it is exchanged for. */
interface StoredToken {
  hash: string
  sessionId: string
  userId: string
  isRevoked: boolean
  /** ms since 1970 */
  usedAt: number
  successor: string
}

/**
 * `grant_type=refresh_token`. A refresh token works once. Its successor is derived from it, so that whoever
 * asks again within ten seconds gets the same one; a later replay ends the session for everybody.
 */
export const refreshGrant: AuthHandler = async (request) => {
  const token = textOf(readBody(request), 'refresh_token')
  if (token === '') throw invalid('Refresh token is not valid')
  const result = await inTransaction(request, (tx) => exchange(tx, token))
  if (result instanceof ApiError) throw result
  return ok(result)
}

/** An error that is returned, unlike one that is thrown, keeps what the transaction has changed. */
async function exchange(tx: AuthTransaction, token: string): Promise<Tokens | ApiError> {
  const stored = await lockToken(tx, token)
  if (stored === null) {
    const words = 'Invalid Refresh Token: Refresh Token Not Found'
    return new ApiError(400, 'refresh_token_not_found', words)
  }
  const { sessionId, successor } = stored
  const user = await requireUser(tx, stored.userId)
  refuseBanned(user, tx.now, 400)
  if (!stored.isRevoked) await swap(tx, stored)
  else if (!(await isEcho(tx, stored))) {
    await revokeFamily(tx, stored)
    return new ApiError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  await tx.sql`
    update auth.sessions set refreshed_at = ${tx.at}::timestamptz at time zone 'utc',
      updated_at = ${tx.at}, user_agent = ${userAgentOf(tx)}, ip = ${addressOf(tx)}::inet
    where id = ${sessionId}`
  return issueTokens(tx, user, sessionId, successor)
}

/** Its session is locked first, so that the token is read as whoever came before left it. */
async function lockToken(
  { sql, keys }: AuthTransaction,
  token: string,
): Promise<StoredToken | null> {
  const hash = hashOf(token)
  const locked = await sql`
    select from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
    where t.token = ${hash} for update of s`
  if (locked.length === 0) return null
  const [row] = await sql<Omit<StoredToken, 'hash' | 'successor'>[]>`
    select session_id as "sessionId", user_id as "userId", revoked as "isRevoked",
      extract(epoch from updated_at)::float8 * 1000 as "usedAt"
    from auth.refresh_tokens where token = ${hash}`
  if (row === undefined) return null
  return { ...row, hash, successor: sealed(keys, 'refresh', token).toString('base64url') }
}

async function swap(
  { sql, now, at }: AuthTransaction,
  { hash, successor, userId, sessionId }: StoredToken,
): Promise<void> {
  await sql`
    delete from auth.refresh_tokens
    where session_id = ${sessionId} and revoked and updated_at < ${new Date(now - memoryMs)}`
  await sql`update auth.refresh_tokens set revoked = true, updated_at = ${at} where token = ${hash}`
  await sql`
    insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
    values (${hashOf(successor)}, ${userId}, false, ${at}, ${at}, ${hash}, ${sessionId})`
}

/** Whether a used token was used a moment ago and what followed from it is still the current one. */
async function isEcho(
  { sql, now }: AuthTransaction,
  { usedAt, sessionId, successor }: StoredToken,
): Promise<boolean> {
  if (now - usedAt > reuseMs) return false
  const [active] = await sql<{ token: string }[]>`
    select token from auth.refresh_tokens where session_id = ${sessionId} and not revoked`
  return active?.token === hashOf(successor)
}

async function revokeFamily(
  tx: AuthTransaction,
  { sessionId, userId }: StoredToken,
): Promise<void> {
  const { sql, at, log } = tx
  await sql`update auth.refresh_tokens set revoked = true where session_id = ${sessionId}`
  await sql`
    update auth.sessions set not_after = least(not_after, ${at}), updated_at = ${at}
    where id = ${sessionId}`
  const details = { reason: 'refresh_token_already_used', user_id: userId }
  await note(tx, 'auth_failure', details)
  log.warn({ userId }, 'auth: a used refresh token came back, its session is ended')
}
