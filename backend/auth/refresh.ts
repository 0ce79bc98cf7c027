import type { TransactionSql } from '../database/sql.ts'
import { json } from './answers.ts'
import { note } from './audit.ts'
import { readBody, textOf } from './body.ts'
import type { AuthContext, AuthHandler, AuthRequest } from './context.ts'
import { AuthFault, invalid } from './faults.ts'
import { hashOf, sealed } from './secrets.ts'
import { addressOf, issueTokens, type Tokens, userAgentOf } from './sessions.ts'
import { refuseBanned, reloadUser } from './users.ts'

/** Two tabs that refresh at once both get the new token when the second comes within this time. */
const reuseMs = 10_000
/** A used token is recognised for this long; afterwards it is merely unknown. */
const memoryMs = 30 * 24 * 60 * 60_000

interface StoredToken {
  revoked: boolean
  used: number
  user: string
}

/**
 * `grant_type=refresh_token`. A refresh token works once. Its successor is derived from it, so that whoever
 * asks again within ten seconds gets the same one; a later replay ends the session for everybody.
 */
export const refreshGrant: AuthHandler = async (context, request) => {
  const token = textOf(readBody(request.wire), 'refresh_token')
  if (token === '') throw invalid('Refresh token is not valid')
  const result = await context.sql.begin((tx) => exchange(tx, context, request, token))
  if (result instanceof AuthFault) throw result
  return json(200, result)
}

/** A fault that is returned, unlike one that is thrown, keeps what the transaction has changed. */
async function exchange(
  tx: TransactionSql,
  context: AuthContext,
  request: AuthRequest,
  token: string,
): Promise<Tokens | AuthFault> {
  const sessionId = await lockSession(tx, token)
  const stored = sessionId === null ? null : await findToken(tx, token)
  if (sessionId === null || stored === null) return notFound()
  const user = await reloadUser(tx, stored.user)
  refuseBanned(user, request.now, 400)
  const successor = sealed(context.keys, 'refresh', token).toString('base64url')
  if (!stored.revoked) {
    await swap(tx, { sessionId, token, successor, userId: user.id, now: request.now })
  } else if (!(await isEcho(tx, { sessionId, stored, successor, now: request.now }))) {
    await revokeFamily(tx, context, request, { sessionId, userId: user.id })
    return new AuthFault(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  await tx`
    update auth.sessions set refreshed_at = ${new Date(request.now)}::timestamptz at time zone 'utc',
      updated_at = ${new Date(request.now)}, user_agent = ${userAgentOf(request)},
      ip = ${addressOf(request)}::inet
    where id = ${sessionId}`
  return issueTokens(tx, context, { user, sessionId, refreshToken: successor, now: request.now })
}

async function lockSession(tx: TransactionSql, token: string): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    select s.id from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
    where t.token = ${hashOf(token)} for update of s`
  return row?.id ?? null
}

async function findToken(tx: TransactionSql, token: string): Promise<StoredToken | null> {
  const [row] = await tx<StoredToken[]>`
    select revoked, user_id as user, extract(epoch from updated_at)::float8 * 1000 as used
    from auth.refresh_tokens where token = ${hashOf(token)}`
  return row ?? null
}

async function swap(
  tx: TransactionSql,
  of: { sessionId: string; token: string; successor: string; userId: string; now: number },
): Promise<void> {
  const at = new Date(of.now)
  const parent = hashOf(of.token)
  await tx`
    delete from auth.refresh_tokens
    where session_id = ${of.sessionId} and revoked and updated_at < ${new Date(of.now - memoryMs)}`
  await tx`update auth.refresh_tokens set revoked = true, updated_at = ${at} where token = ${parent}`
  await tx`
    insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
    values (${hashOf(of.successor)}, ${of.userId}, false, ${at}, ${at}, ${parent}, ${of.sessionId})`
}

/** Whether a used token was used a moment ago and what followed from it is still the current one. */
async function isEcho(
  tx: TransactionSql,
  of: { sessionId: string; stored: StoredToken; successor: string; now: number },
): Promise<boolean> {
  if (of.now - of.stored.used > reuseMs) return false
  const [active] = await tx<{ token: string }[]>`
    select token from auth.refresh_tokens
    where session_id = ${of.sessionId} and not revoked`
  return active?.token === hashOf(of.successor)
}

async function revokeFamily(
  tx: TransactionSql,
  context: AuthContext,
  request: AuthRequest,
  of: { sessionId: string; userId: string },
): Promise<void> {
  const at = new Date(request.now)
  await tx`update auth.refresh_tokens set revoked = true where session_id = ${of.sessionId}`
  await tx`
    update auth.sessions set not_after = least(not_after, ${at}), updated_at = ${at}
    where id = ${of.sessionId}`
  const details = { reason: 'refresh_token_already_used', user_id: of.userId }
  await note(tx, context, request, { type: 'auth_failure', details })
  context.log.warn(
    { userId: of.userId },
    'auth: a used refresh token came back, its session is ended',
  )
}

function notFound(): AuthFault {
  const words = 'Invalid Refresh Token: Refresh Token Not Found'
  return new AuthFault(400, 'refresh_token_not_found', words)
}
