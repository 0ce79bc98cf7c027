import { json } from './answers.ts'
import { readBody, textOf } from './body.ts'
import type { AuthHandler } from './context.ts'
import { invalid } from './faults.ts'
import { emailOf, refusePhone } from './fields.ts'
import { sendConfirmation, sendEmailChange } from './emails.ts'
import { takeMail } from './limits.ts'
import { occasionOf } from './occasion.ts'
import { findUserByEmail } from './users.ts'

/** `POST /resend`: the email of a sign-up or of a change of address once more, if there is one to send. */
export const resend: AuthHandler = async (context, request) => {
  const body = readBody(request.wire)
  refusePhone(body)
  const type = textOf(body, 'type')
  if (type !== 'signup' && type !== 'email_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  const email = emailOf(body)
  const occasion = occasionOf(context, request, body)
  await takeMail(context, request, type === 'signup' ? 'confirm' : 'change', email)
  await context.sql.begin(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user === null) return
    if (type === 'signup' && user.email_confirmed_at === null) {
      await sendConfirmation(tx, context, user, occasion, false)
    }
    if (type === 'email_change' && user.email_change !== null && user.email_change !== '') {
      const owner = await findUserByEmail(tx, user.email_change)
      await sendEmailChange(tx, context, user, { ...occasion, email: user.email_change, owner })
    }
  })
  return json(200, {})
}
