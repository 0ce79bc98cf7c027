import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { signToken } from '../core/keys.ts'
import { NoSlotError } from '../queue/fair-queue.ts'
import { ApiError } from '../core/wire.ts'
import { createValidationError, createOkResponse, createUnavailableError } from './responses.ts'
import { recordSecurityEvent } from './audit.ts'
import { readBody, getTextField } from './fields.ts'
import { rememberIpAddress } from './known-addresses.ts'
import type { AuthMethod } from './one-time-tokens.ts'
import { type AuthHandler, type AuthTx, type AuthWork, inTransaction } from './request.ts'
import { createRefreshToken, createSuccessor } from './refresh-tokens.ts'
import { hashSecret } from './secrets.ts'
import { endLeastUsedSessions } from './session-limits.ts'
import { rejectBannedUser, requireUser, type UserRow, toUserBody } from './users.ts'

/**
 * Milliseconds for which used refresh tokens are stored. A stored one is recognised as a replay, a deleted one is merely unknown.
 */
const memoryMs = 30 * 24 * 60 * 60_000
/**
 * Maximum per session of used refresh tokens that were replaced within `briefMs`, so that a client that refreshes in a loop does
 * not fill the table. Tokens that were valid for longer are not limited.
 */
const mostBriefTokens = 1000
const briefMs = 10 * 60_000

/** The session that a client receives after sign-in. `expires_at` is in seconds. */
export interface SessionTokens {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: Record<string, unknown>
}

interface SessionIds {
  sessionId: string
  userId: string
}

export async function openSession(
  tx: AuthTx,
  userId: string,
  method: AuthMethod,
): Promise<SessionTokens> {
  const { sql, at } = tx
  const session = { sessionId: randomUUID(), userId }
  await sql`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
    values (${session.sessionId}, ${userId}, ${at}, ${at}, 'aal1', ${getUserAgent(tx)}, ${getIpAddress(tx)}::inet)`
  await sql`update auth.users set last_sign_in_at = ${at}, updated_at = ${at} where id = ${userId}`
  await sql`
    update auth.identities set last_sign_in_at = ${at}, updated_at = ${at}
    where user_id = ${userId} and provider = 'email'`
  await rememberIpAddress(tx, userId, null)
  await endLeastUsedSessions(tx, userId)
  return issueSessionTokens(tx, session, method)
}

/** Adds an authentication method to the session's `amr` claim, and returns new tokens for the session. */
export async function issueSessionTokens(
  tx: AuthTx,
  session: SessionIds,
  method: AuthMethod,
): Promise<SessionTokens> {
  const { sql, keys, at } = tx
  const refreshToken = createRefreshToken(keys, session.userId)
  await sql`
    insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
    values (${session.sessionId}, ${at}, ${at}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`
  await addRefreshToken(tx, session, hashSecret(refreshToken))
  const user = await requireUser(tx, session.userId)
  return issueTokens(tx, user, session.sessionId, refreshToken)
}

async function addRefreshToken(
  { sql, at }: AuthTx,
  { sessionId, userId }: SessionIds,
  hash: string,
  parent: string | null = null,
): Promise<void> {
  await sql`
    insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
    values (${hash}, ${userId}, false, ${at}, ${at}, ${parent}, ${sessionId})`
}

async function issueTokens(
  { sql, now, keys, externalUrl, settings }: AuthTx,
  user: UserRow,
  sessionId: string,
  refreshToken: string,
): Promise<SessionTokens> {
  const issuedAt = Math.floor(now / 1000)
  const expiresAt = issuedAt + settings.jwt_expiry
  const [row] = await sql<{ proofs: Record<string, unknown> }[]>`
    select jsonb_build_object('aal', s.aal, 'amr', coalesce((
      select jsonb_agg(jsonb_build_object('method', c.authentication_method,
        'timestamp', floor(extract(epoch from c.updated_at))) order by c.updated_at desc)
      from auth.mfa_amr_claims c where c.session_id = s.id), '[]')) as proofs
    from auth.sessions s where s.id = ${sessionId}`
  const accessToken = signToken(keys, {
    iss: new URL('/auth/v1', externalUrl).href,
    sub: user.id,
    aud: 'authenticated',
    exp: expiresAt,
    iat: issuedAt,
    email: user.email,
    phone: '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: 'authenticated',
    ...row?.proofs,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: settings.jwt_expiry,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: toUserBody(user),
  }
}

interface StoredToken {
  sessionId: string
  userId: string
  isRevoked: boolean
  /** True when the token was used and its successor has not been used yet. */
  isEcho: boolean
}

/**
 * Handles `grant_type=refresh_token`. A refresh token works once. Its successor is derived from it, so a repeated request returns
 * the same successor until that is used, as in GoTrue: two tabs may refresh at once, and an answer may be lost, of which a client
 * that was offline learns hours later. A later replay ends the session, because one of its two users must be a thief.
 */
export const refreshGrant: AuthHandler = async (request) => {
  const token = getTextField(readBody(request), 'refresh_token')
  if (token === '') throw createValidationError('Refresh token is not valid')
  const result = await inTransaction(request, (tx) => exchange(tx, token)).catch(toRefusal)
  if (result instanceof ApiError) throw result
  return createOkResponse(result)
}

/** Returns a 503 for a refresh that got no turn: auth-js removes a session whose refresh is refused with a 4xx, also with 429. */
function toRefusal(error: unknown): ApiError {
  if (error instanceof NoSlotError) return createUnavailableError(5)
  throw error
}

/**
 * Exchanges a refresh token for new tokens. Errors are returned, because a thrown one would roll the transaction's changes back.
 */
async function exchange(tx: AuthTx, token: string): Promise<SessionTokens | ApiError> {
  const { sql, keys, now, at } = tx
  const hash = hashSecret(token)
  // Locks the session first, so that the token is read after any concurrent refresh has committed.
  const [owner] = await sql<{ id: string }[]>`
    select t.user_id as id from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
    where t.token = ${hash} for update of s`
  const successor = createSuccessor(keys, owner?.id ?? '', token)
  const [stored] = await sql<StoredToken[]>`
    select session_id as "sessionId", user_id as "userId", revoked as "isRevoked",
      exists (
        select from auth.refresh_tokens next
        where next.session_id = t.session_id and not next.revoked and next.token = ${hashSecret(successor)}
      ) as "isEcho"
    from auth.refresh_tokens t where token = ${hash} and session_id is not null`
  if (stored === undefined) {
    const words = 'Invalid Refresh Token: Refresh Token Not Found'
    return new ApiError(400, 'refresh_token_not_found', words)
  }
  const { sessionId, userId, isRevoked, isEcho } = stored
  const user = await requireUser(tx, userId)
  rejectBannedUser(user, now, 400)
  if (isRevoked && !isEcho) {
    await revokeFamily(tx, stored)
    return new ApiError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  if (!isRevoked) {
    await forgetTokens(tx, sessionId)
    await sql`update auth.refresh_tokens set revoked = true, updated_at = ${at} where token = ${hash}`
    await addRefreshToken(tx, { sessionId, userId }, hashSecret(successor), hash)
  }
  const [session] = await sql<{ factorId: string | null }[]>`
    update auth.sessions set refreshed_at = ${at}::timestamptz at time zone 'utc',
      updated_at = ${at}, user_agent = ${getUserAgent(tx)}, ip = ${getIpAddress(tx)}::inet
    where id = ${sessionId} returning case when aal > 'aal1' then factor_id end as "factorId"`
  if (session?.factorId != null) await rememberIpAddress(tx, userId, session.factorId)
  return issueTokens(tx, user, sessionId, successor)
}

async function forgetTokens({ sql, now }: AuthTx, sessionId: string): Promise<void> {
  await sql`
    delete from auth.refresh_tokens
    where session_id = ${sessionId} and revoked and (updated_at < ${new Date(now - memoryMs)} or id in (
      select id from auth.refresh_tokens
      where session_id = ${sessionId} and revoked and updated_at < created_at + make_interval(secs => ${briefMs / 1000})
      order by id desc offset ${mostBriefTokens}))`
}

async function revokeFamily(tx: AuthTx, { sessionId, userId }: StoredToken) {
  const { sql, at, log } = tx
  await sql`update auth.refresh_tokens set revoked = true where session_id = ${sessionId}`
  await sql`
    update auth.sessions set not_after = 'epoch', updated_at = ${at}
    where id = ${sessionId}`
  await recordSecurityEvent(tx, 'auth_failure', {
    reason: 'refresh_token_already_used',
    user_id: userId,
  })
  log.warn({ userId }, 'auth: a used refresh token came back, its session is ended')
}

export function getUserAgent({ wire }: AuthWork): string | null {
  return wire.headers['user-agent']?.replaceAll('\0', '').slice(0, 300) ?? null
}

/** Returns the client's IP address for the session's row, or null when there is none, as behind a Unix socket. */
export function getIpAddress({ wire }: AuthWork): string | null {
  const address = wire.clientAddress.split('%')[0] ?? ''
  return isIP(address) === 0 ? null : address
}
