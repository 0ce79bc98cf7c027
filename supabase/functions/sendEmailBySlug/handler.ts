import * as v from 'valibot'
import { isDeliverableEmail, fieldLimits } from '../../../domain/validation.ts'
import { createJsonResponse, Refused } from '../_shared/responses.ts'
import { readInput } from '../_shared/body.ts'
import { requireCaller, holdsSecretKey } from '../_shared/caller.ts'
import {
  defineHandler,
  type HandlerContext,
  createErrorResponder,
} from '../_shared/serve-handler.ts'
import { enforceFormLimit } from '../_shared/guard.ts'
import { rpcAt, getRows, timeText } from '../../client.ts'

const maxBytes = 16 * 1024
const limit = { key: 'sendEmailBySlug', max: 5, addressMax: 60, forgivesSignIns: true }

const input = v.object({
  slug: v.picklist(['welcome_email', 'welcome_back', 'consultancy_followup']),
  email: v.optional(v.pipe(v.string(), v.maxLength(fieldLimits.email), v.trim())),
})

type Input = v.InferOutput<typeof input>

/**
 * POST {email, name, slug}. Queues an email with a fixed text; no caller chooses both the recipient and the text, and
 * `name` is never used. `welcome_email` and `welcome_back` go to the caller's own confirmed address, when they are due;
 * `consultancy_followup` is for servers, which hold the secret key. Answers {success: true}, also when nothing was due, or
 * `{ error }`: 400 no such email or address, 401 not signed in, 403 another account's address, 413 too large, 429 too
 * often, 503 it could not be queued.
 */
export const createSendEmailBySlug = defineHandler(send, {
  fault: 'email: not queued',
  failed: createErrorResponder(
    503,
    'unavailable',
    'The e-mail could not be sent. Please try again later.',
  ),
})

async function send(tools: HandlerContext, request: Request): Promise<Response> {
  const sent = await readInput(request, maxBytes, input, 'There is no such e-mail')
  await (sent.slug === 'consultancy_followup' ? followUp : welcome)(tools, request, sent)
  return createJsonResponse({ success: true })
}

async function welcome(
  tools: HandlerContext,
  request: Request,
  { slug, email }: Input,
): Promise<void> {
  const account = await requireCaller(tools.client, request)
  if (email !== undefined && email.toLowerCase() !== account.email.toLowerCase())
    throw new Refused(403, 'forbidden', 'This address belongs to another account')
  await enforceFormLimit(tools, request, limit, account.id)
  await rpcAt(tools, 'queue_welcome_email', { p_user_id: account.id, p_slug: slug })
}

async function followUp(tools: HandlerContext, request: Request, sent: Input): Promise<void> {
  const { email: recipient = '' } = sent
  if (!(await holdsSecretKey(request, tools.environment.SUPABASE_SECRET_KEY)))
    throw new Refused(401, 'forbidden', 'Only the shop itself sends this e-mail')
  if (!isDeliverableEmail(recipient))
    throw new Refused(400, 'invalid_request', 'Please enter a valid email address')
  await enforceFormLimit(tools, request, limit, recipient)
  const at = timeText(tools.now())
  // Inserts the row itself, because only the database's own functions may call `queue_email`.
  const mail = { template: 'consultancy_followup', recipient, next_attempt_at: at, created_at: at }
  await getRows('The outbox', tools.client.from('outbox').insert(mail))
}
