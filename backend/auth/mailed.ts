import { invalid, ok } from './answers.ts'
import { cleanMetadataOf, refuseSuspects } from './audit.ts'
import { occasionOf, sendEmailChange, sendLink } from './emails.ts'
import { emailOf, readBody, textOf } from './fields.ts'
import { takeMail } from './limits.ts'
import { ownWords } from './metadata.ts'
import { type AuthHandler, inTransaction } from './request.ts'
import { claimAddress } from './signup.ts'
import { findUserByEmail } from './users.ts'

/** `POST /recover`: a link to set a new password. Unknown addresses get the same answer and no mail. */
export const recover: AuthHandler = async (request) => {
  const body = readBody(request)
  const email = emailOf(body)
  const occasion = occasionOf(request, body)
  await refuseSuspects(request)
  await takeMail(request, 'recover', email)
  const user = await findUserByEmail(request, email)
  if (user !== null) await inTransaction(request, (tx) => sendLink(tx, user, 'recovery', occasion))
  return ok({})
}

/**
 * `POST /otp`: a link and a code by mail instead of a password. A new address gets an account unless
 * `create_user` is false; the answer says nothing about which of these happened.
 */
export const sendOtp: AuthHandler = async (request) => {
  const body = readBody(request, 'Unsupported phone provider')
  const email = emailOf(body)
  const occasion = occasionOf(request, body)
  await refuseSuspects(request)
  const metadata = ownWords(await cleanMetadataOf(request, body))
  await takeMail(request, 'link', email)
  const user = await findUserByEmail(request, email)
  if (user !== null && user.email_confirmed_at !== null)
    await inTransaction(request, (tx) => sendLink(tx, user, 'magiclink', occasion, true))
  else if (request.settings.enable_signup && (user !== null || body.create_user !== false))
    await claimAddress(request, {
      ...occasion,
      email,
      passwordHash: null,
      metadata,
      withCode: true,
    })
  return ok({})
}

/** `POST /resend`: the email of a sign-up or of a change of address once more, if there is one to send. */
export const resend: AuthHandler = async (request) => {
  const body = readBody(request)
  const type = textOf(body, 'type')
  if (type !== 'signup' && type !== 'email_change')
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  const email = emailOf(body)
  const occasion = occasionOf(request, body)
  await takeMail(request, type === 'signup' ? 'confirm' : 'change', email)
  await inTransaction(request, async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user === null) return
    if (type === 'signup') {
      if (user.email_confirmed_at === null) await sendLink(tx, user, 'signup', occasion)
    } else if (user.email_change !== null && user.email_change !== '')
      await sendEmailChange(tx, user, user.email_change, occasion)
  })
  return ok({})
}
