import { limitedAddress } from '../core/addresses.ts'
import { ApiError } from '../core/wire.ts'
import { invalid, ok } from './responses.ts'
import { recordEvent, typedSender } from './audit.ts'
import { readBody, getText } from './fields.ts'
import { passwordSessionAttempts, warnOfStolenPassword } from './factor-attempts.ts'
import { isKnownHere } from './known-addresses.ts'
import {
  type Attempt,
  createAttempts,
  forget,
  refundAttempts,
  limits,
  overRequestLimit,
  takeAttempts,
} from './limits.ts'
import { isPossiblePassword } from './passwords.ts'
import { type AuthHandler, type AuthRequest, inTransaction } from './request.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { encryptSecret } from './secrets.ts'
import { openSession } from './sessions.ts'
import {
  findUserByEmail,
  hasVerifiedFactor,
  lockUser,
  refuseBanned,
  requireUser,
  type UserRow,
} from './users.ts'

/**
 * `grant_type=password`. Unknown addresses take the same time and get the same answer as wrong passwords. An
 * attempt is counted before the password is looked at and forgotten when it was right. Where an account has signed in
 * before, the right password opens it whatever was guessed elsewhere, and whatever others behind the same address
 * tried; a wrong one is answered there as anywhere.
 */
export const passwordGrant: AuthHandler = async (request) => {
  const body = readBody(request)
  const email = getText(body, 'email').trim().toLowerCase()
  if (email === '') throw invalid('missing email or phone')
  const password = typeof body.password === 'string' ? body.password : ''
  const from = createAttempts(request, limits.signInFromAddress)
  const own = {
    limit: limits.signInOfAccount,
    subject: `${email} ${limitedAddress(request.wire.clientAddress)}`,
  }
  const waitThere = await takeAttempts(request, from)
  const isKnown = await isKnownHere(request, email)
  if (waitThere > 0 && !isKnown) {
    await request.passwordHasher.pretend()
    throw await refusal(request, email, waitThere)
  }
  const waitHere = await takeAttempts(request, [own])
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
    await forget(tx, own)
    await refundAttempts(tx, [...from, ...counted])
  })
  refuseBanned(user, request.now, 400)
  if (user.email_confirmed_at === null)
    throw new ApiError(400, 'email_not_confirmed', 'Email not confirmed')
  await countSession(request, user, isKnown)
  const tokens = await inTransaction(request, async (tx) => {
    await lockUser(tx, user.id)
    const { encrypted_password: current } = await requireUser(tx, user.id)
    // Returns null when the password was changed during the comparison: the change ended the other sessions and must not miss
    // this one.
    return current === user.encrypted_password ? openSession(tx, user.id, 'password') : null
  })
  if (tokens === null) throw await refusal(request, email, 0)
  return ok(tokens)
}

/** @throws ApiError 429 when the password has opened too many sessions of late */
async function countSession(request: AuthRequest, user: UserRow, isKnown: boolean): Promise<void> {
  const waitMs = await takeAttempts(request, passwordSessionAttempts(request, user, isKnown))
  if (waitMs === 0) return
  if (hasVerifiedFactor(user)) await warnOfStolenPassword(request, user)
  throw overRequestLimit(waitMs)
}

/** Always compares, also when there is no account, no password, or none that anybody could have. */
async function isRight(
  hasher: PasswordHasher,
  user: UserRow | null,
  password: string,
): Promise<boolean> {
  const isPossible = isPossiblePassword(password)
  const hash = (isPossible && user?.encrypted_password) || null
  return hasher.verify(isPossible ? password : 'x', hash)
}

/** Counts an attempt at an account: guesses from many addresses slow down to one every two minutes. */
async function takeOfAccount(
  request: AuthRequest,
  email: string,
): Promise<{ waitMs: number; counted: Attempt[] }> {
  const anywhere = { limit: limits.signInFromAnywhere, subject: email }
  if ((await takeAttempts(request, [anywhere])) === 0) return { waitMs: 0, counted: [anywhere] }
  const beyond = { limit: limits.signInBeyond, subject: email }
  return { waitMs: await takeAttempts(request, [beyond]), counted: [anywhere, beyond] }
}

/** Returns the response to a wrong password, or to any after too many: it does not reveal which accounts exist. */
async function refusal(request: AuthRequest, email: string, waitMs: number): Promise<ApiError> {
  const account = encryptSecret(request.keys, 'account', email).toString('base64url')
  if (waitMs === 0) {
    const reason = 'invalid_credentials'
    await recordEvent(request, 'auth_failure', { reason, account, sender: typedSender(email) })
    return new ApiError(400, reason, 'Invalid login credentials')
  }
  // A refused flood is noted once in a quarter of an hour, so that it cannot fill the log.
  const once = { limit: limits.notes, subject: limitedAddress(request.wire.clientAddress) }
  if ((await takeAttempts(request, [once])) === 0)
    await recordEvent(request, 'rate_limit_violation', { account, sender: typedSender(email) })
  return overRequestLimit(waitMs)
}
