import { limitedAddress, getNetwork } from '../core/addresses.ts'
import { ApiError } from '../core/wire.ts'
import type { AuthRequest, AuthTx, AuthWork } from './request.ts'
import { encryptSecret } from './secrets.ts'
import type { AuthSettings } from './settings.ts'

const quarter = 15 * 60_000
const hour = 60 * 60_000
const day = 24 * hour

/** The factor by which an IPv6 network (a /48) may try more often than one of its addresses. */
const networkFactor = 4

interface Limit {
  name: string
  /** A number, or the name of the setting that holds it. */
  max: number | keyof AuthSettings['rate_limit']
  windowMs: number
}

/** Rate limits. Their subjects are addresses and accounts, of which only seals are stored. */
export const limits = {
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
  // The chance of a guess under these limits is calculated in factor-attempts.ts.
  factorPerAddress: { name: 'factor', max: 5, windowMs: quarter },
  factorPerAddressDaily: { name: 'factor-day', max: 20, windowMs: day },
  factorPerAccountDaily: { name: 'factor-account', max: 30, windowMs: day },
} satisfies Record<string, Limit>

export interface Attempt {
  limit: Limit
  /** Multiplies the limit's `max`; 1 by default. */
  factor?: number
  subject: string
}

/** Returns the attempts to count for the client's address and, with IPv6, for the network that contains it. */
export function createAttempts({ wire }: AuthWork, limit: Limit): Attempt[] {
  const own = { limit, subject: limitedAddress(wire.clientAddress) }
  const network = getNetwork(wire.clientAddress)
  if (network === null) return [own]
  const wider = { ...limit, name: `${limit.name}-network` }
  return [own, { limit: wider, factor: networkFactor, subject: network }]
}

/**
 * Counts attempts before they are made, so that a crowd of them cannot slip through together, one after the other, up to
 * the first that is one too many: an attempt that is refused for its address uses up nothing of an account's. Returns the
 * ms to wait, 0 for none.
 */
export async function takeAttempts(request: AuthWork, attempts: Attempt[]): Promise<number> {
  const { sql, settings, at } = request
  for (const attempt of attempts) {
    const { max, windowMs } = attempt.limit
    const most = (typeof max === 'number' ? max : settings.rate_limit[max]) * (attempt.factor ?? 1)
    const [row] = await sql<{ wait: number }[]>`
      select auth.consume_attempt(${keyOf(request, attempt)}, ${most}, ${windowMs}, ${at}) as wait`
    if (row !== undefined && row.wait > 0) return row.wait
  }
  return 0
}

/** @throws ApiError 429 when one of the attempts is one too many */
export async function requireWithinLimits(
  request: AuthRequest,
  ...attempts: Attempt[]
): Promise<void> {
  const waitMs = await takeAttempts(request, attempts)
  if (waitMs > 0) throw overRequestLimit(waitMs)
}

/** Returns the number of attempts that are counted at the moment. */
export async function countAttempts(work: AuthWork, attempt: Attempt): Promise<number> {
  const [row] = await work.sql<{ attempts: number }[]>`
    select attempts from auth.rate_limits
    where key = ${keyOf(work, attempt)} and window_ends_at > ${work.at}`
  return row?.attempts ?? 0
}

/** Takes back attempts that turned out well, or were not made. */
export async function refundAttempts(tx: AuthWork, attempts: Attempt[]): Promise<void> {
  const keys = attempts.map((attempt) => keyOf(tx, attempt))
  await tx.sql`update auth.rate_limits set attempts = greatest(attempts - 1, 0) where key = any(${keys})`
}

export async function forget(tx: AuthTx, ...attempts: Attempt[]): Promise<void> {
  const keys = attempts.map((attempt) => keyOf(tx, attempt))
  await tx.sql`delete from auth.rate_limits where key = any(${keys})`
}

export function overRequestLimit(waitMs: number): ApiError {
  const headers = retryAfter(waitMs)
  return new ApiError(429, 'over_request_rate_limit', 'Request rate limit reached', { headers })
}

export function retryAfter(waitMs: number): { 'retry-after': string } {
  return { 'retry-after': String(Math.ceil(waitMs / 1000)) }
}

function keyOf({ keys }: AuthWork, { limit, subject }: Attempt): string {
  return `${limit.name}:${encryptSecret(keys, 'limit', subject).toString('base64url')}`
}
