import { limitedAddress } from '../core/addresses.ts'
import { ApiError } from '../core/wire.ts'
import { isKnownHere } from './known-addresses.ts'
import { countForRank } from './mail-rank.ts'
import { createAttempts, refundAttempts, limits, retryAfter, takeAttempts } from './limits.ts'
import type { AuthRequest } from './request.ts'

export type EmailKind = 'confirm' | 'recover' | 'link' | 'change'

/**
 * Counts a request for an email. It counts for the requesting address alone, because anybody may name somebody else's mailbox.
 * An account that has signed in from the address is not blocked by a counter that others behind it have filled: then this
 * returns the refusal, to be thrown once the email is written, because the response must not reveal which accounts an address
 * knows.
 * @throws ApiError 429 when no email may be written
 */
export async function requestEmail(
  request: AuthRequest,
  asked: EmailKind | 'resend',
  email: string,
): Promise<ApiError | null> {
  const address = limitedAddress(request.wire.clientAddress)
  const waitOfAddress = await takeAttempts(request, createAttempts(request, limits.mailFromAddress))
  const refusal = waitOfAddress === 0 ? null : overMailLimit(waitOfAddress, passes)
  if (refusal !== null && !(await isKnownHere(request, email))) throw refusal
  const waitMs = await takeAttempts(request, [
    { limit: limits.mailAsked, subject: `${asked} ${email} ${address}` },
  ])
  if (waitMs > 0) throw refusal ?? overMailLimit(waitMs)
  await countForRank(request)
  return refusal
}

/**
 * Counts an email that a signed-in user requests to the account's own mailbox: no stranger can request one.
 * @throws ApiError 429
 */
export async function requestEmailInSession(
  request: AuthRequest,
  asked: 'change' | 'reauthenticate',
  userId: string,
): Promise<void> {
  const subject = `${asked} ${userId}`
  const waitMs = await takeAttempts(request, [{ limit: limits.mailInSession, subject }])
  if (waitMs > 0) throw overMailLimit(waitMs)
  await countForRank(request)
}

/**
 * Counts an email that is about to be written: of its kind in an hour, and in a day by the ceilings of the mailbox. Those of a
 * change of address have ceilings of their own, because they let nobody in who waits for another email. Returns false when the
 * mailbox has had its share, unless its account has signed in at the asking address before. The caller answers the same either
 * way, since only mailboxes that get emails are ever full.
 */
export async function takeEmail(
  request: AuthRequest,
  kind: EmailKind,
  email: string,
): Promise<boolean> {
  const ofKind = { limit: limits.mailOfKind, subject: `${kind} ${email}` }
  if ((await takeAttempts(request, [ofKind])) === 0) {
    if (await takeOfMailbox(request, kind, email)) return true
    await refundAttempts(request, [ofKind])
  }
  if (!(await isKnownHere(request, email))) return false
  const subject = `${email} ${limitedAddress(request.wire.clientAddress)}`
  return (await takeAttempts(request, [{ limit: limits.mailHereOfDay, subject }])) === 0
}

async function takeOfMailbox(
  request: AuthRequest,
  kind: EmailKind,
  subject: string,
): Promise<boolean> {
  const ceilings =
    kind === 'change'
      ? [limits.mailOfChange, limits.mailOfChangeBeyond]
      : [limits.mailToMailbox, limits.mailToMailboxBeyond]
  for (const limit of ceilings)
    if ((await takeAttempts(request, [{ limit, subject }])) === 0) return true
  return false
}

/** Counts an email that carries no way in, such as that there is an account already. Nothing else waits for it. */
export async function takeNotice(request: AuthRequest, email: string): Promise<boolean> {
  return (await takeAttempts(request, [{ limit: limits.mailOfNotice, subject: email }])) === 0
}

const passes = ' If you’ve signed in from here before, another one is on its way.'

/** The message is shown to users unchanged. */
function overMailLimit(waitMs: number, further = ''): ApiError {
  const minutes = Math.ceil(waitMs / 60_000)
  const words =
    `Too many emails were asked for. Please use the newest one, or try again in ${minutes} ` +
    `${minutes === 1 ? 'minute' : 'minutes'}.${further}`
  const headers = retryAfter(waitMs)
  return new ApiError(429, 'over_email_send_rate_limit', words, { headers })
}
