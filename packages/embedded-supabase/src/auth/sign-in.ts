import { toRateLimitKey } from '../core/addresses.ts'
import { ApiError } from '../core/wire.ts'
import { createValidationError, createOkResponse } from './responses.ts'
import { recordSecurityEvent, toFormSender } from './audit.ts'
import { readBody, getTextField } from './fields.ts'
import { getPasswordSessionAttempts, warnOfStolenPassword } from './factor-attempts.ts'
import { hasSignedInFromHere } from './known-addresses.ts'
import {
  countUntilLimit,
  createAttempts,
  resetAttempts,
  refundAttempts,
  authLimits,
  createRateLimitError,
  type CountedAttempts,
  countAndGetWaitMs,
} from './limits.ts'
import { hasValidPasswordFormat } from './passwords.ts'
import { type AuthHandler, type AuthRequest, inTransaction } from './request.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { encryptSecret } from './secrets.ts'
import { openSession } from './sessions.ts'
import {
  findUserByEmail,
  hasVerifiedFactor,
  lockUser,
  rejectBannedUser,
  requireUser,
  type UserRow,
} from './users.ts'

/**
 * Handles `grant_type=password`. Unknown addresses take the same time and get the same response as wrong passwords. An attempt is
 * counted before the password is compared, and uncounted when it was right. From a client address where the account has signed in
 * before, the right password works even when guesses from elsewhere, or by others behind the same address, have used up the limits.
 * A wrong one gets the same response there as anywhere.
 */
export const passwordGrant: AuthHandler = async (request) => {
  const body = readBody(request)
  const email = getTextField(body, 'email').trim().toLowerCase()
  if (email === '') throw createValidationError('missing email or phone')
  const password = typeof body.password === 'string' ? body.password : ''
  const own = {
    limit: authLimits.signInOfAccount,
    subject: `${email} ${toRateLimitKey(request.wire.clientAddress)}`,
  }
  const { waitMs: waitThere, counted: countedThere } = await countUntilLimit(
    request,
    createAttempts(request, authLimits.signInFromAddress),
  )
  const isKnown = await hasSignedInFromHere(request, email)
  if (waitThere > 0 && !isKnown) {
    await request.passwordHasher.pretend()
    throw await refusal(request, email, waitThere)
  }
  const waitHere = await countAndGetWaitMs(request, [own])
  if (waitHere > 0) throw await refusal(request, email, Math.max(waitHere, waitThere))
  const { waitMs: waitAnywhere, counted } = await takeOfAccount(request, email)
  const user = await findUserByEmail(request, email)
  const waitMs = Math.max(waitThere, waitAnywhere)
  const isOpen = waitMs === 0 || isKnown
  if (
    !(await isRight(
      isKnown ? request.knownHasher : request.passwordHasher,
      isOpen ? user : null,
      password,
    )) ||
    user === null
  )
    throw await refusal(request, email, waitMs)
  await inTransaction(request, async (tx) => {
    await resetAttempts(tx, own)
    await refundAttempts(tx, [...countedThere, ...counted])
  })
  rejectBannedUser(user, request.now, 400)
  if (user.email_confirmed_at === null)
    throw new ApiError(400, 'email_not_confirmed', 'Email not confirmed')
  await countSession(request, user, isKnown)
  const tokens = await inTransaction(request, async (tx) => {
    await lockUser(tx, user.id)
    const { encrypted_password: current } = await requireUser(tx, user.id)
    // Returns null when the password was changed during the comparison: that change has ended all other sessions, so it must
    // prevent this one as well.
    return current === user.encrypted_password ? openSession(tx, user.id, 'password') : null
  })
  if (tokens === null) throw await refusal(request, email, 0)
  return createOkResponse(tokens)
}

/**
 * Counts the session that is about to be opened by password.
 * @throws ApiError 429 when the password has opened too many sessions recently
 */
async function countSession(request: AuthRequest, user: UserRow, isKnown: boolean): Promise<void> {
  const waitMs = await countAndGetWaitMs(
    request,
    getPasswordSessionAttempts(request, user, isKnown),
  )
  if (waitMs === 0) return
  if (hasVerifiedFactor(user)) await warnOfStolenPassword(request, user)
  throw createRateLimitError(waitMs)
}

/**
 * Compares the password. Does so even when there is no account, no password hash, or the text cannot be a password, so that the
 * response takes the same time.
 */
async function isRight(
  hasher: PasswordHasher,
  user: UserRow | null,
  password: string,
): Promise<boolean> {
  const isPossible = hasValidPasswordFormat(password)
  const hash = (isPossible && user?.encrypted_password) || null
  return hasher.verify(isPossible ? password : 'x', hash)
}

/** Counts an attempt against the account, from any address. Above the limit one attempt every two minutes is allowed. */
async function takeOfAccount(request: AuthRequest, email: string): Promise<CountedAttempts> {
  const anywhere = await countUntilLimit(request, [
    { limit: authLimits.signInFromAnywhere, subject: email },
  ])
  return anywhere.waitMs === 0
    ? anywhere
    : countUntilLimit(request, [{ limit: authLimits.signInBeyond, subject: email }])
}

/** Returns the same error for a wrong password and for an unknown account, and 429 when `waitMs` says that a limit is exceeded. */
async function refusal(request: AuthRequest, email: string, waitMs: number): Promise<ApiError> {
  const account = encryptSecret(request.keys, 'account', email).toString('base64url')
  if (waitMs === 0) {
    const reason = 'invalid_credentials'
    await recordSecurityEvent(request, 'auth_failure', {
      reason,
      account,
      sender: toFormSender(email),
    })
    return new ApiError(400, reason, 'Invalid login credentials')
  }
  // Refusals are recorded once per quarter of an hour and address, so that many of them cannot fill the log.
  const once = { limit: authLimits.notes, subject: toRateLimitKey(request.wire.clientAddress) }
  if ((await countAndGetWaitMs(request, [once])) === 0)
    await recordSecurityEvent(request, 'rate_limit_violation', {
      account,
      sender: toFormSender(email),
    })
  return createRateLimitError(waitMs)
}
