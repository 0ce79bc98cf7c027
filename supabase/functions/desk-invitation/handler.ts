import * as v from 'valibot'
import { isDeliverableEmail } from '../../../domain/validation.ts'
import { rpcAt, rpcAtParsed, rpcParsed } from '../../client.ts'
import { createJsonResponse, Refused } from '../_shared/responses.ts'
import { readInput } from '../_shared/body.ts'
import {
  defineHandler,
  type HandlerContext,
  createErrorResponder,
} from '../_shared/serve-handler.ts'
import { enforceFormLimit } from '../_shared/guard.ts'

const maxBytes = 4 * 1024
/** Limits attempts with a wrong token per IP address; a valid token is never refused because of them. */
const limit = { key: 'desk_invitation', max: 20, windowMs: 60 * 60_000, addressMax: 20 }

const input = v.object({
  token: v.pipe(v.string(), v.maxLength(200)),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.check(isDeliverableEmail)),
  password: v.pipe(v.string(), v.maxLength(200)),
})
const invitation = v.nullable(
  v.object({ email: v.nullable(v.string()), role: v.picklist(['owner', 'packer']) }),
)
const accountId = v.nullable(v.string())

/**
 * Handles POST {token, name, email, password}: creates an account for the holder of an invitation's link, whose email has
 * proved the address, and gives the account its role. Answers { isJoined }: false when there is an account already, which
 * accepts the invitation signed in (`desk_join`), again too when the first response was lost. 400 for an invalid body or a weak password, 403 from another site, 410
 * for a used or expired link, 429 with Retry-After, 503.
 */
export const createDeskInvitation = defineHandler(join, {
  fault: 'desk invitation: not taken',
  failed: createErrorResponder(
    503,
    'unavailable',
    'That did not work. Please try again in a minute.',
  ),
})

async function join(tools: HandlerContext, request: Request): Promise<Response> {
  const invalid = 'Please give your name, e-mail and a password.'
  const sent = await readInput(request, maxBytes, input, invalid, 'invitation')
  const { token, name, email } = sent
  const found = await rpcAtParsed(invitation, tools, 'find_invitation', { p_token: token })
  if (found === null || (found.email !== null && found.email.toLowerCase() !== email)) {
    await enforceFormLimit(tools, request, limit, email)
    throw new Refused(
      410,
      'gone',
      'This invitation is for another address, was used, or has gone off after two days.',
    )
  }
  const id = await confirmAccount(tools, sent)
  if (id === null) return createJsonResponse({ isJoined: false })
  const isJoined = await rpcAt(tools, 'accept_invitation', {
    p_token: token,
    p_user_id: id,
    p_name: name,
  })
  return createJsonResponse({ isJoined })
}

/**
 * Creates the account, or takes over an account that has never been confirmed, because anybody who knows the address can
 * sign up with it. Returns null when the address has a confirmed account.
 */
async function confirmAccount(
  tools: HandlerContext,
  { name, email, password }: v.InferOutput<typeof input>,
): Promise<string | null> {
  const { admin } = tools.client.auth
  const facts = { password, email_confirm: true, user_metadata: { full_name: name } }
  let { data, error } = await admin.createUser({ email, ...facts })
  if (error?.code === 'email_exists') {
    const unconfirmed = await rpcParsed(accountId, tools.client, 'unconfirmed_account', {
      p_email: email,
    })
    if (unconfirmed === null) return null
    ;({ data, error } = await admin.updateUserById(unconfirmed, facts))
  }
  if (error?.code === 'weak_password') throw new Refused(400, 'weak_password', error.message)
  if (error) throw error
  return data.user?.id ?? null
}
