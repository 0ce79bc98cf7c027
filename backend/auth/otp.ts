import { json } from './answers.ts'
import { cleanName, refuseSuspects } from './audit.ts'
import { readBody } from './body.ts'
import type { AuthHandler } from './context.ts'
import { emailOf, fullNameOf, refusePhone } from './fields.ts'
import { sendMagicLink } from './emails.ts'
import { takeMail } from './limits.ts'
import { occasionOf } from './occasion.ts'
import { claimAddress } from './signup.ts'
import { findUserByEmail } from './users.ts'

/**
 * `POST /otp`: a link and a code by mail instead of a password. A new address gets an account unless
 * `create_user` is false; the answer says nothing about which of these happened.
 */
export const sendOtp: AuthHandler = async (context, request) => {
  const body = readBody(request.wire)
  refusePhone(body)
  const email = emailOf(body)
  const occasion = occasionOf(context, request, body)
  const typedName = fullNameOf(body)
  await refuseSuspects(context, request)
  const fullName = (await cleanName(context, request, typedName)) ?? null
  await takeMail(context, request, 'link', email)
  const user = await findUserByEmail(context.sql, email)
  if (user !== null && user.email_confirmed_at !== null) {
    await context.sql.begin((tx) => sendMagicLink(tx, context, user, occasion))
  } else if (user !== null || body.create_user !== false) {
    const claim = { ...occasion, email, passwordHash: null, fullName, withCode: true }
    await claimAddress(context, claim)
  }
  return json(200, {})
}
