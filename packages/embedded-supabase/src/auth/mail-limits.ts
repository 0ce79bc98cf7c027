import { toRateLimitKey } from '../core/addresses.ts'
import { ApiError } from '../core/wire.ts'
import { hasSignedInFromHere } from './known-addresses.ts'
import { countForMailRank } from './mail-rank.ts'
import {
  createAttempts,
  refundAttempts,
  authLimits,
  createRetryAfterHeader,
  countAndGetWaitMs,
} from './limits.ts'
import type { AuthRequest } from './request.ts'

export type EmailKind = 'confirm' | 'recover' | 'link' | 'change'

/**
 * Counts a request for an email. It counts for the requesting IP address only, because anybody may name somebody else's
 * mailbox. An account that has signed in from this IP address before is not blocked when others behind it have used up its
 * limit: then the 429 error is returned instead of thrown, and the caller throws it after sending the email, because the response
 * must not reveal which accounts have signed in from an IP address.
 * @throws ApiError 429 when no email may be sent
 */
export async function countEmailRequest(
  request: AuthRequest,
  asked: EmailKind | 'resend',
  email: string,
): Promise<ApiError | null> {
  const address = toRateLimitKey(request.wire.clientAddress)
  const waitOfAddress = await countAndGetWaitMs(
    request,
    createAttempts(request, authLimits.mailFromAddress),
  )
  const refusal = waitOfAddress === 0 ? null : overMailLimit(waitOfAddress, passes)
  if (refusal !== null && !(await hasSignedInFromHere(request, email))) throw refusal
  const waitMs = await countAndGetWaitMs(request, [
    { limit: authLimits.mailAsked, subject: `${asked} ${email} ${address}` },
  ])
  if (waitMs > 0) throw refusal ?? overMailLimit(waitMs)
  await countForMailRank(request)
  return refusal
}

/** Counts an email that a signed-in user requests to the account's own mailbox, which no stranger can do. @throws ApiError 429 */
export async function countEmailRequestInSession(
  request: AuthRequest,
  asked: 'change' | 'reauthenticate',
  userId: string,
): Promise<void> {
  const subject = `${asked} ${userId}`
  const waitMs = await countAndGetWaitMs(request, [{ limit: authLimits.mailInSession, subject }])
  if (waitMs > 0) throw overMailLimit(waitMs)
  await countForMailRank(request)
}

/**
 * Counts an email before it is sent: per hour for its kind, and per day for the mailbox. Emails for a change of the email address
 * have a separate daily limit, so that they cannot use up the limit of emails that let the owner sign in. Returns false when the
 * mailbox has reached its limit, unless its account has signed in from the requesting IP address before. Callers must respond the
 * same either way: only mailboxes that get emails reach a limit, so the response would reveal which have an account.
 */
export async function countEmail(
  request: AuthRequest,
  kind: EmailKind,
  email: string,
): Promise<boolean> {
  const ofKind = { limit: authLimits.mailOfKind, subject: `${kind} ${email}` }
  if ((await countAndGetWaitMs(request, [ofKind])) === 0) {
    if (await countForMailbox(request, kind, email)) return true
    await refundAttempts(request, [ofKind])
  }
  if (!(await hasSignedInFromHere(request, email))) return false
  const subject = `${email} ${toRateLimitKey(request.wire.clientAddress)}`
  return (await countAndGetWaitMs(request, [{ limit: authLimits.mailHereOfDay, subject }])) === 0
}

async function countForMailbox(
  request: AuthRequest,
  kind: EmailKind,
  subject: string,
): Promise<boolean> {
  const ceilings =
    kind === 'change'
      ? [authLimits.mailOfChange, authLimits.mailOfChangeBeyond]
      : [authLimits.mailToMailbox, authLimits.mailToMailboxBeyond]
  for (const limit of ceilings)
    if ((await countAndGetWaitMs(request, [{ limit, subject }])) === 0) return true
  return false
}

/**
 * Counts an email without a sign-in link, such as the notice that an account already exists. It has a limit of its own, so it
 * delays no other email.
 */
export async function countNoticeEmail(request: AuthRequest, email: string): Promise<boolean> {
  return (
    (await countAndGetWaitMs(request, [{ limit: authLimits.mailOfNotice, subject: email }])) === 0
  )
}

const passes = ' If you’ve signed in from here before, another one is on its way.'

/** Creates the 429 error for emails. Clients show its message to users unchanged. */
function overMailLimit(waitMs: number, further = ''): ApiError {
  const minutes = Math.ceil(waitMs / 60_000)
  const words =
    `Too many emails were asked for. Please use the newest one, or try again in ${minutes} ` +
    `${minutes === 1 ? 'minute' : 'minutes'}.${further}`
  const headers = createRetryAfterHeader(waitMs)
  return new ApiError(429, 'over_email_send_rate_limit', words, { headers })
}
