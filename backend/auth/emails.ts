import type { TransactionSql } from '../database/sql.ts'
import type { AuthContext } from './context.ts'
import { sealOfCode, storeToken, type TokenType } from './one-time-tokens.ts'
import { type Challenge, startFlow } from './pkce.ts'
import { makeCode } from './secrets.ts'
import type { Method } from './sessions.ts'
import { fullNameOfUser, type UserRow } from './users.ts'

/** What an email with a link is written for. */
export interface Occasion {
  now: number
  /** Where the link leads afterwards; already judged, or judged again when it is opened. */
  redirectTo: string | null
  /** Given when the client finishes the sign-in itself with a code verifier. */
  challenge: Challenge | null
}

type Addressee = Pick<UserRow, 'id' | 'email'>

/** Asks the owner of an address to confirm it. It carries no name: anybody may have typed it. */
export async function sendConfirmation(
  tx: TransactionSql,
  context: AuthContext,
  user: Addressee,
  occasion: Occasion,
  withCode: boolean,
): Promise<void> {
  await beginFlow(tx, context, user, 'email/signup', occasion)
  const token = await writeToken(tx, context, user, 'confirmation_token', occasion)
  const code = withCode ? { code: makeCode() } : {}
  await tx`
    update auth.users set confirmation_sent_at = ${new Date(occasion.now)},
      confirmation_token = ${sealFor(context, user, 'confirmation_token', code.code)}
    where id = ${user.id}`
  const link = linkTo(context, token, 'signup', occasion)
  await context.sendAuthMail(tx, {
    template: 'auth_confirm',
    to: user.email,
    data: { link, ...code },
  })
}

/** A link that signs somebody in to set a new password. */
export async function sendRecovery(
  tx: TransactionSql,
  context: AuthContext,
  user: UserRow,
  occasion: Occasion,
): Promise<void> {
  await beginFlow(tx, context, user, 'recovery', occasion)
  const token = await writeToken(tx, context, user, 'recovery_token', occasion)
  await tx`
    update auth.users set recovery_sent_at = ${new Date(occasion.now)}, recovery_token = ''
    where id = ${user.id}`
  const link = linkTo(context, token, 'recovery', occasion)
  const data = { link, ...knownName(user) }
  await context.sendAuthMail(tx, { template: 'auth_recover', to: user.email, data })
}

/** A link, and a code to type in, that sign somebody in without a password. */
export async function sendMagicLink(
  tx: TransactionSql,
  context: AuthContext,
  user: UserRow,
  occasion: Occasion,
): Promise<void> {
  await beginFlow(tx, context, user, 'magiclink', occasion)
  const token = await writeToken(tx, context, user, 'recovery_token', occasion)
  const code = makeCode()
  await tx`
    update auth.users set recovery_sent_at = ${new Date(occasion.now)},
      recovery_token = ${sealFor(context, user, 'recovery_token', code)}
    where id = ${user.id}`
  const link = linkTo(context, token, 'magiclink', occasion)
  const data = { link, code, ...knownName(user) }
  await context.sendAuthMail(tx, { template: 'auth_reauthenticate', to: user.email, data })
}

/**
 * Starts moving an account to another address: both addresses get a link and both must be opened. When the
 * other address has an account already its owner is told so instead, and the move can never be finished.
 */
export async function sendEmailChange(
  tx: TransactionSql,
  context: AuthContext,
  user: UserRow,
  change: Occasion & { email: string; owner: UserRow | null },
): Promise<void> {
  await tx`
    update auth.users set email_change = ${change.email}, email_change_confirm_status = 0,
      email_change_sent_at = ${new Date(change.now)}
    where id = ${user.id}`
  await tx`
    delete from auth.one_time_tokens
    where user_id = ${user.id} and token_type in ('email_change_token_new', 'email_change_token_current')`
  await beginFlow(tx, context, user, 'email_change', change)
  await writeChangeEmail(tx, context, user, 'email_change_token_current', change)
  if (change.owner !== null) return sendAccountExists(tx, context, change.owner)
  const addressee = { ...user, email: change.email, email_confirmed_at: null }
  await writeChangeEmail(tx, context, addressee, 'email_change_token_new', change)
}

async function writeChangeEmail(
  tx: TransactionSql,
  context: AuthContext,
  user: UserRow,
  type: TokenType,
  change: Occasion,
): Promise<void> {
  const token = await writeToken(tx, context, user, type, change)
  const data = { link: linkTo(context, token, 'email_change', change), ...knownName(user) }
  await context.sendAuthMail(tx, { template: 'auth_email_change', to: user.email, data })
}

/** Tells the owner of an account that somebody signed up with their address. */
export async function sendAccountExists(
  tx: TransactionSql,
  context: AuthContext,
  owner: UserRow,
): Promise<void> {
  const data = { link: context.siteUrl.href, ...knownName(owner) }
  await context.sendAuthMail(tx, { template: 'auth_account_exists', to: owner.email, data })
}

/** A code that proves, in the middle of a session, that its person can read their mail. */
export async function sendNonce(
  tx: TransactionSql,
  context: AuthContext,
  user: UserRow,
  now: number,
): Promise<void> {
  const code = makeCode()
  await tx`
    update auth.users set reauthentication_sent_at = ${new Date(now)},
      reauthentication_token = ${sealFor(context, user, 'reauthentication_token', code)}
    where id = ${user.id}`
  const data = { code, ...knownName(user) }
  await context.sendAuthMail(tx, { template: 'auth_reauthenticate', to: user.email, data })
}

async function writeToken(
  tx: TransactionSql,
  context: AuthContext,
  user: Addressee,
  type: TokenType,
  occasion: Occasion,
): Promise<string> {
  const secret = context.random(32).toString('base64url')
  const token = occasion.challenge === null ? secret : `pkce_${secret}`
  await storeToken(tx, { userId: user.id, type, token, email: user.email, now: occasion.now })
  return token
}

async function beginFlow(
  tx: TransactionSql,
  context: AuthContext,
  user: Addressee,
  method: Method,
  { challenge, now }: Occasion,
): Promise<void> {
  if (challenge !== null) {
    await startFlow(tx, context, { userId: user.id, method, now, ...challenge })
  }
}

function linkTo(context: AuthContext, token: string, type: string, occasion: Occasion): string {
  const url = new URL('/auth/v1/verify', context.siteUrl)
  url.searchParams.set('token', token)
  url.searchParams.set('type', type)
  if (occasion.redirectTo !== null) url.searchParams.set('redirect_to', occasion.redirectTo)
  return url.href
}

function sealFor(
  context: AuthContext,
  user: Addressee,
  column: 'confirmation_token' | 'recovery_token' | 'reauthentication_token',
  code: string | undefined,
): string {
  return code === undefined ? '' : sealOfCode(context, user.id, column, code)
}

/** The name goes only to an address that somebody has confirmed. */
function knownName(user: UserRow): { fullName?: string } {
  return user.email_confirmed_at === null ? {} : fullNameOfUser(user)
}
