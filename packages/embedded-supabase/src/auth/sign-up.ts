import { randomUUID } from 'node:crypto'
import { ApiError, type WireResponse } from '../core/wire.ts'
import { resendChange } from './address-change.ts'
import { lockAddress } from './address-claims.ts'
import { invalid, ok } from './responses.ts'
import { newcomersWords } from './audit.ts'
import { type Body, getEmail, readAnyBody, readBody, getText } from './fields.ts'
import { createAttempts, requireWithinLimits, limits } from './limits.ts'
import { type LinkKind, getLinkKind, sendAccountExists, sendClaimLink, sendLink } from './links.ts'
import { requestEmail, takeEmail, takeNotice } from './mail-limits.ts'
import { merged, type Metadata } from './metadata.ts'
import { getNewPassword } from './passwords.ts'
import { type AuthHandler, type AuthRequest, type AuthTx, inTransaction } from './request.ts'
import type { Endpoints } from './router.ts'
import { encryptSecret, createUuidFrom } from './secrets.ts'
import { openSession } from './sessions.ts'
import { clearPasswords, getOwnClaim, hasOtherClaims, type SignUpClaim } from './sign-up-claims.ts'
import {
  addAccount,
  confirmAccount,
  emailMetadata,
  findUserByEmail,
  findUserById,
  getProfile,
  type UserRow,
  userBody,
} from './users.ts'

interface Claim extends LinkKind {
  email: string
  passwordHash: string | null
  /** User metadata, which the user sets. */
  metadata: Metadata
  /** The email also carries a code to type in. */
  withCode: boolean
}

/**
 * The response is the same whether the address is new, waits for its confirmation or has an account: made from the request,
 * never from stored data. Only the email differs. When addresses need no confirmation it is a session, or the error that there
 * is an account.
 */
const signUp: AuthHandler = async (request) => {
  const { settings } = request
  if (!settings.enable_signup)
    throw new ApiError(422, 'signup_disabled', 'Signups not allowed for this instance')
  const body = readBody(request, 'Phone signups are disabled')
  if (getText(body, 'email') === '' && body.password === undefined)
    return signUpAnonymously(request)
  if (!settings.email.enable_signup)
    throw new ApiError(422, 'email_provider_disabled', 'Email signups are disabled')
  const email = getEmail(body)
  const password = await getNewPassword(request, body)
  const occasion = getLinkKind(request, body)
  const metadata = await newcomersWords(request, body)
  const needsMail = settings.email.enable_confirmations
  const refusal = needsMail ? await requestEmail(request, 'confirm', email) : null
  if (!needsMail)
    await requireWithinLimits(request, ...createAttempts(request, limits.signUpFromAddress))
  const passwordHash = await request.passwordHasher.hash(password)
  const claim = { ...occasion, email, passwordHash, metadata, withCode: false }
  if (needsMail) {
    const id = await claimAddress(request, claim)
    if (refusal !== null) throw refusal
    return ok(newUserBody(request, id, claim))
  }
  const tokens = await inTransaction(request, async (tx) => {
    const isTaken = (await lockAddress(tx, email)) !== null
    const id = isTaken ? null : await addClaimed(tx, claim)
    if (id === null) throw new ApiError(422, 'user_already_exists', 'User already registered')
    await confirmAccount(tx, id)
    return openSession(tx, id, 'password')
  })
  return ok(tokens)
}

const signUpAnonymously: AuthHandler = async (request) => {
  if (!request.settings.enable_anonymous_sign_ins)
    throw new ApiError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  const metadata = await newcomersWords(request, readBody(request))
  await requireWithinLimits(request, ...createAttempts(request, limits.signUpFromAddress))
  const tokens = await inTransaction(request, async (tx) => {
    const id = randomUUID()
    await addAccount(tx, { id, email: null, passwordHash: null, metadata })
    return openSession(tx, id, 'anonymous')
  })
  return ok(tokens)
}

/**
 * Writes the email for a sign-up, or for a code to an address without a confirmed account, unless its mailbox has reached its
 * limit. Returns the id for the response. An unconfirmed account stays unchanged, as in GoTrue: anybody who knows its address
 * could otherwise take over its data.
 */
async function claimAddress(request: AuthRequest, claim: Claim): Promise<string> {
  const { email, withCode } = claim
  const seen = await findUserByEmail(request, email)
  const hasOwner = seen !== null && seen.email_confirmed_at !== null
  const mayWrite = hasOwner
    ? await takeNotice(request, email)
    : await takeEmail(request, withCode ? 'link' : 'confirm', email)
  return inTransaction(request, async (tx) => {
    const user = await lockAddress(tx, email)
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
      // An owner who has confirmed it meanwhile needs no email.
      if (owner !== null && hasOwner && mayWrite) await sendAccountExists(tx, owner)
      return createUuidFrom(encryptSecret(tx.keys, 'nobody', email))
    }
    if (!mayWrite) {
      // The latest link in the mailbox is then another sign-up's, which must not bring a stranger's password.
      if (claim.passwordHash !== null) await clearPasswords(tx, owner.id)
      return owner.id
    }
    if (withCode) await sendLink(tx, owner, 'magiclink', claim, true)
    else await sendClaimLink(tx, owner, signUpClaimOf(owner, claim), claim)
    return owner.id
  })
}

function signUpClaimOf({ id }: UserRow, { email, passwordHash, metadata }: Claim): SignUpClaim {
  const profile = getProfile({ id, email, metadata })
  return { passwordHash, metadata: merged('user_metadata', null, profile) }
}

/** Makes an account that is not confirmed yet; null when another moved to its address between our look and our insert. */
async function addClaimed(
  tx: AuthTx,
  { email, passwordHash, metadata }: Claim,
): Promise<string | null> {
  const id = randomUUID()
  const account = { id, email, passwordHash, metadata: getProfile({ id, email, metadata }) }
  return (await addAccount(tx, account)) ? id : null
}

function newUserBody({ at }: AuthRequest, id: string, { email, metadata }: Claim) {
  const time = at.toISOString()
  const profile = merged('user_metadata', null, getProfile({ id, email, metadata }))
  const shared = { id, email, created_at: time, updated_at: time }
  const identity = {
    identity_id: id,
    user_id: id,
    identity_data: profile,
    provider: 'email',
    last_sign_in_at: time,
    ...shared,
  }
  return userBody({
    ...shared,
    aud: 'authenticated',
    role: 'authenticated',
    email_change: null,
    confirmation_sent_at: time,
    raw_app_meta_data: emailMetadata,
    raw_user_meta_data: profile,
    identities: [identity],
    factors: null,
    is_anonymous: false,
  })
}

/** A link to set a new password. Unknown addresses get the same answer and no mail. */
const recover: AuthHandler = async (request) => {
  const body = readBody(request)
  const email = getEmail(body)
  const occasion = getLinkKind(request, body)
  const refusal = await requestEmail(request, 'recover', email)
  const user = await findUserByEmail(request, email)
  if (user !== null && (await takeEmail(request, 'recover', email)))
    await inTransaction(request, (tx) => sendLink(tx, user, 'recovery', occasion))
  if (refusal !== null) throw refusal
  return ok({})
}

const sendOtp: AuthHandler = async (request) => {
  const body = readBody(request, 'Unsupported phone provider')
  return sendMagicLink(request, body, body.create_user !== false)
}

/** The older call for the same email. As in GoTrue it takes no phone number, and a new address always gets an account. */
const requestMagicLink: AuthHandler = async (request) =>
  sendMagicLink(request, readAnyBody(request), true)

/**
 * Sends a link and a code by email instead of asking for a password. A new address gets an account where it may; the response
 * does not reveal which of these happened.
 */
async function sendMagicLink(
  request: AuthRequest,
  body: Body,
  mayCreate: boolean,
): Promise<WireResponse> {
  const email = getEmail(body)
  const occasion = getLinkKind(request, body)
  const metadata = await newcomersWords(request, body)
  const refusal = await requestEmail(request, 'link', email)
  const user = await findUserByEmail(request, email)
  const claim = { ...occasion, email, passwordHash: null, metadata, withCode: true }
  if (user !== null && user.email_confirmed_at !== null) {
    if (await takeEmail(request, 'link', email))
      await inTransaction(request, (tx) => sendLink(tx, user, 'magiclink', occasion, true))
  } else if (mayClaim(request) && (user !== null || mayCreate)) await claimAddress(request, claim)
  if (refusal !== null) throw refusal
  return ok({})
}

function mayClaim({ settings }: AuthRequest): boolean {
  return settings.enable_signup && settings.email.enable_signup
}

/** The email of a sign-up or of a change of address once more, if there is one to send. */
const resend: AuthHandler = async (request) => {
  const body = readBody(request)
  const type = getText(body, 'type')
  if (type !== 'signup' && type !== 'email_change')
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  const email = getEmail(body)
  const occasion = getLinkKind(request, body)
  const refusal = await requestEmail(request, 'resend', email)
  const user = await findUserByEmail(request, email)
  if (user !== null)
    await (type === 'signup' ? resendSignUp : resendChange)(request, user, occasion)
  if (refusal !== null) throw refusal
  return ok({})
}

async function resendSignUp(
  request: AuthRequest,
  { id, email, email_confirmed_at }: UserRow,
  occasion: LinkKind,
): Promise<void> {
  if (email_confirmed_at !== null || !(await takeEmail(request, 'confirm', email))) return
  await inTransaction(request, async (tx) => {
    const user = await findUserById(tx, id)
    if (user === null || user.email_confirmed_at !== null) return
    // Nobody knows which of several sign-ups is the owner's: this link confirms the address, and the password of none. The
    // links that were sent before stay valid, because anybody may ask for this one.
    if (await hasOtherClaims(tx, id)) await sendLink(tx, user, 'magiclink', occasion)
    else await sendClaimLink(tx, user, getOwnClaim(user), occasion)
  })
}

export const signUpEndpoints: Endpoints = {
  'POST /signup': signUp,
  'POST /otp': sendOtp,
  'POST /magiclink': requestMagicLink,
  'POST /recover': recover,
  'POST /resend': resend,
}
