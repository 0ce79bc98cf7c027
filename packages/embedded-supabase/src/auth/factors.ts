import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { ApiError } from '../core/wire.ts'
import { createValidationError, createOkResponse } from './responses.ts'
import { readBodyAllowingPhone, getTextField } from './fields.ts'
import {
  type AuthHandler,
  type AuthRequest,
  type AuthTx,
  type AuthWork,
  inTransaction,
} from './request.ts'
import { type Endpoints, getPathId } from './router.ts'
import { lacksSecondFactor, requireSignedIn, type SignedIn } from './signed-in.ts'
import { lockUser, requireUser } from './users.ts'

/**
 * Milliseconds in which a challenge must be answered. An unverified factor that is older is deleted when the next one is enrolled.
 */
export const challengeLifetimeMs = 5 * 60_000
/** Seconds for which a TOTP code is shown. The codes of the previous and the next period are accepted as well. */
export const totpPeriodSeconds = 30
const longestName = 100
const mostFactors = 10

export interface StoredFactor {
  id: string
  status: 'verified' | 'unverified'
  secret: string
}

/** Enrolls a second factor. It takes effect once it is verified by its first code. */
const enroll: AuthHandler = async (request) => {
  const signedIn = await requireNonAnonymousUser(request)
  const body = readBodyAllowingPhone(request)
  const type = getTextField(body, 'factor_type')
  if (type === 'phone') throw notEnabled('Phone')
  if (type === 'webauthn') throw notEnabled('WebAuthn')
  if (type !== 'totp')
    throw createValidationError('factor_type needs to be totp, phone, or webauthn')
  const name = getTextField(body, 'friendly_name')
  const issuer = getTextField(body, 'issuer') || request.siteUrl.hostname
  if (Math.max(name.length, issuer.length) > longestName || issuer.includes(':'))
    throw createValidationError(
      'friendly_name and issuer have 100 characters at most, an issuer no colon',
    )
  // RFC 4226 recommends 160 bits.
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ issuer, label: signedIn.user.email, secret, period: totpPeriodSeconds })
  const id = await inTransaction(request, (tx) => addFactor(tx, signedIn, name, secret.base32))
  const uri = totp.toString()
  const shown = { qr_code: renderSVG(uri, { border: 2 }), secret: secret.base32, uri }
  return createOkResponse({ id, type, friendly_name: name, totp: shown })
}

async function addFactor(
  tx: AuthTx,
  { user, session }: SignedIn,
  name: string,
  secret: string,
): Promise<string> {
  const { sql, at, now } = tx
  await lockUser(tx, user.id)
  await sql`
    delete from auth.mfa_factors
    where user_id = ${user.id} and status = 'unverified' and created_at < ${new Date(now - challengeLifetimeMs)}`
  const fresh = await requireUser(tx, user.id)
  const factors = fresh.factors ?? []
  if (factors.some(({ friendly_name: taken }) => (taken ?? '') === name)) {
    const words = `A factor with the friendly name "${name}" for this user already exists`
    throw new ApiError(422, 'mfa_factor_name_conflict', words)
  }
  if (factors.length >= mostFactors) {
    const words = 'Maximum number of verified factors reached, unenroll to continue'
    throw new ApiError(422, 'too_many_enrolled_mfa_factors', words)
  }
  if (lacksSecondFactor({ user: fresh, session }))
    throw new ApiError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  const id = randomUUID()
  await sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
    values (${id}, ${user.id}, ${name}, 'totp', 'unverified', ${at}, ${at}, ${secret})`
  return id
}

/**
 * Removes a second factor. A session of an account with a verified factor must have given its code, even to remove a factor that is
 * still being set up.
 */
const unenroll: AuthHandler = async (request) => {
  const { user, session } = await requireNonAnonymousUser(request)
  const id = await inTransaction(request, async (tx) => {
    const factor = await lockFactor(tx, user.id)
    if (lacksSecondFactor({ user: await requireUser(tx, user.id), session }))
      throw new ApiError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    await removeFactor(tx, factor.id)
    // Without the factor, sessions opened by password alone would have the same rights as the one that gave the code, so they are
    // ended.
    if (factor.status === 'verified')
      await tx.sql`delete from auth.sessions where user_id = ${user.id} and id <> ${session.id}`
    return factor.id
  })
  return createOkResponse({ id })
}

/** Deletes a factor, and lowers the sessions that it had verified to one factor. */
export async function removeFactor({ sql, at }: AuthTx, id: string): Promise<void> {
  await sql`
    delete from auth.mfa_amr_claims c using auth.sessions s
    where s.id = c.session_id and s.factor_id = ${id} and c.authentication_method = 'totp'`
  await sql`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = ${at} where factor_id = ${id}`
  await sql`delete from auth.mfa_factors where id = ${id}`
}

/** Locks and returns the factor that the path names. @throws ApiError 404 when it is not the user's own */
export async function lockFactor(tx: AuthTx, userId: string): Promise<StoredFactor> {
  await lockUser(tx, userId)
  await tx.sql`select from auth.mfa_factors where user_id = ${userId} for update`
  return findFactor(tx, userId)
}

/** Returns the factor for reading only, without locking it. @throws ApiError 404 */
export async function findFactor(work: AuthWork, userId: string): Promise<StoredFactor> {
  const id = getPathId(work, 'factor_id')
  const [factor] = await work.sql<StoredFactor[]>`
    select id, status, secret from auth.mfa_factors
    where id = ${id} and user_id = ${userId} and factor_type = 'totp'`
  if (factor !== undefined) return factor
  throw new ApiError(404, 'mfa_factor_not_found', 'Factor not found')
}

/** Returns the signed-in user and session. @throws ApiError 403 for an anonymous account */
export async function requireNonAnonymousUser(request: AuthRequest): Promise<SignedIn> {
  const signedIn = await requireSignedIn(request)
  if (!signedIn.user.is_anonymous) return signedIn
  const words = 'Anonymous user not allowed to perform these actions'
  throw new ApiError(403, 'no_authorization', words)
}

function notEnabled(name: 'Phone' | 'WebAuthn'): ApiError {
  const code = `mfa_${name.toLowerCase()}_enroll_not_enabled`
  return new ApiError(422, code, `MFA enroll is disabled for ${name}`)
}

export const factorEndpoints: Endpoints = {
  'POST /factors': enroll,
  'DELETE /factors/:factor_id': unenroll,
}
