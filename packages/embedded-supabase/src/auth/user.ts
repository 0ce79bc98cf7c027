import { ApiError } from '../core/wire.ts'
import { emptyResponse, createValidationError, createOkResponse } from './responses.ts'
import { readUserMetadata } from './audit.ts'
import { type Body, getEmailField, readBody, getTextField } from './fields.ts'
import { hasSignedInFromHere } from './known-addresses.ts'
import { getFactorCounters } from './factor-attempts.ts'
import { sendEmailChange, countEmailChange } from './address-change.ts'
import { requireWithinLimits, authLimits } from './limits.ts'
import { getLinkKind, sendReauthenticationCode } from './links.ts'
import { countEmailRequest, countEmailRequestInSession } from './mail-limits.ts'
import { consumeEmailCode } from './one-time-tokens.ts'
import { getNewPassword } from './passwords.ts'
import { type AuthHandler, type AuthRequest, inTransaction } from './request.ts'
import type { Endpoints } from './router.ts'
import {
  lacksSecondFactor,
  requireBothFactors,
  requireSignedIn,
  type SignedIn,
} from './signed-in.ts'
import { type UserRow, changeMetadata, changePassword, requireUser, toUserBody } from './users.ts'

/** Milliseconds after which a session must give an emailed code before it may change the password. */
const recentMs = 24 * 60 * 60_000

/**
 * Changes the password (which ends all other sessions), the email address (by emails to both) and user metadata, in one
 * transaction.
 */
const updateUser: AuthHandler = async (request) => {
  const signedIn = await requireSignedIn(request)
  const { user, session } = signedIn
  const body = readBody(request)
  if (body.app_metadata !== undefined)
    throw new ApiError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  const email = getTextField(body, 'email') === '' ? user.email : getEmailField(body)
  const occasion = getLinkKind(request, body)
  const isMoving = email !== user.email
  if (isMoving || isGiven(body.password)) requireBothFactors(signedIn, 'update email or password')
  // GoTrue requires no second factor to change metadata. Here the name in it is written into the emails that the owner gets.
  if (isGiven(body.data)) requireBothFactors(signedIn, 'update the user')
  const words = isGiven(body.data) ? await readUserMetadata(request, body, user.id) : null
  const passwordHash = await newPasswordHash(request, signedIn, body)
  const mayWrite = isMoving && (await takeMailOfNewAddress(request, user, email))
  const changed = await inTransaction(request, async (tx) => {
    if (passwordHash !== null) await changePassword(tx, user.id, passwordHash, session.id)
    if (words !== null) await changeMetadata(tx, user.id, words)
    if (isMoving)
      await sendEmailChange(tx, user, email, occasion, { current: true, next: mayWrite })
    return requireUser(tx, user.id)
  })
  return createOkResponse(toUserBody(changed))
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

/**
 * Counts the emails of a change of the email address. Requests count per account; those of anonymous accounts, of which anybody can
 * create many, also per IP address.
 * @throws ApiError 429
 */
async function takeMailOfNewAddress(
  request: AuthRequest,
  user: UserRow,
  email: string,
): Promise<boolean> {
  await countEmailRequestInSession(request, 'change', user.id)
  const refusal = user.email === '' ? await countEmailRequest(request, 'change', email) : null
  if (refusal !== null) throw refusal
  return countEmailChange(request, email)
}

async function newPasswordHash(
  request: AuthRequest,
  signedIn: SignedIn,
  body: Body,
): Promise<string | null> {
  const { user, session } = signedIn
  if (!isGiven(body.password)) return null
  const { now, settings } = request
  // Each new password is compared with the current one by the hasher, whose turns sign-ins wait for, so their number is limited.
  const { account } = await getFactorCounters(request, signedIn)
  await requireWithinLimits(request, { limit: authLimits.passwordChange, subject: account })
  const password = await getNewPassword(request, body)
  if (user.email === '' && getTextField(body, 'email') === '') {
    const words = 'Updating password of an anonymous user without an email or phone is not allowed'
    throw new ApiError(422, 'validation_failed', words)
  }
  const nonce = getTextField(body, 'nonce')
  if (nonce !== '') await useNonce(request, user, nonce)
  else if (settings.email.secure_password_change && now - session.startedAt > recentMs) {
    const words = 'Password update requires reauthentication'
    throw new ApiError(400, 'reauthentication_needed', words)
  }
  const isKnown = await hasSignedInFromHere(request, user.email)
  const hasher = isKnown ? request.knownHasher : request.passwordHasher
  if (await hasher.verify(password, user.encrypted_password)) {
    const words = 'New password should be different from the old password.'
    throw new ApiError(422, 'same_password', words)
  }
  return hasher.hash(password)
}

const reauthenticate: AuthHandler = async (request) => {
  const signedIn = await requireSignedIn(request)
  const { user } = signedIn
  // Requires the second factor, because a new code invalidates the one that the owner may have just received, and uses up the limit
  // of emails.
  requireBothFactors(signedIn, 'reauthenticate')
  if (user.email === '')
    throw createValidationError(
      'Reauthentication requires the user to have an email or a phone number',
    )
  await countEmailRequestInSession(request, 'reauthenticate', user.id)
  await inTransaction(request, (tx) => sendReauthenticationCode(tx, user))
  return createOkResponse({})
}

/** Consumes the emailed reauthentication code. @throws ApiError `reauthentication_not_valid` (422) when the code is wrong */
async function useNonce(request: AuthRequest, user: UserRow, nonce: string): Promise<void> {
  await requireWithinLimits(request, {
    limit: authLimits.codeOfAccount,
    subject: `nonce ${user.email}`,
  })
  const use = inTransaction(request, (tx) =>
    consumeEmailCode(tx, user.id, ['reauthentication_token'], nonce),
  )
  if ((await use) !== null) return
  throw new ApiError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}

/**
 * Ends sessions by `scope`: this one (`local`), all others (`others`) or all (`global`, the default). A session that lacks its
 * second factor can only end itself: otherwise a thief of the password could sign the owner out again and again, even between the
 * owner's password and code.
 */
const logout: AuthHandler = async (request) => {
  const scope = request.query.get('scope') ?? 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others')
    throw createValidationError('Unsupported logout scope')
  const signedIn = await requireSignedIn(request)
  const { user, session } = signedIn
  const reachesOthers = !lacksSecondFactor(signedIn)
  await request.sql`
    delete from auth.sessions
    where user_id = ${user.id} and case when id = ${session.id} then ${scope !== 'others'}
      else ${reachesOthers && scope !== 'local'} end`
  return emptyResponse(204)
}

export const userEndpoints: Endpoints = {
  'GET /user': async (request) =>
    createOkResponse(toUserBody((await requireSignedIn(request)).user)),
  'PUT /user': updateUser,
  'GET /reauthenticate': reauthenticate,
  'POST /logout': logout,
}
