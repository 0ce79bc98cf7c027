import type { AuthContext, AuthRequest } from './context.ts'
import { AuthFault } from './faults.ts'
import { findUserById, refuseBanned, type UserRow } from './users.ts'

export interface SignedIn {
  user: UserRow
  session: { id: string; startedAt: number }
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Who is signed in. The token's signature and time have been checked; here its session must still be open.
 * Throws `no_authorization` (401) without a token, `session_not_found` (403) after a sign-out elsewhere.
 */
export async function requireSignedIn(
  context: AuthContext,
  request: AuthRequest,
): Promise<SignedIn> {
  const { role, claims } = request.caller
  if (role !== 'authenticated') {
    const words = 'This endpoint requires a valid Bearer token'
    throw new AuthFault(401, 'no_authorization', words)
  }
  const { sub, session_id: sessionId } = claims
  if (
    sub === undefined ||
    sessionId === undefined ||
    !uuidShape.test(sub) ||
    !uuidShape.test(sessionId)
  ) {
    throw new AuthFault(401, 'bad_jwt', 'invalid claim: missing sub or session_id claim')
  }
  const user = await findUserById(context.sql, sub)
  if (user === null) {
    throw new AuthFault(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  }
  refuseBanned(user, request.now, 403)
  const [session] = await context.sql<{ id: string; startedAt: number }[]>`
    select id, extract(epoch from created_at)::float8 * 1000 as "startedAt" from auth.sessions
    where id = ${sessionId} and user_id = ${sub}
      and (not_after is null or not_after > ${new Date(request.now)})`
  if (session === undefined) {
    const words = 'Session from session_id claim in JWT does not exist'
    throw new AuthFault(403, 'session_not_found', words)
  }
  return { user, session }
}
