import { json } from './answers.ts'
import type { AuthContext, AuthHandler, AuthRequest } from './context.ts'
import { AuthFault } from './faults.ts'
import { sendNonce } from './emails.ts'
import { limits, overRequestLimit, takeAttempts, takeMail } from './limits.ts'
import { consumeCode, isCodeOf } from './one-time-tokens.ts'
import { requireSignedIn } from './signed-in.ts'
import type { UserRow } from './users.ts'

/** `GET /reauthenticate`: sends a code to the address of whoever is signed in. */
export const reauthenticate: AuthHandler = async (context, request) => {
  const { user } = await requireSignedIn(context, request)
  await takeMail(context, request, 'reauthenticate', user.email)
  await context.sql.begin((tx) => sendNonce(tx, context, user, request.now))
  return json(200, {})
}

/** Uses up the code that came by mail; throws `reauthentication_not_valid` (422) when it is not the one. */
export async function checkNonce(
  context: AuthContext,
  request: AuthRequest,
  user: UserRow,
  nonce: string,
): Promise<void> {
  const guess = { limit: limits.codeOfAccount, subject: `nonce ${user.email}` }
  const { waitMs } = await takeAttempts(context, request.now, [guess])
  if (waitMs > 0) throw overRequestLimit(waitMs)
  const isRight = isCodeOf(context, user, 'reauthentication_token', {
    code: nonce,
    now: request.now,
  })
  if (!isRight || !(await consumeCode(context.sql, user, 'reauthentication_token'))) {
    const words = 'Nonce has expired or is invalid'
    throw new AuthFault(422, 'reauthentication_not_valid', words)
  }
}
