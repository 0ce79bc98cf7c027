import { randomUUID } from 'node:crypto'
import { ApiError, type WireResponse } from '../core/wire.ts'
import { lockEmailAddress } from './address-claims.ts'
import { resendEmail } from './resend.ts'
import { createOkResponse } from './responses.ts'
import { readUserMetadata } from './audit.ts'
import {
  type Body,
  getEmailField,
  readBodyAllowingPhone,
  readBody,
  getTextField,
} from './fields.ts'
import { createAttempts, requireWithinLimits, authLimits } from './limits.ts'
import {
  type LinkKind,
  getLinkKind,
  sendAccountExists,
  sendSignUpClaimLink,
  sendLink,
} from './links.ts'
import { countEmailRequest, countEmail, countNoticeEmail } from './mail-limits.ts'
import { mergeMetadata, type Metadata } from './metadata.ts'
import { getNewPassword } from './passwords.ts'
import { type AuthHandler, type AuthRequest, type AuthTx, inTransaction } from './request.ts'
import type { Endpoints } from './router.ts'
import { encryptSecret, createUuidFrom } from './secrets.ts'
import { openSession } from './sessions.ts'
import {
  addSignUpClaim,
  getClaimWithoutPassword,
  hasConflictingSignUps,
  type SignUpClaim,
} from './sign-up-claims.ts'
import {
  addAccount,
  confirmAccount,
  emailProviderMetadata,
  findUserByEmail,
  toStoredUserMetadata,
  type UserRow,
  toUserBody,
} from './users.ts'

interface Claim extends LinkKind {
  email: string
  passwordHash: string | null
  /** Metadata that the user has submitted. */
  metadata: Metadata
  /** True when the email also carries a code to type in. */
  withCode: boolean
}

/**
 * Handles a sign-up. The response is the same whether the address is new, unconfirmed or has an account, because it is built from
 * the request and not from stored data; only the email differs. When the settings require no confirmation, the response is a
 * session, or an error if the account exists.
 */
const signUp: AuthHandler = async (request) => {
  const { settings } = request
  if (!settings.enable_signup)
    throw new ApiError(422, 'signup_disabled', 'Signups not allowed for this instance')
  const body = readBody(request, 'Phone signups are disabled')
  if (getTextField(body, 'email') === '' && body.password === undefined)
    return signUpAnonymously(request)
  if (!settings.email.enable_signup)
    throw new ApiError(422, 'email_provider_disabled', 'Email signups are disabled')
  const email = getEmailField(body)
  const password = await getNewPassword(request, body)
  const occasion = getLinkKind(request, body)
  const metadata = await readUserMetadata(request, body)
  const needsMail = settings.email.enable_confirmations
  const refusal = needsMail ? await countEmailRequest(request, 'confirm', email) : null
  if (!needsMail)
    await requireWithinLimits(request, ...createAttempts(request, authLimits.signUpFromAddress))
  const passwordHash = await request.passwordHasher.hash(password)
  const claim = { ...occasion, email, passwordHash, metadata, withCode: false }
  if (needsMail) {
    const id = await claimAddress(request, claim)
    if (refusal !== null) throw refusal
    return createOkResponse(newUserBody(request, id, claim))
  }
  const tokens = await inTransaction(request, async (tx) => {
    const isTaken = (await lockEmailAddress(tx, email)) !== null
    const id = isTaken ? null : await addClaimed(tx, claim)
    if (id === null) throw new ApiError(422, 'user_already_exists', 'User already registered')
    await confirmAccount(tx, id)
    return openSession(tx, id, 'password')
  })
  return createOkResponse(tokens)
}

const signUpAnonymously: AuthHandler = async (request) => {
  if (!request.settings.enable_anonymous_sign_ins)
    throw new ApiError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  const metadata = await readUserMetadata(request, readBody(request))
  await requireWithinLimits(request, ...createAttempts(request, authLimits.signUpFromAddress))
  const tokens = await inTransaction(request, async (tx) => {
    const id = randomUUID()
    await addAccount(tx, { id, email: null, passwordHash: null, metadata })
    return openSession(tx, id, 'anonymous')
  })
  return createOkResponse(tokens)
}

/**
 * Sends the email for a sign-up, or for a code to an address without a confirmed account, unless the mailbox has reached its limit.
 * Returns the user id for the response. An existing unconfirmed account stays unchanged, as in GoTrue: otherwise anybody who knows
 * its address could overwrite its data.
 */
async function claimAddress(request: AuthRequest, claim: Claim): Promise<string> {
  const { email, withCode } = claim
  const seen = await findUserByEmail(request, email)
  const hasOwner = seen !== null && seen.email_confirmed_at !== null
  const mayWrite = hasOwner
    ? await countNoticeEmail(request, email)
    : await countEmail(request, withCode ? 'link' : 'confirm', email)
  return inTransaction(request, async (tx) => {
    const user = await lockEmailAddress(tx, email)
    if (user === null) {
      const id = await addClaimed(tx, claim)
      if (id !== null) {
        const addressee = { id, email, email_confirmed_at: null }
        if (mayWrite) await sendLink(tx, addressee, 'signup', claim, withCode)
        return id
      }
    }
    const owner = user ?? (await findUserByEmail(tx, email))
    if (owner === null || owner.email_confirmed_at !== null) {
      // The notice is for an owner who was confirmed at the first look. One who has confirmed the address since then needs no
      // email.
      if (owner !== null && hasOwner && mayWrite) await sendAccountExists(tx, owner)
      return createUuidFrom(encryptSecret(tx.keys, 'nobody', email))
    }
    if (!mayWrite) {
      // No new email is sent, so the latest link in the mailbox belongs to another sign-up and must not confirm its password.
      if (claim.passwordHash !== null && !(await hasConflictingSignUps(tx, owner.id)))
        await addSignUpClaim(tx, owner, getClaimWithoutPassword(owner), '')
      return owner.id
    }
    if (withCode) await sendLink(tx, owner, 'magiclink', claim, true)
    else await sendSignUpClaimLink(tx, owner, signUpClaimOf(owner, claim), claim)
    return owner.id
  })
}

function signUpClaimOf({ id }: UserRow, { email, passwordHash, metadata }: Claim): SignUpClaim {
  const profile = toStoredUserMetadata({ id, email, metadata })
  return { passwordHash, metadata: mergeMetadata('user_metadata', null, profile) }
}

/** Creates an unconfirmed account and returns its id, or null when another account has taken the address in the meantime. */
async function addClaimed(
  tx: AuthTx,
  { email, passwordHash, metadata }: Claim,
): Promise<string | null> {
  const id = randomUUID()
  const account = {
    id,
    email,
    passwordHash,
    metadata: toStoredUserMetadata({ id, email, metadata }),
  }
  return (await addAccount(tx, account)) ? id : null
}

function newUserBody({ at }: AuthRequest, id: string, { email, metadata }: Claim) {
  const time = at.toISOString()
  const profile = mergeMetadata(
    'user_metadata',
    null,
    toStoredUserMetadata({ id, email, metadata }),
  )
  const shared = { id, email, created_at: time, updated_at: time }
  const identity = {
    identity_id: id,
    user_id: id,
    identity_data: profile,
    provider: 'email',
    last_sign_in_at: time,
    ...shared,
  }
  return toUserBody({
    ...shared,
    aud: 'authenticated',
    role: 'authenticated',
    email_change: null,
    confirmation_sent_at: time,
    raw_app_meta_data: emailProviderMetadata,
    raw_user_meta_data: profile,
    identities: [identity],
    factors: null,
    is_anonymous: false,
  })
}

/** Emails a link to set a new password. Unknown addresses get the same response and no email. */
const recover: AuthHandler = async (request) => {
  const body = readBody(request)
  const email = getEmailField(body)
  const occasion = getLinkKind(request, body)
  const refusal = await countEmailRequest(request, 'recover', email)
  const user = await findUserByEmail(request, email)
  if (user !== null && (await countEmail(request, 'recover', email)))
    await inTransaction(request, (tx) => sendLink(tx, user, 'recovery', occasion))
  if (refusal !== null) throw refusal
  return createOkResponse({})
}

const sendOtp: AuthHandler = async (request) => {
  const body = readBody(request, 'Unsupported phone provider')
  return sendMagicLink(request, body, body.create_user !== false)
}

/**
 * Handles GoTrue's older endpoint for a magic link. As there it takes no phone number, and always creates an account for a new
 * address.
 */
const requestMagicLink: AuthHandler = async (request) =>
  sendMagicLink(request, readBodyAllowingPhone(request), true)

/**
 * Emails a magic link and a code instead of asking for a password. Creates an account for a new address if that is allowed; the
 * response does not reveal whether there was one.
 */
async function sendMagicLink(
  request: AuthRequest,
  body: Body,
  mayCreate: boolean,
): Promise<WireResponse> {
  const email = getEmailField(body)
  const occasion = getLinkKind(request, body)
  const metadata = await readUserMetadata(request, body)
  const refusal = await countEmailRequest(request, 'link', email)
  const user = await findUserByEmail(request, email)
  const claim = { ...occasion, email, passwordHash: null, metadata, withCode: true }
  if (user !== null && user.email_confirmed_at !== null) {
    if (await countEmail(request, 'link', email))
      await inTransaction(request, (tx) => sendLink(tx, user, 'magiclink', occasion, true))
  } else if (mayClaim(request) && (user !== null || mayCreate)) await claimAddress(request, claim)
  if (refusal !== null) throw refusal
  return createOkResponse({})
}

function mayClaim({ settings }: AuthRequest): boolean {
  return settings.enable_signup && settings.email.enable_signup
}

export const signUpEndpoints: Endpoints = {
  'POST /signup': signUp,
  'POST /otp': sendOtp,
  'POST /magiclink': requestMagicLink,
  'POST /recover': recover,
  'POST /resend': resendEmail,
}
