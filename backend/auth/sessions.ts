import { isIP } from 'node:net'
import type { Queryable, TransactionSql } from '../database/sql.ts'
import { signToken } from '../keys.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { rememberAddress } from './known-addresses.ts'
import { hashOf } from './secrets.ts'
import { reloadUser, type UserRow, userBody } from './users.ts'

/** How long an access token is valid. */
const tokenSeconds = 3600

/** What a client gets when somebody is signed in. `expires_at` is in seconds. */
export interface Tokens {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: Record<string, unknown>
}

export type Method = 'password' | 'otp' | 'email/signup' | 'recovery' | 'magiclink' | 'email_change'

/** Opens a session for somebody who has just proved who they are. */
export async function openSession(
  tx: TransactionSql,
  context: AuthContext,
  request: AuthRequest,
  userId: string,
  method: Method,
): Promise<Tokens> {
  const at = new Date(request.now)
  const [session] = await tx<{ id: string }[]>`
    insert into auth.sessions (user_id, created_at, updated_at, aal, user_agent, ip)
    values (${userId}, ${at}, ${at}, 'aal1', ${userAgentOf(request)}, ${addressOf(request)}::inet)
    returning id`
  if (session === undefined) throw new Error('A session was not stored')
  const refreshToken = context.random(32).toString('base64url')
  await tx`
    insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
    values (${session.id}, ${at}, ${at}, ${method})`
  await tx`
    insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, session_id)
    values (${hashOf(refreshToken)}, ${userId}, false, ${at}, ${at}, ${session.id})`
  await tx`update auth.users set last_sign_in_at = ${at}, updated_at = ${at} where id = ${userId}`
  await tx`
    update auth.identities set last_sign_in_at = ${at}, updated_at = ${at}
    where user_id = ${userId} and provider = 'email'`
  await rememberAddress(tx, context, request, userId)
  const user = await reloadUser(tx, userId)
  return issueTokens(tx, context, { user, sessionId: session.id, refreshToken, now: request.now })
}

/** An access token for a session, with the refresh token that goes with it. */
export async function issueTokens(
  sql: Queryable,
  context: AuthContext,
  of: { user: UserRow; sessionId: string; refreshToken: string; now: number },
): Promise<Tokens> {
  const issuedAt = Math.floor(of.now / 1000)
  const expiresAt = issuedAt + tokenSeconds
  const { aal, amr } = await proofsOf(sql, of.sessionId)
  const accessToken = signToken(context.keys, {
    iss: new URL('/auth/v1', context.siteUrl).href,
    sub: of.user.id,
    aud: 'authenticated',
    exp: expiresAt,
    iat: issuedAt,
    email: of.user.email,
    phone: '',
    app_metadata: of.user.raw_app_meta_data,
    user_metadata: of.user.raw_user_meta_data,
    role: 'authenticated',
    aal,
    amr,
    session_id: of.sessionId,
    is_anonymous: of.user.is_anonymous,
  })
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: tokenSeconds,
    expires_at: expiresAt,
    refresh_token: of.refreshToken,
    user: userBody(of.user),
  }
}

interface Proofs {
  aal: string
  amr: { method: string; timestamp: number }[]
}

async function proofsOf(sql: Queryable, sessionId: string): Promise<Proofs> {
  const [row] = await sql<{ proofs: Proofs }[]>`
    select jsonb_build_object('aal', s.aal, 'amr', coalesce((
      select jsonb_agg(jsonb_build_object('method', c.authentication_method,
        'timestamp', floor(extract(epoch from c.updated_at))) order by c.updated_at desc)
      from auth.mfa_amr_claims c where c.session_id = s.id), '[]')) as proofs
    from auth.sessions s where s.id = ${sessionId}`
  return row?.proofs ?? { aal: 'aal1', amr: [] }
}

export function userAgentOf(request: AuthRequest): string | null {
  const agent = request.wire.headers['user-agent']
  return agent === undefined ? null : agent.replaceAll('\0', '').slice(0, 300)
}

/** The client's address for the session's row; null when it is none, as behind a socket without one. */
export function addressOf(request: AuthRequest): string | null {
  const address = request.wire.clientAddress.split('%')[0] ?? ''
  return isIP(address) === 0 ? null : address
}
