import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { ApiError } from '../wire.ts'
import { invalid, ok } from './answers.ts'
import { note } from './audit.ts'
import { readAnyBody, readBody, textOf } from './fields.ts'
import { attemptsFrom, forget, giveBack, holdTo, limits } from './limits.ts'
import {
  type AuthHandler,
  type AuthRequest,
  type AuthTx,
  type AuthWork,
  inTransaction,
} from './request.ts'
import { type Endpoints, idIn, uuidShape } from './router.ts'
import {
  addressOf,
  endedSession,
  proveSession,
  requireSignedIn,
  type SignedIn,
} from './sessions.ts'
import { hasVerifiedFactor, lockUser, requireUser } from './users.ts'

/** ms until a challenge must be answered, and within which a new factor must be proved before another is begun. */
const challengeMs = 5 * 60_000
/** s that a code is shown for; the one before and the one after it are taken as well. */
const period = 30
const longestName = 100
const mostFactors = 10

interface StoredFactor {
  id: string
  status: 'verified' | 'unverified'
  secret: string
}

/** A second factor, which counts once a code of it has been given. */
const enroll: AuthHandler = async (request) => {
  const signedIn = await requirePerson(request)
  const body = readAnyBody(request)
  const type = textOf(body, 'factor_type')
  if (type === 'phone') throw notEnabled('Phone')
  if (type === 'webauthn') throw notEnabled('WebAuthn')
  if (type !== 'totp') throw invalid('factor_type needs to be totp, phone, or webauthn')
  const name = textOf(body, 'friendly_name')
  const issuer = textOf(body, 'issuer') || request.siteUrl.hostname
  if (Math.max(name.length, issuer.length) > longestName || issuer.includes(':'))
    throw invalid('friendly_name and issuer have 100 characters at most, an issuer no colon')
  // 160 bits, as RFC 4226 wants them.
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ issuer, label: signedIn.user.email, secret, period })
  const id = await inTransaction(request, (tx) => addFactor(tx, signedIn, name, secret.base32))
  const uri = totp.toString()
  const shown = { qr_code: renderSVG(uri, { border: 2 }), secret: secret.base32, uri }
  return ok({ id, type, friendly_name: name, totp: shown })
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
    where user_id = ${user.id} and status = 'unverified' and created_at < ${new Date(now - challengeMs)}`
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
  if (hasVerifiedFactor(fresh) && session.aal === 'aal1')
    throw new ApiError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  const id = randomUUID()
  await sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
    values (${id}, ${user.id}, ${name}, 'totp', 'unverified', ${at}, ${at}, ${secret})`
  return id
}

const challenge: AuthHandler = async (request) => {
  const { user } = await requirePerson(request)
  const id = randomUUID()
  await inTransaction(request, async (tx) => {
    const { sql, at, now } = tx
    const factor = await lockFactor(tx, user.id)
    await sql`
      delete from auth.mfa_challenges
      where factor_id = ${factor.id} and coalesce(verified_at, created_at) < ${new Date(now - challengeMs)}`
    await sql`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      values (${id}, ${factor.id}, ${at}, ${hereOf(tx)}::inet)`
    await sql`update auth.mfa_factors set last_challenged_at = ${at} where id = ${factor.id}`
  })
  const expiresAt = Math.floor((request.now + challengeMs) / 1000)
  return ok({ id, type: 'totp', expires_at: expiresAt })
}

/**
 * The code of a challenge makes this session one of two factors and ends all that are not. Tries are counted before they
 * are looked at: for the account, for the address, and over all.
 */
const verifyFactor: AuthHandler = async (request) => {
  const { user, session } = await requirePerson(request)
  const body = readBody(request)
  const code = textOf(body, 'code')
  if (code === '') throw invalid('Code needs to be non-empty')
  const challengeId = textOf(body, 'challenge_id')
  if (!uuidShape.test(challengeId)) throw invalid('challenge_id must be an UUID')
  const own = { limit: limits.factorOfAccount, subject: user.id }
  const all = { limit: limits.factorOfAnybody, subject: '' }
  const from = attemptsFrom(request, limits.codeFromAddress)
  await holdTo(request, ...from, own, all)
  const tokens = await inTransaction(request, async (tx) => {
    const factor = await lockFactor(tx, user.id)
    await expectOpen(tx, factor, challengeId)
    const stamp = await stampOf(tx, factor, code)
    if (stamp === null) return null
    // `otp_code`, which GoTrue has for codes that it sends, keeps which one was used.
    await tx.sql`
      update auth.mfa_challenges set verified_at = ${tx.at}, otp_code = ${stamp} where id = ${challengeId}`
    await raise(tx, user.id, session.id, factor)
    await forget(tx, own)
    await giveBack(tx, [...from, all])
    return proveSession(tx, { sessionId: session.id, userId: user.id }, 'totp')
  })
  if (tokens !== null) return ok(tokens)
  await note(request, 'auth_failure', { reason: 'mfa_verification_failed', user_id: user.id })
  throw new ApiError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
}

/** @throws ApiError 422 where the challenge is not one that may be answered from here */
async function expectOpen(tx: AuthTx, { id }: StoredFactor, challengeId: string) {
  const { sql, now } = tx
  const [found] = await sql<{ isOpen: boolean; madeAt: number }[]>`
    select verified_at is null and ip_address = ${hereOf(tx)}::inet as "isOpen",
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
  if (now - found.madeAt <= challengeMs) return
  const words = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`
  throw new ApiError(422, 'mfa_challenge_expired', words)
}

/** Of which period a code is, as text; null when it is none of now, or has been used. */
async function stampOf(
  { sql, now }: AuthTx,
  { id, secret }: StoredFactor,
  code: string,
): Promise<string | null> {
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period })
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  if (delta === null) return null
  const stamp = String(Math.floor(now / 1000 / period) + delta)
  const used = await sql`
    select from auth.mfa_challenges
    where factor_id = ${id} and verified_at is not null and otp_code = ${stamp}`
  return used.length === 0 ? stamp : null
}

/** Makes a session one of two factors, without its tokens from before, and leaves no other that is not. */
async function raise(
  { sql, at }: AuthTx,
  userId: string,
  sessionId: string,
  factor: StoredFactor,
): Promise<void> {
  const raised = await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = ${at}
    where id = ${sessionId} returning id`
  if (raised.length === 0) throw endedSession()
  await sql`
    update auth.mfa_factors set status = 'verified', updated_at = ${at}
    where id = ${factor.id} and status = 'unverified'`
  await sql`delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'`
  await sql`delete from auth.refresh_tokens where session_id = ${sessionId}`
  await sql`delete from auth.sessions where user_id = ${userId} and aal < 'aal2'`
}

/** One that counts can only be taken off with it. */
const unenroll: AuthHandler = async (request) => {
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
export async function removeFactor({ sql, at }: AuthTx, id: string): Promise<void> {
  await sql`
    delete from auth.mfa_amr_claims c using auth.sessions s
    where s.id = c.session_id and s.factor_id = ${id} and c.authentication_method = 'totp'`
  await sql`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = ${at} where factor_id = ${id}`
  await sql`delete from auth.mfa_factors where id = ${id}`
}

/** The person's own factor, locked. @throws ApiError 404 */
async function lockFactor(tx: AuthTx, userId: string): Promise<StoredFactor> {
  const id = idIn(tx, 'factor_id')
  await lockUser(tx, userId)
  const [factor] = await tx.sql<StoredFactor[]>`
    select id, status, secret from auth.mfa_factors
    where id = ${id} and user_id = ${userId} and factor_type = 'totp' for update`
  if (factor !== undefined) return factor
  throw new ApiError(404, 'mfa_factor_not_found', 'Factor not found')
}

/** Who is signed in, with an account that is somebody's. */
async function requirePerson(request: AuthRequest): Promise<SignedIn> {
  const signedIn = await requireSignedIn(request)
  if (!signedIn.user.is_anonymous) return signedIn
  const words = 'Anonymous user not allowed to perform these actions'
  throw new ApiError(403, 'no_authorization', words)
}

function notEnabled(name: 'Phone' | 'WebAuthn'): ApiError {
  const code = `mfa_${name.toLowerCase()}_enroll_not_enabled`
  return new ApiError(422, code, `MFA enroll is disabled for ${name}`)
}

/** For the row of a challenge, which must name an address. */
function hereOf(work: AuthWork): string {
  return addressOf(work) ?? '0.0.0.0'
}

export const factorEndpoints: Endpoints = {
  'POST /factors': enroll,
  'POST /factors/:factor_id/challenge': challenge,
  'POST /factors/:factor_id/verify': verifyFactor,
  'DELETE /factors/:factor_id': unenroll,
}
