import { json } from './answers.ts'
import { refuseSuspects } from './audit.ts'
import { readBody } from './body.ts'
import type { AuthHandler } from './context.ts'
import { emailOf } from './fields.ts'
import { sendRecovery } from './emails.ts'
import { takeMail } from './limits.ts'
import { occasionOf } from './occasion.ts'
import { findUserByEmail } from './users.ts'

/** `POST /recover`: a link to set a new password. Unknown addresses get the same answer and no mail. */
export const recover: AuthHandler = async (context, request) => {
  const body = readBody(request.wire)
  const email = emailOf(body)
  const occasion = occasionOf(context, request, body)
  await refuseSuspects(context, request)
  await takeMail(context, request, 'recover', email)
  const user = await findUserByEmail(context.sql, email)
  if (user !== null) {
    await context.sql.begin((tx) => sendRecovery(tx, context, user, occasion))
  }
  return json(200, {})
}
