import { toRateLimitKey } from '../core/addresses.ts'
import { ApiError } from '../core/wire.ts'
import { NoSlotError } from '../queue/fair-queue.ts'
import { requiresCurrentMailbox } from './address-change.ts'
import { releaseEmailAddress } from './address-claims.ts'
import { emptyResponse, createValidationError, createOkResponse } from './responses.ts'
import { type Body, getEmailField, readBodyAllowingPhone, getTextField } from './fields.ts'
import { hasSignedInFromHere } from './known-addresses.ts'
import {
  type Attempt,
  createAttempts,
  resetAttempts,
  requireWithinLimits,
  authLimits,
  createRateLimitError,
  countAndGetWaitMs,
} from './limits.ts'
import {
  consumeEmailCode,
  consumeToken,
  createExpiredLinkError,
  type FoundToken,
  type TokenType,
  verificationTypes,
} from './one-time-tokens.ts'
import { issuePkceCode } from './pkce.ts'
import { createRedirectUrl, withFragment, withQuery } from './redirects.ts'
import { type AuthHandler, type AuthRequest, type AuthTx, inTransaction } from './request.ts'
import type { Endpoints } from './router.ts'
import { openSession } from './sessions.ts'
import { applySignUpClaim, hasConflictingSignUps } from './sign-up-claims.ts'
import {
  type UserRow,
  confirmAccount,
  findUserByEmail,
  findUserById,
  findIdsChangingTo,
  lockUser,
  changeAccountEmail,
  rejectBannedUser,
} from './users.ts'

/** The message after the first of two links of a change of address was opened. */
const singleConfirmation =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const tooManyAtOnce = new ApiError(
  429,
  'over_request_rate_limit',
  'There are too many requests right now. Your link still works: please open it again in a minute.',
)

/**
 * The user whom a link or code belongs to, or a message when the link in the other mailbox must be opened as well. `lacksPassword`
 * is true when the address was confirmed after several sign-ups, none of whose passwords the account got.
 */
type Proven = { userId: string; lacksPassword: boolean } | { message: string }

/**
 * Handles a link from an email. It works once, and redirects the browser with a session in the URL's fragment (a PKCE client gets a
 * code instead) or with an error. A prefetch by the browser does not consume the link.
 */
const openLink: AuthHandler = async (request) => {
  const { query, wire } = request
  const { purpose = '', 'sec-purpose': secPurpose = '' } = wire.headers
  if (/prefetch|prerender|preview/i.test(`${purpose} ${secPurpose}`))
    return emptyResponse(503, { 'retry-after': '1' })
  const type = query.get('type') ?? ''
  const token = query.get('token') ?? ''
  const target = createRedirectUrl(request, query.get('redirect_to'), type)
  const isPkce = token.startsWith('pkce_')
  const withWords = (to: URL, words: Record<string, string>) =>
    withFragment(isPkce ? withQuery(to, words) : to, words)
  const useIt = inTransaction(request, async (tx) => {
    const proven = await useLink(tx, type, token)
    if ('message' in proven) return withWords(target, proven)
    if (isPkce)
      return withQuery(target, { code: await issuePkceCode(tx, proven.userId, type) }).href
    const {
      user: _,
      expires_at,
      expires_in,
      ...tokens
    } = await openSession(tx, proven.userId, 'otp')
    const times = { expires_at: `${expires_at}`, expires_in: `${expires_in}` }
    // Clients ask for a new password after a recovery.
    const shownType = type === 'signup' && proven.lacksPassword ? 'recovery' : type
    return withFragment(target, { ...tokens, ...times, type: shownType })
  })
  const location = await useIt.catch((thrown: unknown) => {
    const error = thrown instanceof NoSlotError ? tooManyAtOnce : thrown
    if (!(error instanceof ApiError)) throw error
    // Removes `verified`, because a page that thanks the user for confirming must not open when the link failed.
    const plain = new URL(target)
    plain.searchParams.delete('verified')
    return withWords(plain, {
      error: error.status === 403 ? 'access_denied' : 'invalid_request',
      error_code: error.code,
      error_description: error.message,
    })
  })
  // The target may carry a session, so it is neither cached nor sent as a referrer.
  return emptyResponse(303, { location, 'referrer-policy': 'no-referrer' })
}

/** Verifies the token hash from a link, or the code from an email together with the email address that it was sent to. */
const verify: AuthHandler = async (request) => {
  const body = readBodyAllowingPhone(request)
  const type = getTextField(body, 'type')
  if (type === '') throw createValidationError('Verify requires a verification type')
  refusePhone(body)
  if (!verificationTypes.has(type)) throw createValidationError('Unsupported verification type')
  const code = getTextField(body, 'token')
  const hash = getTextField(body, 'token_hash')
  if ((code === '') === (hash === ''))
    throw createValidationError('Verify requires either a token or a token hash')
  const email = hash === '' ? getEmailField(body) : ''
  const { counted, waitMs } =
    hash === '' ? await countGuess(request, email) : { counted: [], waitMs: 0 }
  const answer = await inTransaction(request, async (tx) => {
    const proven =
      hash === '' ? await useCode(tx, email, type, code, waitMs) : await useLink(tx, type, hash)
    await resetAttempts(tx, ...counted)
    if ('message' in proven) return { msg: proven.message, code: '200' }
    return openSession(tx, proven.userId, 'otp')
  })
  return createOkResponse(answer)
}

/** Rejects a phone number: codes are never sent to phones, so any code for one is wrong. */
function refusePhone(body: Body): void {
  const phone = getTextField(body, 'phone')
  if (phone === '') return
  if (!/^\+?[1-9]\d{1,14}$/.test(phone.replaceAll(' ', '')))
    throw createValidationError('Invalid phone number format (E.164 required)')
  throw wrongCode()
}

async function useLink(tx: AuthTx, type: string, token: string): Promise<Proven> {
  const verification = verificationTypes.get(type)
  if (token === '' || verification === undefined)
    throw createValidationError('Unsupported verification type')
  return prove(tx, await consumeToken(tx, token, verification.tokens))
}

/**
 * Counts guesses at a code per account, per client address, and per both together; a right guess resets the account's counters.
 * When strangers have used up the limits per account or address, a right code still works from an address where the account has
 * signed in before. For such an address `waitMs` is returned instead of thrown as a 429, because the caller must check the code
 * first: it accepts a right code, and throws the 429 for a wrong one.
 */
async function countGuess(
  request: AuthRequest,
  email: string,
): Promise<{ counted: Attempt[]; waitMs: number }> {
  const address = toRateLimitKey(request.wire.clientAddress)
  const own = { limit: authLimits.codeFromAddressOfAccount, subject: `${email} ${address}` }
  const account = { limit: authLimits.codeOfAccount, subject: email }
  const waitThere = await countAndGetWaitMs(
    request,
    createAttempts(request, authLimits.codeFromAddress),
  )
  const isKnown = await hasSignedInFromHere(request, email)
  if (waitThere > 0 && !isKnown) throw createRateLimitError(waitThere)
  await requireWithinLimits(request, own)
  const waitMs = Math.max(waitThere, await countAndGetWaitMs(request, [account]))
  if (waitMs > 0 && !isKnown) throw createRateLimitError(waitMs)
  return { counted: [own, account], waitMs }
}

/** Consumes the code of the account with this address or, for a change of address, of an account that is changing to it. */
async function useCode(
  tx: AuthTx,
  email: string,
  type: string,
  code: string,
  waitMs: number,
): Promise<Proven> {
  const owner = await findUserByEmail(tx, email)
  const isMove = type === 'email_change'
  const types = isMove ? currentMailbox : (verificationTypes.get(type)?.tokens ?? [])
  const own = owner === null ? null : await consumeEmailCode(tx, owner.id, types, code)
  const found = own ?? (isMove ? await consumeCodeOfNewMailbox(tx, email, code) : null)
  if (found === null) throw waitMs > 0 ? createRateLimitError(waitMs) : wrongCode()
  return prove(tx, found)
}

const currentMailbox: readonly TokenType[] = ['email_change_token_current']
const newMailbox: readonly TokenType[] = ['email_change_token_new']

/** Compares the code with those of several accounts, because anybody may request to change to the same address. */
async function consumeCodeOfNewMailbox(
  tx: AuthTx,
  email: string,
  code: string,
): Promise<FoundToken | null> {
  for (const id of await findIdsChangingTo(tx, email)) {
    const found = await consumeEmailCode(tx, id, newMailbox, code)
    if (found !== null) return found
  }
  return null
}

function wrongCode(): ApiError {
  return new ApiError(403, 'otp_expired', 'Token has expired or is invalid')
}

/** Applies a link or code that the same transaction has consumed. */
async function prove(tx: AuthTx, found: FoundToken): Promise<Proven> {
  const { userId, type, relatesTo, claim } = found
  await lockUser(tx, userId)
  const user = await findUserById(tx, userId)
  if (user === null) throw createExpiredLinkError()
  rejectBannedUser(user, tx.now, 403)
  if (type === 'email_change_token_new' || type === 'email_change_token_current')
    return confirmMove(tx, user)
  // A link only proves the mailbox that it was sent to, and the account may have changed its address since.
  if (relatesTo !== user.email) throw createExpiredLinkError()
  const isUnconfirmed = user.email_confirmed_at === null
  const hasConflict = isUnconfirmed && (await hasConflictingSignUps(tx, userId))
  if (isUnconfirmed && claim !== undefined) await applySignUpClaim(tx, userId, claim)
  // A password that was set before the address was confirmed may be a stranger's, so it is removed when the sign-ups differ. A user
  // who opens a recovery link does not rely on it.
  if (hasConflict || (isUnconfirmed && type === 'recovery_token'))
    await tx.sql`update auth.users set encrypted_password = null where id = ${userId}`
  if (isUnconfirmed || type === 'confirmation_token') await confirmAccount(tx, userId)
  return { userId, lacksPassword: hasConflict }
}

async function confirmMove(tx: AuthTx, user: UserRow): Promise<Proven> {
  if (!user.email_change) throw createExpiredLinkError()
  if (user.email_change_confirm_status === 0 && requiresCurrentMailbox(tx, user)) {
    await tx.sql`update auth.users set email_change_confirm_status = 1 where id = ${user.id}`
    return { message: singleConfirmation }
  }
  if (!(await releaseEmailAddress(tx, user.email_change))) throw createExpiredLinkError()
  await changeAccountEmail(tx, user, user.email_change)
  tx.log.info({ userId: user.id }, 'auth: an account moved to another address')
  return { userId: user.id, lacksPassword: false }
}

export const verifyEndpoints: Endpoints = {
  'GET /verify': openLink,
  // Mail scanners request links with HEAD before people open them; that must not consume the link.
  'HEAD /verify': async () => emptyResponse(200),
  'POST /verify': verify,
}
