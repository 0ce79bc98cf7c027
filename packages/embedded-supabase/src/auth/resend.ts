import { resendEmailChange } from './address-change.ts'
import { getEmailField, getTextField, readBody } from './fields.ts'
import { getLinkKind, type LinkKind, sendSignUpClaimLink } from './links.ts'
import { countEmail, countEmailRequest } from './mail-limits.ts'
import { type AuthHandler, type AuthRequest, inTransaction } from './request.ts'
import { createOkResponse, createValidationError } from './responses.ts'
import {
  getClaimWithoutPassword,
  getInitialSignUpClaim,
  hasConflictingSignUps,
} from './sign-up-claims.ts'
import { findUserByEmail, findUserById, type UserRow } from './users.ts'

/** Resends the email of a sign-up or of a change of address, if one is pending. */
export const resendEmail: AuthHandler = async (request) => {
  const body = readBody(request)
  const type = getTextField(body, 'type')
  if (type !== 'signup' && type !== 'email_change')
    throw createValidationError(
      'Missing one of these types: signup, email_change, sms, phone_change',
    )
  const email = getEmailField(body)
  const occasion = getLinkKind(request, body)
  const refusal = await countEmailRequest(request, 'resend', email)
  const user = await findUserByEmail(request, email)
  if (user !== null)
    await (type === 'signup' ? resendSignUp : resendEmailChange)(request, user, occasion)
  if (refusal !== null) throw refusal
  return createOkResponse({})
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
    const claim = hasConflict ? getClaimWithoutPassword(user) : getInitialSignUpClaim(user)
    await sendSignUpClaimLink(tx, user, claim, occasion)
  })
}
