import { limitedAddress } from '../addresses.ts'
import type { StoredFactor } from './factors.ts'
import { isProvedHere } from './known-addresses.ts'
import { type Attempt, attemptsFrom, limits } from './limits.ts'
import type { AuthRequest } from './request.ts'
import { type SignedIn, userAgentOf } from './sessions.ts'

/** What the tries of a session are counted by. */
export interface Counted {
  /** The account, by the proof that opened the session; with the address, or the session alone where it is known. */
  own: string
  account: string
  /** Sessions of two factors, and addresses where the account has given a code: only their own tries count there. */
  isKnown: boolean
  /** Whether nothing but the password has been proved: the person may have stolen it. */
  isByPassword: boolean
}

/**
 * What keeps guesses at the codes of an app from succeeding, and their owner from being kept out by them.
 *
 * A guess is right with a chance of 3 in 1,000,000: six digits, of which three are taken at a time. From addresses that
 * are not known 30 guesses a day are taken for an account, so a stolen password opens it with a chance of 0.009 % a day
 * (3 % in a year of daily warnings by email). Somebody behind the same known address as the owner has 20 guesses, 0.006 %.
 * Windows begin with their first guess, so 24 hours can hold twice as many.
 *
 * A stolen password fills only counters of addresses that are not the owner's, and only those of sessions that a password
 * has opened: sessions by a link in an email have counters of their own, so the owner gets in from a new address as well.
 */
export async function countFactorTries(
  request: AuthRequest,
  { user, session }: SignedIn,
): Promise<Counted> {
  if (session.aal !== 'aal1')
    return { own: session.id, account: user.id, isKnown: true, isByPassword: false }
  const [proof] = await request.sql`
    select from auth.mfa_amr_claims
    where session_id = ${session.id} and authentication_method = 'password'`
  const isByPassword = proof !== undefined
  const account = `${user.id} ${isByPassword ? 'password' : 'link'}`
  return {
    own: `${account} ${limitedAddress(request.wire.clientAddress)}`,
    account,
    isKnown: await isProvedHere(request, user.id),
    isByPassword,
  }
}

/** A factor that is being set up protects nothing yet: only its person's own tries at it count. */
function isShared({ isKnown }: Counted, { status }: StoredFactor): boolean {
  return status === 'verified' && !isKnown
}

/** What a challenge counts for; those that were answered do not. */
export function challengeAttempts(
  request: AuthRequest,
  counted: Counted,
  factor: StoredFactor,
): Attempt[] {
  const own = { limit: limits.challengeOfAccountHere, subject: counted.own }
  if (!isShared(counted, factor)) return [own]
  const all = { limit: limits.challengeOfAccount, subject: counted.account }
  return [own, ...attemptsFrom(request, limits.challengeFromAddress), all]
}

/** What a code counts for before it is looked at. A right one ends the first and is taken off the others. */
export function codeAttempts(
  request: AuthRequest,
  counted: Counted,
  factor: StoredFactor,
): [Attempt, ...Attempt[]] {
  const own = { limit: limits.factorOfAccountHere, subject: counted.own }
  const ownDay = { limit: limits.factorOfAccountHereADay, subject: counted.own }
  if (!isShared(counted, factor)) return [own, ownDay]
  const all = { limit: limits.factorOfAccountADay, subject: counted.account }
  return [own, ownDay, ...attemptsFrom(request, limits.codeFromAddress), all]
}

/** Tells the owner once a day that somebody has their password and not their codes. */
export async function warnOfStolenPassword(
  request: AuthRequest,
  { id, email }: SignedIn['user'],
): Promise<void> {
  const { sql, at, wire, sendAuthMail } = request
  const time = at.toISOString()
  const data = { at: time, address: wire.clientAddress, agent: userAgentOf(request) ?? '' }
  const key = `${id}:${time.slice(0, 10)}`
  await sql.begin((tx) =>
    sendAuthMail(tx, { template: 'auth_password_warning', to: email, data, key }),
  )
}
