import { toRateLimitKey } from '../core/addresses.ts'
import type { StoredFactor } from './factors.ts'
import { hasUsedFactorFromHere } from './known-addresses.ts'
import { type Attempt, createAttempts, authLimits } from './limits.ts'
import type { AuthRequest } from './request.ts'
import { getUserAgent } from './sessions.ts'
import { type SignedIn } from './signed-in.ts'
import type { UserRow } from './users.ts'

/** The subjects under which a session's attempts at a second factor are counted. */
export interface FactorCounters {
  /**
   * Counter for this session's origin: account, sign-in method (password or link) and IP address. For a session that has two
   * factors it is the session id.
   */
  own: string
  /** Counter for the account and its sign-in method. A changed password or mailbox starts a new counter. */
  account: string
  /**
   * True when the session has two factors, or the account has given a valid code at this IP address before. Then only the `own`
   * counter applies.
   */
  isKnown: boolean
  /** True when the session has proved nothing but the password, which may be stolen. */
  isByPassword: boolean
}

/**
 * Returns the counters that limit guesses at TOTP codes without letting an attacker lock the owner out. One guess is right with a
 * probability of 3 in 1,000,000: codes have six digits, and three are accepted at any time. Unknown IP addresses have 30 guesses a
 * day per account, so a stolen password opens it with a probability of 0.009 % a day (3 % in a year of daily warnings by email). An
 * attacker behind the same known IP address as the owner has 20 guesses a day, 0.006 %. Windows begin with their first guess, so 24
 * hours can hold twice as many. A thief of the password only uses up the counters of unknown addresses, and of these only the
 * counters of sessions opened by password. Sessions opened by a link in an email have separate counters, so the owner can sign in
 * from a new IP address as well. A changed password starts new counters, so guesses made with the old one no longer count.
 */
export async function getFactorCounters(
  request: AuthRequest,
  { user, session }: SignedIn,
): Promise<FactorCounters> {
  if (session.aal !== 'aal1')
    return { own: session.id, account: user.id, isKnown: true, isByPassword: false }
  const [proof] = await request.sql`
    select from auth.mfa_amr_claims
    where session_id = ${session.id} and authentication_method = 'password'`
  const isByPassword = proof !== undefined
  const account = isByPassword ? getPasswordSubject(user) : `${user.id} link ${user.email}`
  return {
    own: getSubjectHere(request, account),
    account,
    isKnown: await hasUsedFactorFromHere(request, user.id),
    isByPassword,
  }
}

function getPasswordSubject({ id, encrypted_password: hash }: UserRow): string {
  return `${id} password ${hash ?? ''}`
}

function getSubjectHere({ wire }: AuthRequest, account: string): string {
  return `${account} ${toRateLimitKey(wire.clientAddress)}`
}

/**
 * Returns the limits for sessions that the password alone has opened, because a thief of the password could otherwise open any
 * number of them. Sessions that then give a valid code are refunded; sessions opened by a link in an email do not count.
 */
export function getPasswordSessionAttempts(
  request: AuthRequest,
  user: UserRow,
  isKnown: boolean,
): Attempt[] {
  const account = getPasswordSubject(user)
  const here = {
    limit: authLimits.passwordSessionsAtAddress,
    subject: getSubjectHere(request, account),
  }
  return isKnown
    ? [here]
    : [here, { limit: authLimits.passwordSessionsOfAccount, subject: account }]
}

/**
 * Returns true when limits beyond the `own` counter apply. A factor that is still being set up protects nothing yet, so they do
 * not.
 */
function isLimitedOverall({ isKnown }: FactorCounters, { status }: StoredFactor): boolean {
  return status === 'verified' && !isKnown
}

/** Returns the limits for creating challenges. Challenges that are answered correctly are refunded. */
export function getChallengeAttempts(
  request: AuthRequest,
  counters: FactorCounters,
  factor: StoredFactor,
): Attempt[] {
  const own = { limit: authLimits.challengePerAddress, subject: counters.own }
  if (!isLimitedOverall(counters, factor)) return [own]
  const all = { limit: authLimits.challengePerAccount, subject: counters.account }
  return [own, ...addressAttempts(request, counters, authLimits.challengeFromAddress), all]
}

/**
 * Returns the limits for a code, which are taken before the code is compared. A right code resets the first counter and refunds the
 * others.
 */
export function getCodeAttempts(
  request: AuthRequest,
  counters: FactorCounters,
  factor: StoredFactor,
): [Attempt, ...Attempt[]] {
  const own = { limit: authLimits.factorPerAddress, subject: counters.own }
  const ownDay = { limit: authLimits.factorPerAddressDaily, subject: counters.own }
  if (!isLimitedOverall(counters, factor)) return [own, ownDay]
  const all = { limit: authLimits.factorPerAccountDaily, subject: counters.account }
  return [own, ownDay, ...addressAttempts(request, counters, authLimits.codeFromAddress), all]
}

/**
 * Returns the limits per IP address, which slow down an attacker with many stolen passwords. Strangers behind the owner's
 * IP address can use them up, so they do not apply to a session opened by a link in an email: that way in stays open.
 */
function addressAttempts(
  request: AuthRequest,
  { isByPassword }: FactorCounters,
  limit: Attempt['limit'],
): Attempt[] {
  return isByPassword ? createAttempts(request, limit) : []
}

/** Returns the counter of challenges that a password session has created and not answered; above its limit the owner is warned. */
export function getUnansweredChallengeAttempt({ own }: FactorCounters): Attempt {
  return { limit: authLimits.challengeUnanswered, subject: own }
}

/** Emails the owner, once a day, that somebody knows the password but not the codes. */
export async function warnOfStolenPassword(
  request: AuthRequest,
  { id, email, email_confirmed_at }: SignedIn['user'],
): Promise<void> {
  const { sql, at, wire, sendAuthMail } = request
  const time = at.toISOString()
  const data = { at: time, address: wire.clientAddress, agent: getUserAgent(request) ?? '' }
  const key = `${id}:${time.slice(0, 10)}`
  const place = { isConfirmed: email_confirmed_at !== null, rank: 0 }
  await sql.begin((tx) =>
    sendAuthMail(tx, { template: 'auth_password_warning', to: email, data, ...place, key }),
  )
}
