import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { ApiError } from '../wire.ts'
import { invalid, ok } from './answers.ts'
import { readAnyBody, textOf } from './fields.ts'
import { type AuthHandler, type AuthTransaction, type AuthWork, inTransaction } from './request.ts'
import { idIn } from './router.ts'
import { addressOf, requireSignedIn, type SignedIn } from './sessions.ts'
import { hasVerifiedFactor, lockUser, requireUser } from './users.ts'

/** ms until a challenge must be answered, and within which a new factor must be proved before another is begun. */
export const challengeMs = 5 * 60_000
/** s that a code is shown for; the one before and the one after it are taken as well. */
export const period = 30
const longestName = 100

/** `POST /factors`: a second factor, which counts once a code of it has been given. */
export const enroll: AuthHandler = async (request) => {
  const signedIn = await requirePerson(request)
  const body = readAnyBody(request)
  const type = textOf(body, 'factor_type')
  if (type === 'phone') throw switchedOff('phone', 'enroll')
  if (type === 'webauthn') throw switchedOff('webauthn', 'enroll')
  if (type !== 'totp') throw invalid('factor_type needs to be totp, phone, or webauthn')
  if (!request.settings.mfa.totp.enroll_enabled) throw switchedOff('totp', 'enroll')
  const name = textOf(body, 'friendly_name')
  const issuer = textOf(body, 'issuer') || request.siteUrl.hostname
  if (name.length > longestName || issuer.length > longestName || issuer.includes(':'))
    throw invalid(
      'friendly_name and issuer are of 100 characters at most, an issuer without a colon',
    )
  // 160 bits, as RFC 4226 wants them.
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ issuer, label: signedIn.user.email, secret, period })
  const id = await inTransaction(request, (tx) => addFactor(tx, signedIn, name, secret.base32))
  const uri = totp.toString()
  const shown = { qr_code: renderSVG(uri, { border: 2 }), secret: secret.base32, uri }
  return ok({ id, type, friendly_name: name, totp: shown })
}

async function addFactor(
  tx: AuthTransaction,
  { user, session }: SignedIn,
  name: string,
  secret: string,
): Promise<string> {
  const { sql, at, now, settings } = tx
  await lockUser(tx, user.id)
  await sql`
    delete from auth.mfa_factors
    where user_id = ${user.id} and status = 'unverified' and created_at < ${new Date(now - challengeMs)}`
  const fresh = await requireUser(tx, user.id)
  const factors = fresh.factors ?? []
  if (factors.some(({ friendly_name: taken }) => (taken ?? '') === name)) {
    const words = `A factor with the friendly name "${name}" for this user already exists`
    throw new ApiError(422, 'mfa_factor_name_conflict', words)
  }
  if (factors.length >= settings.mfa.max_enrolled_factors) {
    const words = 'Maximum number of verified factors reached, unenroll to continue'
    throw new ApiError(422, 'too_many_enrolled_mfa_factors', words)
  }
  if (hasVerifiedFactor(fresh) && session.aal === 'aal1')
    throw new ApiError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  const id = randomUUID()
  await sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
    values (${id}, ${user.id}, ${name}, 'totp', 'unverified', ${at}, ${at}, ${secret})`
  return id
}

export interface StoredFactor {
  id: string
  status: 'verified' | 'unverified'
  secret: string
}

/** The person's own factor, locked. @throws ApiError 404 */
export async function lockFactor(tx: AuthTransaction, userId: string): Promise<StoredFactor> {
  const { sql } = tx
  const id = idIn(tx, 'factor_id')
  await lockUser(tx, userId)
  const [factor] = await sql<StoredFactor[]>`
    select id, status, secret from auth.mfa_factors
    where id = ${id} and user_id = ${userId} and factor_type = 'totp' for update`
  if (factor !== undefined) return factor
  throw new ApiError(404, 'mfa_factor_not_found', 'Factor not found')
}

/** `POST /factors/:factor_id/challenge` */
export const challenge: AuthHandler = async (request) => {
  const { user } = await requirePerson(request)
  if (!request.settings.mfa.totp.verify_enabled) throw switchedOff('totp', 'verify')
  const id = randomUUID()
  await inTransaction(request, async (tx) => {
    const { sql, at, now } = tx
    const factor = await lockFactor(tx, user.id)
    await sql`
      delete from auth.mfa_challenges
      where factor_id = ${factor.id} and created_at < ${new Date(now - challengeMs)}`
    await sql`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      values (${id}, ${factor.id}, ${at}, ${hereOf(tx)}::inet)`
    await sql`update auth.mfa_factors set last_challenged_at = ${at} where id = ${factor.id}`
  })
  const expiresAt = Math.floor((request.now + challengeMs) / 1000)
  return ok({ id, type: 'totp', expires_at: expiresAt })
}

/** For the row of a challenge, which must name an address. */
export function hereOf(work: AuthWork): string {
  return addressOf(work) ?? '0.0.0.0'
}

/** `DELETE /factors/:factor_id`: one that counts can only be taken off with it. */
export const unenroll: AuthHandler = async (request) => {
  const { user, session } = await requirePerson(request)
  const id = await inTransaction(request, async (tx) => {
    const factor = await lockFactor(tx, user.id)
    if (factor.status === 'verified' && session.aal === 'aal1')
      throw new ApiError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    await removeFactor(tx, factor.id)
    return factor.id
  })
  return ok({ id })
}

/** Takes a factor away, and from the sessions that it proved what it proved. */
export async function removeFactor({ sql, at }: AuthTransaction, id: string): Promise<void> {
  await sql`
    delete from auth.mfa_amr_claims c using auth.sessions s
    where s.id = c.session_id and s.factor_id = ${id} and c.authentication_method = 'totp'`
  await sql`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = ${at} where factor_id = ${id}`
  await sql`delete from auth.mfa_factors where id = ${id}`
}

/** Who is signed in, with an account that is somebody's. */
export async function requirePerson(request: Parameters<AuthHandler>[0]): Promise<SignedIn> {
  const signedIn = await requireSignedIn(request)
  if (!signedIn.user.is_anonymous) return signedIn
  const words = 'Anonymous user not allowed to perform these actions'
  throw new ApiError(403, 'no_authorization', words)
}

export function switchedOff(
  type: 'totp' | 'phone' | 'webauthn',
  what: 'enroll' | 'verify',
): ApiError {
  const name = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }[type]
  const done = what === 'enroll' ? 'enroll' : 'verification'
  return new ApiError(422, `mfa_${type}_${what}_not_enabled`, `MFA ${done} is disabled for ${name}`)
}
