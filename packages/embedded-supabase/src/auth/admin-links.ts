import { randomUUID } from 'node:crypto'
import { startEmailChange } from './address-change.ts'
import { findConfirmedUser } from './address-claims.ts'
import { createValidationError, createOkResponse } from './responses.ts'
import { cleanMetadata } from './audit.ts'
import { type Body, getEmailField, readBody, getTextField } from './fields.ts'
import { createEmailLink, getLinkKind, sendLink } from './links.ts'
import type { Metadata } from './metadata.ts'
import { getNewPassword } from './passwords.ts'
import { parseRedirectTarget } from './redirects.ts'
import { type AuthHandler, type AuthRequest, type AuthTx, inTransaction } from './request.ts'
import type { Endpoints } from './router.ts'
import { adminOnly } from './signed-in.ts'
import {
  type UserRow,
  addAccount,
  createEmailTakenError,
  changeMetadata,
  findUserByEmail,
  lockUser,
  createUserNotFoundError,
  requireUser,
  toUserBody,
} from './users.ts'

const invite: AuthHandler = async (request) => {
  const body = readBody(request)
  const email = getEmailField(body)
  const occasion = { ...getLinkKind(request, body), challenge: null }
  const metadata = await cleanMetadata(request, body)
  const user = await inTransaction(request, async (tx) => {
    const invited = await unconfirmed(tx, 'invite', email, null, metadata)
    await sendLink(tx, invited, 'invite', occasion)
    return requireUser(tx, invited.id)
  })
  return createOkResponse(toUserBody(user))
}

/**
 * Returns the account of an unconfirmed email address; creates the account when there is none.
 * @throws ApiError 422 when the email address is confirmed
 */
async function unconfirmed(
  tx: AuthTx,
  kind: 'invite' | 'signup',
  email: string,
  passwordHash: string | null,
  metadata: Metadata,
): Promise<UserRow> {
  const found = await findUserByEmail(tx, email)
  const id = found?.id ?? randomUUID()
  if (found === null && !(await addAccount(tx, { id, email, passwordHash, metadata })))
    throw createEmailTakenError()
  await lockUser(tx, id)
  const user = await requireUser(tx, id)
  if (user.email_confirmed_at !== null) throw createEmailTakenError()
  // A stranger may have signed up with this email address earlier: the link must not confirm the stranger's password.
  await tx.sql`update auth.users set encrypted_password = ${passwordHash} where id = ${id}`
  await changeMetadata(tx, id, metadata)
  if (kind === 'invite') await tx.sql`update auth.users set invited_at = ${tx.at} where id = ${id}`
  return requireUser(tx, id)
}

const kinds = {
  signup: 'confirmation_token',
  invite: 'confirmation_token',
  magiclink: 'recovery_token',
  recovery: 'recovery_token',
  email_change_current: 'email_change_token_current',
  email_change_new: 'email_change_token_new',
} as const
type Kind = keyof typeof kinds

function isKind(type: string): type is Kind {
  return Object.hasOwn(kinds, type)
}

/** Returns the link and the code of an auth email, for a server that sends its own emails. */
const generateLink: AuthHandler = async (request) => {
  const body = readBody(request)
  const asked = getTextField(body, 'type')
  const email = getEmailField(body)
  if (!isKind(asked))
    throw createValidationError(`Invalid email action link type requested: ${asked.slice(0, 50)}`)
  const known = await findUserByEmail(request, email)
  const kind = asked === 'magiclink' && known === null ? 'signup' : asked
  if (known === null && kind !== 'signup' && kind !== 'invite')
    throw createUserNotFoundError('User with this email not found')
  if (kind === 'email_change_current' && !request.settings.email.double_confirm_changes)
    throw createValidationError('Enable secure email change to generate link for current email')
  const newEmail = kind.startsWith('email_change') ? getEmailField(body, 'new_email') : null
  const isTaken = known !== null && known.email_confirmed_at !== null
  const passwordHash = asked === 'signup' && !isTaken ? await newHashOf(request, body) : null
  const metadata = await cleanMetadata(request, body)
  const wanted = getTextField(body, 'redirect_to') || request.query.get('redirect_to')
  const verification = newEmail === null ? kind : 'email_change'
  const target = parseRedirectTarget(request, wanted, verification) ?? new URL('/', request.siteUrl)
  const redirectTo = target.href
  const answer = await inTransaction(request, async (tx) => {
    const { id } =
      kind === 'signup' || kind === 'invite'
        ? await unconfirmed(tx, kind, email, passwordHash, metadata)
        : await moving(tx, email, newEmail)
    const to = { id, email: (kind === 'email_change_new' && newEmail) || email }
    const occasion = { redirectTo, challenge: null }
    const { link, secret, code } = await createEmailLink(
      tx,
      to,
      kinds[kind],
      verification,
      occasion,
    )
    const properties = { action_link: link, email_otp: code, hashed_token: secret }
    return { ...toUserBody(await requireUser(tx, id)), ...properties }
  })
  return createOkResponse({ ...answer, verification_type: kind, redirect_to: redirectTo })
}

async function newHashOf(request: AuthRequest, body: Body): Promise<string> {
  return request.passwordHasher.hash(await getNewPassword(request, body))
}

/** Returns the account of an email address. When `to` is given, starts the account's change to that address first. */
async function moving(tx: AuthTx, email: string, to: string | null): Promise<UserRow> {
  const user = await findUserByEmail(tx, email)
  if (user === null) throw createUserNotFoundError('User with this email not found')
  if (to === null) return user
  if ((await findConfirmedUser(tx, to)) !== null) throw createEmailTakenError()
  // A second link for the same change must not cancel the first one. But two links of the same mailbox must not count as both
  // confirmations, so the confirmation status starts again.
  if (user.email_change !== to) await startEmailChange(tx, user.id, to)
  else await tx.sql`update auth.users set email_change_confirm_status = 0 where id = ${user.id}`
  return user
}

export const adminLinkEndpoints: Endpoints = {
  'POST /admin/generate_link': adminOnly(generateLink),
  'POST /invite': adminOnly(invite),
}
