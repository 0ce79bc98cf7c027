import type { TransactionSql } from '../database/sql.ts'
import { confirmAccount, moveAccount } from './accounts.ts'
import type { AuthContext } from './context.ts'
import { AuthFault } from './faults.ts'
import type { TokenType } from './one-time-tokens.ts'
import { findUserByEmail, findUserById, lockUser, refuseBanned, type UserRow } from './users.ts'

/** Said when the first of two addresses has confirmed a move. */
const singleConfirmation =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Who a link or code belonged to, or what to tell them when another link must be opened first. */
export type Proven = { userId: string } | { message: string }

/** Does what a link or code stands for, once it has been used up in the same transaction. */
export async function prove(
  tx: TransactionSql,
  context: AuthContext,
  of: { userId: string; tokenType: TokenType; relatesTo?: string; now: number },
): Promise<Proven> {
  await lockUser(tx, of.userId)
  const user = await findUserById(tx, of.userId)
  if (user === null) throw expired()
  refuseBanned(user, of.now, 403)
  if (of.tokenType === 'email_change_token_new' || of.tokenType === 'email_change_token_current') {
    return confirmMove(tx, context, user, of.now)
  }
  // A link proves the address that it went to, which may not be the account's any more.
  if (of.relatesTo !== undefined && of.relatesTo !== user.email) throw expired()
  if (of.tokenType === 'recovery_token') await settleRecovery(tx, user)
  if (of.tokenType === 'confirmation_token' || user.email_confirmed_at === null) {
    await confirmAccount(tx, user.id, of.now)
  }
  return { userId: user.id }
}

/**
 * The code beside the link is used up with it. A password that was set before anybody had confirmed the
 * address may be a stranger's, and whoever comes by this way does not rely on it.
 */
async function settleRecovery(tx: TransactionSql, user: UserRow): Promise<void> {
  await tx`
    update auth.users set recovery_token = '',
      encrypted_password = case when email_confirmed_at is not null then encrypted_password end
    where id = ${user.id}`
}

async function confirmMove(
  tx: TransactionSql,
  context: AuthContext,
  user: UserRow,
  now: number,
): Promise<Proven> {
  if (user.email_change === null || user.email_change === '') throw expired()
  if (user.email_change_confirm_status === 0) {
    await tx`update auth.users set email_change_confirm_status = 1 where id = ${user.id}`
    return { message: singleConfirmation }
  }
  if ((await findUserByEmail(tx, user.email_change)) !== null) throw expired()
  await moveAccount(tx, user, now)
  context.log.info({ userId: user.id }, 'auth: an account moved to another address')
  return { userId: user.id }
}

function expired(): AuthFault {
  return new AuthFault(403, 'otp_expired', 'Email link is invalid or has expired')
}
