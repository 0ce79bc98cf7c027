import { ApiError } from '../wire.ts'
import { invalid, ok } from './answers.ts'
import { note } from './audit.ts'
import { readBody, textOf } from './fields.ts'
import { type AuthHandler, type AuthTransaction, inTransaction } from './request.ts'
import { hashOf, sealed } from './secrets.ts'
import { addRefreshToken, addressOf, issueTokens, type Tokens, userAgentOf } from './sessions.ts'
import { refuseBanned, requireUser } from './users.ts'

/** Two tabs that refresh at once both get the new token when the second comes within this time. */
const reuseMs = 10_000
/** A used token is recognised for this long; afterwards it is merely unknown. */
const memoryMs = 30 * 24 * 60 * 60_000

interface StoredToken {
  sessionId: string
  userId: string
  isRevoked: boolean
  /** It was used a moment ago, and what followed from it is still the current one. */
  isEcho: boolean
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
  const { sql, keys, now, at } = tx
  const hash = hashOf(token)
  const successor = sealed(keys, 'refresh', token).toString('base64url')
  // Its session is locked first, so that the token is read as whoever came before left it.
  await sql`
    select from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
    where t.token = ${hash} for update of s`
  const [stored] = await sql<StoredToken[]>`
    select session_id as "sessionId", user_id as "userId", revoked as "isRevoked",
      updated_at >= ${new Date(now - reuseMs)} and exists (
        select from auth.refresh_tokens next
        where next.session_id = t.session_id and not next.revoked and next.token = ${hashOf(successor)}
      ) as "isEcho"
    from auth.refresh_tokens t where token = ${hash} and session_id is not null`
  if (stored === undefined) {
    const words = 'Invalid Refresh Token: Refresh Token Not Found'
    return new ApiError(400, 'refresh_token_not_found', words)
  }
  const { sessionId, userId, isRevoked, isEcho } = stored
  const user = await requireUser(tx, userId)
  refuseBanned(user, now, 400)
  if (isRevoked && !isEcho) {
    await revokeFamily(tx, stored)
    return new ApiError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  if (!isRevoked) {
    await sql`
      delete from auth.refresh_tokens
      where session_id = ${sessionId} and revoked and updated_at < ${new Date(now - memoryMs)}`
    await sql`update auth.refresh_tokens set revoked = true, updated_at = ${at} where token = ${hash}`
    await addRefreshToken(tx, { sessionId, userId }, hashOf(successor), hash)
  }
  await sql`
    update auth.sessions set refreshed_at = ${at}::timestamptz at time zone 'utc',
      updated_at = ${at}, user_agent = ${userAgentOf(tx)}, ip = ${addressOf(tx)}::inet
    where id = ${sessionId}`
  return issueTokens(tx, user, sessionId, successor)
}

async function revokeFamily(tx: AuthTransaction, { sessionId, userId }: StoredToken) {
  const { sql, at, log } = tx
  await sql`update auth.refresh_tokens set revoked = true where session_id = ${sessionId}`
  await sql`
    update auth.sessions set not_after = least(not_after, ${at}), updated_at = ${at}
    where id = ${sessionId}`
  await note(tx, 'auth_failure', { reason: 'refresh_token_already_used', user_id: userId })
  log.warn({ userId }, 'auth: a used refresh token came back, its session is ended')
}
