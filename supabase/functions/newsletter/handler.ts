import { call, type ShopClient } from '../../client.ts'
import { checkNewsletter, newsletterLimit } from '../../../domain/newsletter.ts'
import { refuse, retryAfter } from '../_shared/answers.ts'
import { clientAddress } from '../_shared/caller.ts'
import { consoleLog, type FunctionEnvironment, type FunctionLog } from '../_shared/environment.ts'
import { catching, messageOf } from '../_shared/faults.ts'
import { readForm, seeOther } from '../_shared/form.ts'
import { guardWait, noteEvent, seen } from '../_shared/guard.ts'
import { refuseStranger } from '../_shared/origin.ts'
import { readLink } from '../_shared/signed-link.ts'
import { createServiceClient } from '../_shared/supabase.ts'

const mostBytes = 16 * 1024
/** What the links in mails are signed for; `mail` signs the same. */
const purposes = { confirm: 'newsletter-confirm', unsubscribe: 'unsubscribe' } as const

interface Tools {
  client: ShopClient
  environment: FunctionEnvironment
  log: FunctionLog
}

/** What the page `/newsletter/done` says. */
type Outcome =
  | 'signed-up'
  | 'already'
  | 'invalid-email'
  | 'invalid-name'
  | 'too-many'
  | 'failed'
  | 'confirmed'
  | 'unsubscribed'
  | 'no-link'

/**
 * Forms of the newsletter's pages, which work without JavaScript: POST `/sign-up` {name, email}, `/confirm` {token},
 * `/unsubscribe` {token}. Each answers 303 to a page that says what came of it. `/unsubscribe?token=` is also the
 * one-click address of List-Unsubscribe (RFC 8058): its signature vouches for it, and it answers 200, 400 when it is
 * none of ours, or 503 when it should be tried again. A GET changes nothing and leads to the page with the button. 400
 * for a body that is no form, 403 from another site, 405, 413.
 */
export function createNewsletter(
  environment: FunctionEnvironment,
): (request: Request) => Promise<Response> {
  const log = environment.log ?? consoleLog
  const tools = { client: createServiceClient(environment), environment, log }
  return catching((request) => route(tools, request), {
    failed: (error) => {
      noteFault(tools, error)
      return done(tools, 'failed')
    },
  })
}

function noteFault({ log }: Tools, error: unknown): void {
  log.error({ error: messageOf(error) }, 'newsletter: failed')
}

async function route(tools: Tools, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const action = url.pathname.split('/').at(-1) ?? ''
  const asked = url.searchParams.get('token')
  if (request.method === 'GET' && action === 'unsubscribe')
    return seeOther(
      tools.environment.SITE_URL,
      `/newsletter/unsubscribe?token=${encodeURIComponent(asked ?? '')}`,
    )
  const refusal = refuseStranger(request, tools.environment.SITE_URL)
  if (refusal !== null) return refusal
  const form = await readForm(request, mostBytes)
  const token = asked ?? form.get('token') ?? ''
  if (action === 'sign-up') return done(tools, await signUp(tools, request, form))
  if (action === 'confirm') return done(tools, await confirm(tools, token))
  if (action !== 'unsubscribe') return refuse(404, 'not_found', 'There is no such form')
  return form.get('List-Unsubscribe') === 'One-Click'
    ? unsubscribeByOneClick(tools, token)
    : done(tools, await unsubscribe(tools, token))
}

async function signUp(tools: Tools, request: Request, form: URLSearchParams): Promise<Outcome> {
  const check = checkNewsletter({ email: form.get('email') ?? '', name: form.get('name') ?? '' })
  if ((await guardWait(tools, request)) > 0) return 'too-many'
  if (!check.ok && check.isSuspicious)
    await noteEvent(tools, request, 'suspicious_form_submission', {
      form: newsletterLimit.key,
      field: 'name',
    })
  if (!check.ok) return check.field === 'email' ? 'invalid-email' : 'invalid-name'
  const { email } = check.fields
  const wait = await call(tools.client, 'sign_up_wait', {
    p_email: email,
    p_address: clientAddress(request),
    p_details: seen(request),
    p_now: new Date(tools.environment.now()).toISOString(),
  })
  if (wait > 0) return 'too-many'
  const { error } = await tools.client.from('newsletter_signups').insert({
    ...check.fields,
    consent_page: pageOf(request),
  })
  if (error?.code === '23505') return 'already'
  if (error !== null) {
    await noteEvent(tools, request, 'newsletter_signup_failed', { email, error: error.message })
    throw new Error(error.message)
  }
  await noteEvent(tools, request, 'newsletter_signup', { email })
  return 'signed-up'
}

async function confirm(tools: Tools, token: string): Promise<Outcome> {
  const link = await readLink(tools.environment, purposes.confirm, token, tools.environment.now())
  if (link === null || link.isExpired) return 'no-link'
  const isThere = await call(tools.client, 'confirm_newsletter', {
    p_id: link.subject,
    p_now: new Date(tools.environment.now()).toISOString(),
  })
  return isThere ? 'confirmed' : 'no-link'
}

async function unsubscribe(tools: Tools, token: string): Promise<Outcome> {
  const { environment } = tools
  const link = await readLink(environment, purposes.unsubscribe, token, environment.now())
  if (link === null) return 'no-link'
  await call(tools.client, 'unsubscribe', { p_email_hash: link.subject })
  return 'unsubscribed'
}

/** The answer to a mail program, which reads no pages and follows no redirect: after a 503 it tries again. */
async function unsubscribeByOneClick(tools: Tools, token: string): Promise<Response> {
  try {
    return (await unsubscribe(tools, token)) === 'unsubscribed'
      ? new Response('Unsubscribed', { headers: { 'cache-control': 'private, no-store' } })
      : refuse(400, 'invalid_request', 'This link is not one of ours')
  } catch (error) {
    noteFault(tools, error)
    return refuse(503, 'unavailable', 'Please try again', retryAfter(60_000))
  }
}

/** The page that the form stood on, as the browser names it to its own site. */
function pageOf(request: Request): string | null {
  const referer = request.headers.get('referer') ?? ''
  return URL.canParse(referer) ? new URL(referer).pathname : null
}

function done({ environment }: Tools, outcome: Outcome): Response {
  return seeOther(environment.SITE_URL, `/newsletter/done?outcome=${outcome}`)
}
