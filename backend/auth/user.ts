import { changePassword, rename } from './accounts.ts'
import { json } from './answers.ts'
import { cleanName, refuseSuspects } from './audit.ts'
import { type Body, readBody, textOf } from './body.ts'
import { refuseCommon } from './common-passwords.ts'
import type { AuthContext, AuthHandler, AuthRequest } from './context.ts'
import { AuthFault } from './faults.ts'
import { emailOf, fullNameOf, refusePhone } from './fields.ts'
import { sendEmailChange } from './emails.ts'
import { takeMail } from './limits.ts'
import { checkNonce } from './reauthenticate.ts'
import { occasionOf } from './occasion.ts'
import { newPasswordOf } from './password-rules.ts'
import { requireSignedIn, type SignedIn } from './signed-in.ts'
import { findUserByEmail, reloadUser, userBody } from './users.ts'

/** A session older than this must prove itself by a mailed code before it may set a password. */
const recentMs = 24 * 60 * 60_000

/** `GET /user`. */
export const getUser: AuthHandler = async (context, request) => {
  const { user } = await requireSignedIn(context, request)
  return json(200, userBody(user))
}

/**
 * `PUT /user`: a new password (which ends all other sessions), a new address (by emails to both), a new
 * name. All of it happens or nothing.
 */
export const updateUser: AuthHandler = async (context, request) => {
  const signedIn = await requireSignedIn(context, request)
  const body = readBody(request.wire)
  refusePhone(body)
  if (body.app_metadata !== undefined) {
    const words = 'Updating app_metadata requires admin privileges'
    throw new AuthFault(403, 'not_admin', words)
  }
  const email = textOf(body, 'email') === '' ? signedIn.user.email : emailOf(body)
  const typedName = fullNameOf(body)
  const occasion = occasionOf(context, request, body)
  if (typeof typedName === 'string') await refuseSuspects(context, request)
  const fullName = await cleanName(context, request, typedName)
  const isMoving = email !== signedIn.user.email
  const passwordHash = await newPasswordHash(context, request, signedIn, body)
  if (isMoving) {
    await takeMail(context, request, 'change', signedIn.user.email)
    await takeMail(context, request, 'change', email)
  }
  const { id } = signedIn.user
  const changed = await context.sql.begin(async (tx) => {
    if (passwordHash !== null) {
      await changePassword(tx, id, passwordHash, signedIn.session.id, request.now)
    }
    if (fullName !== undefined) await rename(tx, id, fullName, request.now)
    if (isMoving) {
      const owner = await findUserByEmail(tx, email)
      await sendEmailChange(tx, context, signedIn.user, { ...occasion, email, owner })
    }
    return reloadUser(tx, id)
  })
  return json(200, userBody(changed))
}

async function newPasswordHash(
  context: AuthContext,
  request: AuthRequest,
  { user, session }: SignedIn,
  body: Body,
): Promise<string | null> {
  if (body.password === undefined || body.password === null) return null
  const password = newPasswordOf(body)
  await refuseCommon(password)
  const nonce = textOf(body, 'nonce')
  if (nonce !== '') await checkNonce(context, request, user, nonce)
  else if (request.now - session.startedAt > recentMs) {
    const words = 'Password update requires reauthentication'
    throw new AuthFault(400, 'reauthentication_needed', words)
  }
  if (await context.hasher.verify(password, user.encrypted_password)) {
    const words = 'New password should be different from the old password.'
    throw new AuthFault(422, 'same_password', words)
  }
  return context.hasher.hash(password)
}
