import { findConfirmedUser } from './address-claims.ts'
import {
  type EmailRecipient,
  createEmailLink,
  type LinkKind,
  sendTemplateEmail,
  sendAccountExists,
} from './links.ts'
import { countEmail, countNoticeEmail } from './mail-limits.ts'
import type { TokenType } from './one-time-tokens.ts'
import { startPkceFlow } from './pkce.ts'
import { type AuthRequest, type AuthTx, type AuthWork, inTransaction } from './request.ts'
import type { UserRow } from './users.ts'

type MoveToken = Extract<TokenType, `email_change_${string}`>

export async function startEmailChange(
  { sql, at }: AuthTx,
  id: string,
  email: string,
): Promise<void> {
  await sql`
    update auth.users set email_change = ${email}, email_change_confirm_status = 0, email_change_sent_at = ${at}
    where id = ${id}`
  await sql`
    delete from auth.one_time_tokens
    where user_id = ${id} and token_type in ('email_change_token_new', 'email_change_token_current')`
}

/** Counts the email to the new email address against the rate limits. Returns true when it may be sent. */
export async function countEmailChange(request: AuthRequest, email: string): Promise<boolean> {
  const owner = await findConfirmedUser(request, email)
  return owner === null ? countEmail(request, 'change', email) : countNoticeEmail(request, email)
}

/** True for each mailbox to which the rate limits allow an email: the current and the new (`next`) one. */
interface Allowed {
  current: boolean
  next: boolean
}

/**
 * Starts a change of the account's email address: both the current and the new address get a link, and both links must be opened,
 * unless the settings require only the new one. When the new address already belongs to an account, its owner gets a notice
 * instead, and the change can never be completed. When the rate limits do not allow an email now, its link is stored all the same,
 * so that a later resend can deliver it.
 */
export async function sendEmailChange(
  tx: AuthTx,
  user: UserRow,
  email: string,
  occasion: LinkKind,
  allowed: Allowed,
): Promise<void> {
  await startEmailChange(tx, user.id, email)
  await startPkceFlow(tx, user.id, 'email_change', occasion.challenge)
  const { current, next } = allowed
  if (requiresCurrentMailbox(tx, user))
    await sendMoveLink(tx, user, email, 'email_change_token_current', occasion, current)
  const owner = await findConfirmedUser(tx, email)
  if (owner === null) await sendMoveLink(tx, user, email, 'email_change_token_new', occasion, next)
  else if (next) await sendAccountExists(tx, owner)
}

/**
 * Resends the links of a change of the email address that have not been opened yet. Anybody may request this, so an address that
 * has already confirmed the change does not have to confirm it again.
 */
export async function resendEmailChange(
  request: AuthRequest,
  user: UserRow,
  occasion: LinkKind,
): Promise<void> {
  const { id, email_change: email } = user
  if (!email) return
  const unopened = await request.sql<{ type: MoveToken }[]>`
    select token_type as type from auth.one_time_tokens
    where user_id = ${id} and token_type in ('email_change_token_new', 'email_change_token_current')`
  const isAsked = (type: MoveToken) =>
    unopened.length === 0 || unopened.some((one) => one.type === type)
  const allowed: Allowed = {
    current:
      requiresCurrentMailbox(request, user) &&
      isAsked('email_change_token_current') &&
      (await countEmail(request, 'change', user.email)),
    next: isAsked('email_change_token_new') && (await countEmailChange(request, email)),
  }
  if (!allowed.current && !allowed.next) return
  await inTransaction(request, async (tx) => {
    if (unopened.length === 0) return sendEmailChange(tx, user, email, occasion, allowed)
    await startPkceFlow(tx, id, 'email_change', occasion.challenge)
    if (allowed.current) await sendMoveLink(tx, user, email, 'email_change_token_current', occasion)
    if (allowed.next) await sendMoveLink(tx, user, email, 'email_change_token_new', occasion)
  })
}

async function sendMoveLink(
  tx: AuthTx,
  user: UserRow,
  email: string,
  token: MoveToken,
  occasion: LinkKind,
  mayWrite = true,
): Promise<void> {
  const isNew = token === 'email_change_token_new'
  const to: EmailRecipient = isNew ? { ...user, email, email_confirmed_at: null } : user
  const { link } = await createEmailLink(tx, to, token, 'email_change', occasion)
  if (mayWrite) await sendTemplateEmail(tx, to, 'auth_email_change', { link })
}

/**
 * Returns true when the account's current mailbox must confirm a change of the email address as well. An account without an address
 * has no current mailbox.
 */
export function requiresCurrentMailbox(
  { settings }: AuthWork,
  user: Pick<UserRow, 'email'>,
): boolean {
  return settings.email.double_confirm_changes && user.email !== ''
}
