import { toRateLimitKey, getNetworkPrefix } from '../core/addresses.ts'
import { ApiError } from '../core/wire.ts'
import type { AuthRequest, AuthTx, AuthWork } from './request.ts'
import { encryptSecret } from './secrets.ts'
import type { AuthSettings } from './settings.ts'

const quarter = 15 * 60_000
const hour = 60 * 60_000
const day = 24 * hour

/** An IPv6 network (a /48) may make this many times as many attempts as one of its addresses. */
const networkFactor = 4

interface Limit {
  name: string
  /** Maximum of attempts per window: a number, or the name of the setting that holds it. */
  max: number | keyof AuthSettings['rate_limit']
  windowMs: number
}

/** Rate limits. They count per IP address, email address or account, of which only keyed hashes are stored. */
export const authLimits = {
  signInOfAccount: { name: 'sign-in', max: 5, windowMs: quarter },
  signInFromAnywhere: { name: 'sign-in-anywhere', max: 30, windowMs: hour },
  signInBeyond: { name: 'sign-in-beyond', max: 1, windowMs: 2 * 60_000 },
  signInFromAddress: { name: 'sign-in-address', max: 'sign_in_sign_ups', windowMs: quarter },
  passwordSessionsAtAddress: { name: 'password-session', max: 60, windowMs: quarter },
  passwordSessionsOfAccount: { name: 'password-session-account', max: 300, windowMs: quarter },
  signUpFromAddress: { name: 'sign-up-address', max: 'sign_in_sign_ups', windowMs: quarter },
  codeFromAddressOfAccount: { name: 'code', max: 5, windowMs: quarter },
  codeOfAccount: { name: 'code-account', max: 10, windowMs: quarter },
  codeFromAddress: { name: 'code-address', max: 'token_verifications', windowMs: quarter },
  passwordChange: { name: 'password-change', max: 10, windowMs: quarter },
  notes: { name: 'note', max: 1, windowMs: quarter },
  mailAsked: { name: 'mail-asked', max: 5, windowMs: hour },
  mailFromAddress: { name: 'mail-address', max: 'email_sent', windowMs: hour },
  mailInSession: { name: 'mail-session', max: 5, windowMs: hour },
  mailOfKind: { name: 'mail', max: 5, windowMs: hour },
  mailToMailbox: { name: 'mailbox', max: 6, windowMs: day },
  mailToMailboxBeyond: { name: 'mailbox-beyond', max: 1, windowMs: 2 * hour },
  mailOfChange: { name: 'mail-change', max: 3, windowMs: day },
  mailOfChangeBeyond: { name: 'mail-change-beyond', max: 1, windowMs: 6 * hour },
  mailHereOfDay: { name: 'mail-here-day', max: 10, windowMs: day },
  mailOfNotice: { name: 'mail-notice', max: 2, windowMs: day },
  mailRank: { name: 'mail-rank', max: 900, windowMs: hour },
  challengePerAddress: { name: 'challenge', max: 30, windowMs: quarter },
  challengeUnanswered: { name: 'challenge-unanswered', max: 10, windowMs: quarter },
  challengePerAccount: { name: 'challenge-account', max: 300, windowMs: quarter },
  challengeFromAddress: {
    name: 'challenge-address',
    max: 'token_verifications',
    windowMs: quarter,
  },
  // factor-attempts.ts calculates how likely a right guess is under these limits.
  factorPerAddress: { name: 'factor', max: 5, windowMs: quarter },
  factorPerAddressDaily: { name: 'factor-day', max: 20, windowMs: day },
  factorPerAccountDaily: { name: 'factor-account', max: 30, windowMs: day },
} satisfies Record<string, Limit>

export interface Attempt {
  limit: Limit
  /** A factor by which the limit's `max` is multiplied; 1 by default. */
  factor?: number
  subject: string
}

/** Returns the attempts to count for the client's IP address and, with IPv6, for the network that contains it. */
export function createAttempts({ wire }: AuthWork, limit: Limit): Attempt[] {
  const own = { limit, subject: toRateLimitKey(wire.clientAddress) }
  const network = getNetworkPrefix(wire.clientAddress)
  if (network === null) return [own]
  const wider = { ...limit, name: `${limit.name}-network` }
  return [own, { limit: wider, factor: networkFactor, subject: network }]
}

/** The milliseconds to wait, 0 when all attempts are allowed, and the attempts that were counted: those before the exceeded limit. */
export interface CountedAttempts {
  waitMs: number
  counted: Attempt[]
}

/**
 * Counts attempts before they are made, so that many concurrent ones cannot all pass the check. Stops at the first limit that is
 * exceeded: an attempt that is refused for its IP address does not use up the account's limit.
 */
export async function countUntilLimit(
  request: AuthWork,
  attempts: Attempt[],
): Promise<CountedAttempts> {
  const { sql, settings, at } = request
  for (const [index, attempt] of attempts.entries()) {
    const { max, windowMs } = attempt.limit
    const most = (typeof max === 'number' ? max : settings.rate_limit[max]) * (attempt.factor ?? 1)
    const [row] = await sql<{ wait: number }[]>`
      select auth.consume_attempt(${keyOf(request, attempt)}, ${most}, ${windowMs}, ${at}) as wait`
    if (row !== undefined && row.wait > 0)
      return { waitMs: row.wait, counted: attempts.slice(0, index) }
  }
  return { waitMs: 0, counted: attempts }
}

/** Counts attempts as `countUntilLimit` does. Returns the milliseconds to wait, 0 when all are allowed. */
export async function countAndGetWaitMs(request: AuthWork, attempts: Attempt[]): Promise<number> {
  return (await countUntilLimit(request, attempts)).waitMs
}

/** Counts attempts. @throws ApiError 429 when one of them exceeds its limit */
export async function requireWithinLimits(
  request: AuthRequest,
  ...attempts: Attempt[]
): Promise<void> {
  const waitMs = await countAndGetWaitMs(request, attempts)
  if (waitMs > 0) throw createRateLimitError(waitMs)
}

/** Returns the number of attempts that are counted in the current window. */
export async function getAttemptCount(work: AuthWork, attempt: Attempt): Promise<number> {
  const [row] = await work.sql<{ attempts: number }[]>`
    select attempts from auth.rate_limits
    where key = ${keyOf(work, attempt)} and window_ends_at > ${work.at}`
  return row?.attempts ?? 0
}

/** Subtracts attempts that were counted in advance, and then succeeded or were not made. */
export async function refundAttempts(tx: AuthWork, attempts: Attempt[]): Promise<void> {
  const keys = attempts.map((attempt) => keyOf(tx, attempt))
  await tx.sql`update auth.rate_limits set attempts = greatest(attempts - 1, 0) where key = any(${keys})`
}

export async function resetAttempts(tx: AuthTx, ...attempts: Attempt[]): Promise<void> {
  const keys = attempts.map((attempt) => keyOf(tx, attempt))
  await tx.sql`delete from auth.rate_limits where key = any(${keys})`
}

export function createRateLimitError(waitMs: number): ApiError {
  const headers = createRetryAfterHeader(waitMs)
  return new ApiError(429, 'over_request_rate_limit', 'Request rate limit reached', { headers })
}

export function createRetryAfterHeader(waitMs: number): { 'retry-after': string } {
  return { 'retry-after': String(Math.ceil(waitMs / 1000)) }
}

function keyOf({ keys }: AuthWork, { limit, subject }: Attempt): string {
  return `${limit.name}:${encryptSecret(keys, 'limit', subject).toString('base64url')}`
}
