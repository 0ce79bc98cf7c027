import { ApiError } from '../core/wire.ts'
import type { AuthHandler, AuthRequest } from './request.ts'
import { uuidShape } from './router.ts'
import { hasVerifiedFactor, rejectBannedUser, requireUser, type UserRow } from './users.ts'

export interface SignedIn {
  user: UserRow
  /**
   * `aal` is the lower one of the session's and the token's: a token issued before the second factor was given does not gain from
   * the session's upgrade.
   */
  session: { id: string; startedAt: number; aal: 'aal1' | 'aal2' | 'aal3' }
}

/**
 * Returns the signed-in user and session. The token's signature and expiry have been checked before; here its session must still be
 * open.
 * @throws ApiError `no_authorization` (401) without a token, `session_not_found` (403) after the session was ended
 */
export async function requireSignedIn(request: AuthRequest): Promise<SignedIn> {
  const { sql, caller, now, at } = request
  if (caller.role !== 'authenticated') throw needsToken()
  const { sub = '', session_id: sessionId = '', aal: proved } = caller.claims
  if (!uuidShape.test(sub) || !uuidShape.test(sessionId))
    throw new ApiError(401, 'bad_jwt', 'invalid claim: missing sub or session_id claim')
  const user = await requireUser(request, sub)
  rejectBannedUser(user, now, 403)
  const [session] = await sql<SignedIn['session'][]>`
    select id, extract(epoch from created_at)::float8 * 1000 as "startedAt",
      least(coalesce(aal, 'aal1'), ${proved === 'aal2' || proved === 'aal3' ? proved : 'aal1'}::auth.aal_level) as aal
    from auth.sessions
    where id = ${sessionId} and user_id = ${sub} and (not_after is null or not_after > ${at})`
  if (session !== undefined) return { user, session }
  throw createSessionEndedError()
}

/** Returns true when the account has a second factor and the session has not given it. */
export function lacksSecondFactor({ user, session }: SignedIn): boolean {
  return hasVerifiedFactor(user) && session.aal === 'aal1'
}

/**
 * Refuses a session without the second factor when the account has one: a stolen password or mailbox must not be able to change the
 * account.
 * @throws ApiError 401 `insufficient_aal`
 */
export function requireBothFactors(signedIn: SignedIn, what: string): void {
  if (!lacksSecondFactor(signedIn)) return
  const words = `AAL2 session is required to ${what} when MFA is enabled.`
  throw new ApiError(401, 'insufficient_aal', words)
}

/** Restricts a handler to the project's own server, which holds the secret key. @throws ApiError 401, 403 */
export function adminOnly(handler: AuthHandler): AuthHandler {
  return async (request) => {
    const { role } = request.caller
    if (role === 'service_role') return handler(request)
    if (role === 'authenticated') throw new ApiError(403, 'not_admin', 'User not allowed')
    throw needsToken()
  }
}

function needsToken(): ApiError {
  return new ApiError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
}

export function createSessionEndedError(): ApiError {
  const words = 'Session from session_id claim in JWT does not exist'
  return new ApiError(403, 'session_not_found', words)
}
