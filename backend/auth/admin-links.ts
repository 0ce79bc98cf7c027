import { randomUUID } from 'node:crypto'
import { ApiError } from '../wire.ts'
import { addAccount, changeMetadata } from './accounts.ts'
import { addressTaken } from './admin.ts'
import { invalid, ok } from './answers.ts'
import { makeLink, occasionOf, sendLink, startMove } from './emails.ts'
import { emailOf, readBody, textOf } from './fields.ts'
import { cleanMetadataOf } from './audit.ts'
import type { Metadata } from './metadata.ts'
import { storeCode, type TokenType } from './one-time-tokens.ts'
import { newPasswordOf } from './passwords.ts'
import { ownTarget } from './redirects.ts'
import { type AuthHandler, type AuthTransaction, inTransaction } from './request.ts'
import { makeCode } from './secrets.ts'
import { findUserByEmail, lockUser, requireUser, type UserRow, userBody } from './users.ts'

/** `POST /invite`: an account whose owner gets a link into it. */
export const invite: AuthHandler = async (request) => {
  const body = readBody(request)
  const email = emailOf(body)
  const occasion = { ...occasionOf(request, body), challenge: null }
  const metadata = await cleanMetadataOf(request, body)
  const user = await inTransaction(request, async (tx) => {
    const invited = await unconfirmed(tx, email, null, metadata)
    await sendLink(tx, invited, 'invite', occasion)
    await noteInvitation(tx, invited.id)
    return requireUser(tx, invited.id)
  })
  return ok(userBody(user))
}

async function noteInvitation({ sql, at }: AuthTransaction, id: string): Promise<void> {
  await sql`update auth.users set invited_at = ${at} where id = ${id}`
}

/** The account of an address that nobody has confirmed yet, made where there is none. @throws ApiError 422 */
async function unconfirmed(
  tx: AuthTransaction,
  email: string,
  passwordHash: string | null,
  metadata: Metadata,
): Promise<UserRow> {
  const found = await findUserByEmail(tx, email)
  if (found !== null) {
    await lockUser(tx, found.id)
    const user = await requireUser(tx, found.id)
    if (user.email_confirmed_at !== null) throw addressTaken()
    await changeMetadata(tx, user.id, 'user_metadata', metadata)
    return requireUser(tx, user.id)
  }
  const id = randomUUID()
  if (!(await addAccount(tx, { id, email, passwordHash, metadata }))) throw addressTaken()
  return requireUser(tx, id)
}

const kinds = {
  signup: 'confirmation_token',
  invite: 'confirmation_token',
  magiclink: 'recovery_token',
  recovery: 'recovery_token',
  email_change_current: 'email_change_token_current',
  email_change_new: 'email_change_token_new',
} as const satisfies Record<string, TokenType>
type Kind = keyof typeof kinds

function isKind(type: string): type is Kind {
  return Object.hasOwn(kinds, type)
}

/** `POST /admin/generate_link`: the link and the code of an email, for a server that sends its own. */
export const generateLink: AuthHandler = async (request) => {
  const body = readBody(request)
  const asked = textOf(body, 'type')
  const email = emailOf(body)
  if (!isKind(asked))
    throw invalid(`Invalid email action link type requested: ${asked.slice(0, 50)}`)
  const known = await findUserByEmail(request, email)
  const kind = asked === 'magiclink' && known === null ? 'signup' : asked
  if (known === null && kind !== 'signup' && kind !== 'invite')
    throw new ApiError(404, 'user_not_found', 'User with this email not found')
  const isMove = kind === 'email_change_current' || kind === 'email_change_new'
  const newEmail = isMove ? emailOf(body, 'new_email') : null
  if (kind === 'email_change_current' && !request.settings.email.double_confirm_changes)
    throw invalid('Enable secure email change to generate link for current email')
  const needsPassword = asked === 'signup' && known === null
  const password = needsPassword ? await newPasswordOf(request, body) : null
  const passwordHash = password === null ? null : await request.passwordHasher.hash(password)
  const metadata = await cleanMetadataOf(request, body)
  const wanted = textOf(body, 'redirect_to') || request.query.get('redirect_to')
  const target = ownTarget(request, wanted) ?? new URL('/', request.siteUrl)
  const answer = await inTransaction(request, async (tx) => {
    const user = await readyFor(tx, kind, email, { newEmail, passwordHash, metadata })
    const verification = isMove ? 'email_change' : kind
    const occasion = { redirectTo: target.href, challenge: null }
    const addressee = kind === 'email_change_new' && newEmail !== null ? newEmail : email
    const to = { id: user.id, email: addressee }
    const { link, secret } = await makeLink(tx, to, kinds[kind], verification, occasion)
    const code = makeCode(tx.settings.email.otp_length)
    await storeCode(tx, user.id, kinds[kind], code)
    const properties = { action_link: link, email_otp: code, hashed_token: secret }
    return { ...userBody(await requireUser(tx, user.id)), ...properties }
  })
  return ok({ ...answer, verification_type: kind, redirect_to: target.href })
}

/** The account that a link is for, in the state that the link ends. */
async function readyFor(
  tx: AuthTransaction,
  kind: Kind,
  email: string,
  given: { newEmail: string | null; passwordHash: string | null; metadata: Metadata },
): Promise<UserRow> {
  const { newEmail, passwordHash, metadata } = given
  if (kind === 'signup' || kind === 'invite') {
    const user = await unconfirmed(tx, email, passwordHash, metadata)
    if (kind === 'invite') await noteInvitation(tx, user.id)
    return user
  }
  const user = await findUserByEmail(tx, email)
  if (user === null) throw new ApiError(404, 'user_not_found', 'User with this email not found')
  if (newEmail === null) return user
  if ((await findUserByEmail(tx, newEmail)) !== null) throw addressTaken()
  // Two links make one move, in either order.
  if (user.email_change !== newEmail) await startMove(tx, user.id, newEmail)
  return user
}
