import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { ApiError } from '../core/wire.ts'
import { createValidationError, createOkResponse } from './responses.ts'
import { recordSecurityEvent } from './audit.ts'
import {
  getChallengeAttempts,
  getCodeAttempts,
  type FactorCounters,
  getFactorCounters,
  getPasswordSessionAttempts,
  getUnansweredChallengeAttempt,
  warnOfStolenPassword,
} from './factor-attempts.ts'
import {
  challengeLifetimeMs,
  findFactor,
  lockFactor,
  totpPeriodSeconds,
  requireNonAnonymousUser,
  type StoredFactor,
} from './factors.ts'
import { readBody, getTextField } from './fields.ts'
import { rememberIpAddress } from './known-addresses.ts'
import {
  getAttemptCount,
  authLimits,
  resetAttempts,
  refundAttempts,
  requireWithinLimits,
  createRateLimitError,
  countAndGetWaitMs,
} from './limits.ts'
import {
  type AuthHandler,
  type AuthRequest,
  type AuthTx,
  type AuthWork,
  inTransaction,
} from './request.ts'
import { type Endpoints, uuidShape } from './router.ts'
import { getIpAddress, issueSessionTokens, type SessionTokens } from './sessions.ts'
import { createSessionEndedError, lacksSecondFactor, type SignedIn } from './signed-in.ts'
import { endOneFactorSessions } from './session-limits.ts'
import { requireUser } from './users.ts'

/** Wrong codes a day at a known address that send no warning. */
const mostTypingMistakes = 5

const challenge: AuthHandler = async (request) => {
  const signedIn = await requireNonAnonymousUser(request)
  const { user } = signedIn
  const counters = await getFactorCounters(request, signedIn)
  const found = await findFactor(request, user.id)
  if (
    mayBeStolen(counters, found) &&
    (await countAndGetWaitMs(request, [getUnansweredChallengeAttempt(counters)])) > 0
  )
    await warnOfStolenPassword(request, user)
  await requireWithinLimits(request, ...getChallengeAttempts(request, counters, found))
  const id = randomUUID()
  await inTransaction(request, async (tx) => {
    const { sql, at, now } = tx
    const factor = await lockFactor(tx, user.id)
    await sql`
      delete from auth.mfa_challenges
      where factor_id = ${factor.id} and coalesce(verified_at, created_at) < ${new Date(now - challengeLifetimeMs)}`
    await sql`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      values (${id}, ${factor.id}, ${at}, ${hereOf(tx)}::inet)`
    await sql`update auth.mfa_factors set last_challenged_at = ${at} where id = ${factor.id}`
  })
  const expiresAt = Math.floor((request.now + challengeLifetimeMs) / 1000)
  return createOkResponse({ id, type: 'totp', expires_at: expiresAt })
}

/**
 * Verifies a TOTP code. A right code raises this session to two factors and ends all sessions that have only one. Only codes for an
 * open challenge count as guesses, and are counted before they are compared.
 */
const verifyFactor: AuthHandler = async (request) => {
  const signedIn = await requireNonAnonymousUser(request)
  const { user } = signedIn
  const body = readBody(request)
  const code = getTextField(body, 'code')
  if (code === '') throw createValidationError('Code needs to be non-empty')
  const challengeId = getTextField(body, 'challenge_id')
  if (!uuidShape.test(challengeId)) throw createValidationError('challenge_id must be an UUID')
  const found = await findFactor(request, user.id)
  await expectOpen(request, found, challengeId)
  const counters = await getFactorCounters(request, signedIn)
  const [own, ...others] = getCodeAttempts(request, counters, found)
  const isSuspect = mayBeStolen(counters, found)
  const waitMs = await countAndGetWaitMs(request, [own, ...others])
  if (isSuspect && waitMs > 0) await warnOfStolenPassword(request, user)
  if (waitMs > 0) throw createRateLimitError(waitMs)
  const tokens = await inTransaction(request, async (tx) => {
    const tokens = await answerChallenge(tx, signedIn, challengeId, code)
    if (tokens === null) return null
    await resetAttempts(tx, own)
    await refundAttempts(tx, [
      ...others,
      ...getChallengeAttempts(request, counters, found),
      ...(isSuspect ? [getUnansweredChallengeAttempt(counters)] : []),
      ...(counters.isByPassword ? getPasswordSessionAttempts(request, user, counters.isKnown) : []),
    ])
    return tokens
  })
  if (tokens !== null) return createOkResponse(tokens)
  await recordSecurityEvent(request, 'auth_failure', {
    reason: 'mfa_verification_failed',
    user_id: user.id,
  })
  if (isSuspect && !(await mayBeTypingMistake(request, counters)))
    await warnOfStolenPassword(request, user)
  throw new ApiError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
}

/** Returns true when the session has proved nothing but the password, and the account's factor would require a code. */
function mayBeStolen({ isByPassword }: FactorCounters, { status }: StoredFactor): boolean {
  return isByPassword && status === 'verified'
}

/** Returns true while the day's wrong codes at a known address are so few that they are most likely the owner's. */
async function mayBeTypingMistake(request: AuthRequest, { own, isKnown }: FactorCounters) {
  const attempt = { limit: authLimits.factorPerAddressDaily, subject: own }
  return isKnown && (await getAttemptCount(request, attempt)) <= mostTypingMistakes
}

/** Returns new tokens of the session that a right code has raised to two factors, or null when the code is wrong. */
async function answerChallenge(
  tx: AuthTx,
  { user, session }: SignedIn,
  challengeId: string,
  code: string,
): Promise<SessionTokens | null> {
  const factor = await lockFactor(tx, user.id)
  // Without this check a session without the second factor could verify another factor that the owner is still setting up.
  if (
    factor.status === 'unverified' &&
    lacksSecondFactor({ user: await requireUser(tx, user.id), session })
  )
    throw new ApiError(403, 'insufficient_aal', 'AAL2 required to verify a new factor')
  await expectOpen(tx, factor, challengeId)
  const stamp = await stampOf(tx, factor, code)
  if (stamp === null) return null
  // Stores which code was used, in the column that GoTrue has for codes that it sends itself.
  await tx.sql`
    update auth.mfa_challenges set verified_at = ${tx.at}, otp_code = ${stamp} where id = ${challengeId}`
  await raise(tx, user.id, session.id, factor)
  return issueSessionTokens(tx, { sessionId: session.id, userId: user.id }, 'totp')
}

/** Checks that a challenge may be answered. @throws ApiError 422 when it is unknown, answered, expired, or from another address */
async function expectOpen(work: AuthWork, { id }: StoredFactor, challengeId: string) {
  const { sql, now } = work
  const [found] = await sql<{ isOpen: boolean; madeAt: number }[]>`
    select verified_at is null and ip_address = ${hereOf(work)}::inet as "isOpen",
      extract(epoch from created_at)::float8 * 1000 as "madeAt"
    from auth.mfa_challenges where id = ${challengeId} and factor_id = ${id}`
  if (found === undefined) {
    const words = 'MFA factor with the provided challenge ID not found'
    throw new ApiError(422, 'mfa_factor_not_found', words)
  }
  if (!found.isOpen) {
    const words = 'Challenge and verify IP addresses mismatch.'
    throw new ApiError(422, 'mfa_ip_address_mismatch', words)
  }
  if (now - found.madeAt <= challengeLifetimeMs) return
  const words = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`
  throw new ApiError(422, 'mfa_challenge_expired', words)
}

/**
 * Returns the number of the 30-second period that the code belongs to, as text, or null when the code is not valid now or was used
 * before.
 */
async function stampOf(
  { sql, now }: AuthTx,
  { id, secret }: StoredFactor,
  code: string,
): Promise<string | null> {
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: totpPeriodSeconds })
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  if (delta === null) return null
  const stamp = String(Math.floor(now / 1000 / totpPeriodSeconds) + delta)
  const used = await sql`
    select from auth.mfa_challenges
    where factor_id = ${id} and verified_at is not null and otp_code = ${stamp}`
  return used.length === 0 ? stamp : null
}

/**
 * Marks a session as one with two factors, deletes its earlier refresh tokens, and ends sessions with one factor. If there are very
 * many of those, the next code or sign-in ends the rest; without a code they can do nothing.
 */
async function raise(
  tx: AuthTx,
  userId: string,
  sessionId: string,
  factor: StoredFactor,
): Promise<void> {
  const { sql, at } = tx
  const raised = await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = ${at}
    where id = ${sessionId} returning id`
  if (raised.length === 0) throw createSessionEndedError()
  await sql`
    update auth.mfa_factors set status = 'verified', updated_at = ${at}
    where id = ${factor.id} and status = 'unverified'`
  await sql`delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'`
  await sql`delete from auth.refresh_tokens where session_id = ${sessionId}`
  await endOneFactorSessions(tx, userId)
  await rememberIpAddress(tx, userId, factor.id)
}

/** Returns the client's address for the challenge's row, whose column is not nullable. */
function hereOf(work: AuthWork): string {
  return getIpAddress(work) ?? '0.0.0.0'
}

export const factorCodeEndpoints: Endpoints = {
  'POST /factors/:factor_id/challenge': challenge,
  'POST /factors/:factor_id/verify': verifyFactor,
}
