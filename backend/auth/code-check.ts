import type { TransactionSql } from '../database/sql.ts'
import type { AuthContext, AuthRequest } from './context.ts'
import { AuthFault } from './faults.ts'
import {
  attemptsFrom,
  forget,
  limitedAddress,
  limits,
  overRequestLimit,
  takeAttempts,
} from './limits.ts'
import { consumeCode, isCodeOf } from './one-time-tokens.ts'
import { findUserByEmail, type UserRow } from './users.ts'

type Column = 'confirmation_token' | 'recovery_token'

const columnsOfTypes = new Map<string, Column[]>(
  Object.entries({
    signup: ['confirmation_token'],
    invite: ['confirmation_token'],
    recovery: ['recovery_token'],
    magiclink: ['recovery_token'],
    email: ['confirmation_token', 'recovery_token'],
  }),
)

/** A right code, not used up yet. */
export interface RightCode {
  userId: string
  column: Column
  /** Uses it up. Throws `otp_expired` when somebody else just did. */
  use: (tx: TransactionSql) => Promise<void>
}

/** Compares a typed-in code. Guesses are counted for the account, for the address, and for both together. */
export async function checkCode(
  context: AuthContext,
  request: AuthRequest,
  given: { email: string; type: string; code: string },
): Promise<RightCode> {
  const address = limitedAddress(request.wire.clientAddress)
  const own = { limit: limits.codeFromAddressOfAccount, subject: `${given.email} ${address}` }
  const account = { limit: limits.codeOfAccount, subject: given.email }
  const from = attemptsFrom(limits.codeFromAddress, request.wire.clientAddress)
  const { waitMs } = await takeAttempts(context, request.now, [...from, own, account])
  if (waitMs > 0) throw overRequestLimit(waitMs)
  const user = await findUserByEmail(context.sql, given.email)
  const guess = { code: given.code, now: request.now }
  const column = columnsOfTypes
    .get(given.type)
    ?.find((name) => user !== null && isCodeOf(context, user, name, guess))
  if (user === null || column === undefined) throw wrong()
  return {
    userId: user.id,
    column,
    use: async (tx) => {
      await useUp(tx, user, column)
      await forget(tx, context, own)
      await forget(tx, context, account)
    },
  }
}

async function useUp(tx: TransactionSql, user: UserRow, column: Column): Promise<void> {
  if (!(await consumeCode(tx, user, column))) throw wrong()
  await tx`delete from auth.one_time_tokens where user_id = ${user.id} and token_type::text = ${column}`
}

function wrong(): AuthFault {
  return new AuthFault(403, 'otp_expired', 'Token has expired or is invalid')
}
