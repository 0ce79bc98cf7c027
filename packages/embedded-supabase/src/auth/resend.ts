import { resendChange } from './address-change.ts'
import { getEmail, getText, readBody } from './fields.ts'
import { getLinkKind, type LinkKind, sendClaimLink } from './links.ts'
import { countEmail, requestEmail } from './mail-limits.ts'
import { type AuthHandler, type AuthRequest, inTransaction } from './request.ts'
import { ok, validationError } from './responses.ts'
import { getClaimWithoutPassword, getOwnClaim, hasConflictingSignUps } from './sign-up-claims.ts'
import { findUserByEmail, findUserById, type UserRow } from './users.ts'

/** Resends the email of a sign-up or of a change of address, if one is pending. */
export const resend: AuthHandler = async (request) => {
  const body = readBody(request)
  const type = getText(body, 'type')
  if (type !== 'signup' && type !== 'email_change')
    throw validationError('Missing one of these types: signup, email_change, sms, phone_change')
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
  if (email_confirmed_at !== null || !(await countEmail(request, 'confirm', email))) return
  await inTransaction(request, async (tx) => {
    const user = await findUserById(tx, id)
    if (user === null || user.email_confirmed_at !== null) return
    // Links that were sent before stay valid, because anybody may request this email.
    const hasConflict = await hasConflictingSignUps(tx, id)
    const claim = hasConflict ? getClaimWithoutPassword(user) : getOwnClaim(user)
    await sendClaimLink(tx, user, claim, occasion)
  })
}
