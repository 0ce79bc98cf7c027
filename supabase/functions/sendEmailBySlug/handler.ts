import { call, type ShopClient } from '../../client.ts'
import * as v from 'valibot'
import { isOneAddress, limits } from '../../../domain/validation.ts'
import { answer, refuse, tooOften } from '../_shared/answers.ts'
import { readJson } from '../_shared/body.ts'
import { callerOf, holdsSecretKey } from '../_shared/caller.ts'
import { consoleLog, type FunctionEnvironment } from '../_shared/environment.ts'
import { catching, messageOf } from '../_shared/faults.ts'
import { admit, type FormLimit } from '../_shared/guard.ts'
import { refuseStranger } from '../_shared/origin.ts'
import { createServiceClient } from '../_shared/supabase.ts'

const mostBytes = 16 * 1024
/** For an account or a recipient, and for all behind one address. */
const limit: FormLimit = {
  form: 'sendEmailBySlug',
  max: 5,
  addressMax: 60,
  windowMs: 300_000,
  forgivesSignIns: true,
}

const input = v.object({
  slug: v.picklist(['welcome_email', 'welcome_back', 'consultancy_followup']),
  email: v.optional(v.pipe(v.string(), v.maxLength(limits.email))),
})

interface Tools {
  client: ShopClient
  environment: FunctionEnvironment
}

/**
 * POST {email, name, slug}. Queues a mail that the shop has written; no caller chooses both the recipient and the
 * words, and `name` is never used. `welcome_email` and `welcome_back` go to the caller's own confirmed address, when
 * they are due; `consultancy_followup` is for servers, which hold the secret key. Answers {success: true}, also when
 * nothing was due, or `{ error }`: 400 no such mail or address, 401 not signed in, 403 another account's address,
 * 413 too large, 429 too often, 503 it could not be queued.
 */
export function createSendEmailBySlug(
  environment: FunctionEnvironment,
): (request: Request) => Promise<Response> {
  const tools = { client: createServiceClient(environment), environment }
  const log = environment.log ?? consoleLog
  return catching((request) => send(tools, request), {
    failed: (error) => {
      log.error({ error: messageOf(error) }, 'email: not queued')
      return refuse(503, 'unavailable', 'The e-mail could not be sent. Please try again later.')
    },
  })
}

async function send(tools: Tools, request: Request): Promise<Response> {
  const refusal = refuseStranger(request, tools.environment.SITE_URL)
  if (refusal !== null) return refusal
  const parsed = v.safeParse(input, await readJson(request, mostBytes))
  if (!parsed.success) return refuse(400, 'invalid_request', 'There is no such e-mail')
  const { slug, email } = parsed.output
  return slug === 'consultancy_followup'
    ? followUp(tools, request, email)
    : welcome(tools, request, slug, email)
}

async function welcome(
  tools: Tools,
  request: Request,
  slug: string,
  email: string | undefined,
): Promise<Response> {
  const account = await callerOf(tools.client, request)
  if (account === null) return refuse(401, 'sign_in_required', 'Please sign in')
  if (email !== undefined && email.trim().toLowerCase() !== account.email.toLowerCase())
    return refuse(403, 'forbidden', 'This address belongs to another account')
  const wait = await admit(tools, request, limit, account.id)
  if (wait > 0) return tooOften(wait)
  await call(tools.client, 'queue_welcome', {
    p_user_id: account.id,
    p_slug: slug,
    p_now: timeText(tools),
  })
  return answer({ success: true })
}

async function followUp(
  tools: Tools,
  request: Request,
  email: string | undefined,
): Promise<Response> {
  if (!(await holdsSecretKey(request, tools.environment.SUPABASE_SECRET_KEY)))
    return refuse(401, 'forbidden', 'Only the shop itself sends this e-mail')
  const recipient = email?.trim() ?? ''
  if (!isOneAddress(recipient))
    return refuse(400, 'invalid_request', 'Please enter a valid email address')
  const wait = await admit(tools, request, limit, recipient)
  if (wait > 0) return tooOften(wait)
  const at = timeText(tools)
  const { error } = await tools.client
    .from('outbox')
    .insert({ template: 'consultancy_followup', recipient, next_attempt_at: at, created_at: at })
  if (error !== null) throw new Error(`outbox: ${error.message}`)
  return answer({ success: true })
}

function timeText({ environment }: Tools): string {
  return new Date(environment.now()).toISOString()
}
