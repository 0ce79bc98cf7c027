import { limitedAddress } from '../core/addresses.ts'
import type { StoredFactor } from './factors.ts'
import { hasUsedFactorHere } from './known-addresses.ts'
import { type Attempt, createAttempts, limits } from './limits.ts'
import type { AuthRequest } from './request.ts'
import { type SignedIn, getUserAgent } from './sessions.ts'
import type { UserRow } from './users.ts'

/** Subjects of the limits that a session's tries at a factor count towards. */
export interface FactorCounters {
  /** Account, first factor and address; the session itself once it has two factors. */
  own: string
  /** Account and first factor: a changed password, or a changed mailbox, is another one. */
  account: string
  /** True for sessions of two factors and for addresses where the account has given a code: no other limit applies. */
  isKnown: boolean
  /** True while nothing but the password has been proved, which may be stolen. */
  isByPassword: boolean
}

/**
 * Returns the counters that limit guesses at TOTP codes without letting an attacker lock the owner out. A guess is right with a
 * chance of 3 in 1,000,000: six digits, of which three are accepted at a time. From unknown addresses 30 guesses a day are
 * accepted for an account, so a stolen password opens it with a chance of 0.009 % a day (3 % in a year of daily warnings by
 * email). An attacker behind the same known address as the owner has 20 guesses, 0.006 %. Windows begin with their first guess,
 * so 24 hours can hold twice as many. A stolen password fills only counters of addresses that are not the owner's, and only
 * those of sessions that a password has opened: sessions by a link in an email have counters of their own, so the owner gets in
 * from a new address as well. A new password has new counters, so that nothing a thief did with the old one counts.
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
    isKnown: await hasUsedFactorHere(request, user.id),
    isByPassword,
  }
}

function getPasswordSubject({ id, encrypted_password: hash }: UserRow): string {
  return `${id} password ${hash ?? ''}`
}

function getSubjectHere({ wire }: AuthRequest, account: string): string {
  return `${account} ${limitedAddress(wire.clientAddress)}`
}

/**
 * The limits of sessions that the right password opens, so that it cannot open them without end. A session that gives a code
 * is given back, and those by a link in an email do not count.
 */
export function passwordSessionAttempts(
  request: AuthRequest,
  user: UserRow,
  isKnown: boolean,
): Attempt[] {
  const account = getPasswordSubject(user)
  const here = {
    limit: limits.passwordSessionsAtAddress,
    subject: getSubjectHere(request, account),
  }
  return isKnown ? [here] : [here, { limit: limits.passwordSessionsOfAccount, subject: account }]
}

/** A factor that is being set up protects nothing yet, so tries at it count towards their own limit alone. */
function isLimitedOverall({ isKnown }: FactorCounters, { status }: StoredFactor): boolean {
  return status === 'verified' && !isKnown
}

/** The limits of a challenge. Those that were answered are given back. */
export function challengeAttempts(
  request: AuthRequest,
  counters: FactorCounters,
  factor: StoredFactor,
): Attempt[] {
  const own = { limit: limits.challengePerAddress, subject: counters.own }
  if (!isLimitedOverall(counters, factor)) return [own]
  const all = { limit: limits.challengePerAccount, subject: counters.account }
  return [own, ...addressAttempts(request, counters, limits.challengeFromAddress), all]
}

/** The limits of a code, taken before it is compared. A right one resets the first and is given back to the others. */
export function codeAttempts(
  request: AuthRequest,
  counters: FactorCounters,
  factor: StoredFactor,
): [Attempt, ...Attempt[]] {
  const own = { limit: limits.factorPerAddress, subject: counters.own }
  const ownDay = { limit: limits.factorPerAddressDaily, subject: counters.own }
  if (!isLimitedOverall(counters, factor)) return [own, ownDay]
  const all = { limit: limits.factorPerAccountDaily, subject: counters.account }
  return [own, ownDay, ...addressAttempts(request, counters, limits.codeFromAddress), all]
}

/**
 * The limit of an address slows down an attacker with many stolen passwords, and strangers behind the same address can use it
 * up. A link in an email is no password, so that it is a way in there as well.
 */
function addressAttempts(
  request: AuthRequest,
  { isByPassword }: FactorCounters,
  limit: Attempt['limit'],
): Attempt[] {
  return isByPassword ? createAttempts(request, limit) : []
}

/** Challenges of a password session that nobody has answered yet; the owner is warned above the limit. */
export function unansweredChallenge({ own }: FactorCounters): Attempt {
  return { limit: limits.challengeUnanswered, subject: own }
}

/** Warns the owner once a day that somebody has their password and not their codes. */
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
