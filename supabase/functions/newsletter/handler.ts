import { checkNewsletter, newsletterLimit } from '../../../domain/newsletter.ts'
import { Refused, getRetryAfterHeader, redirectToPage } from '../_shared/responses.ts'
import { readForm } from '../_shared/body.ts'
import { getClientIpAddress } from '../_shared/caller.ts'
import { getErrorMessage } from '../_shared/environment.ts'
import { defineHandler, type HandlerContext } from '../_shared/serve-handler.ts'
import {
  recordSecurityEvent,
  getSuspiciousPatternWait,
  getRequestDetails,
} from '../_shared/guard.ts'
import { verifyLink, getLinkSubject } from '../_shared/signed-link.ts'
import { rpc, rpcAt } from '../../client.ts'

const maxBytes = 16 * 1024
/** The purposes for which the links in newsletter emails are signed. */
const purposes = { confirm: 'newsletter-confirm', unsubscribe: 'unsubscribe' } as const

const fault = 'newsletter: failed'

/** Maximum number of suspicious posts of one IP address that are recorded in five minutes. */
const maxSuspicions = 20

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
 * Handles the forms of the newsletter's pages, which work without JavaScript: POST `/sign-up` {name, email}, `/confirm`
 * {token}, `/unsubscribe` {token}. Each answers 303 to a page that shows the result. `/unsubscribe?token=` is also the
 * one-click URL of List-Unsubscribe (RFC 8058): its signature authenticates it, and it answers 200, 400 when the token
 * is not ours, or 503 when it should be tried again. A GET changes nothing and leads to the page with the button. 400 for a
 * body that is no form, 403 from another site, 405, 413.
 */
export const createNewsletter = defineHandler(route, {
  fault,
  failed: (tools) => done(tools, 'failed'),
  get({ siteUrl }, request) {
    const { action, token } = partsOf(request)
    const page = `/newsletter/unsubscribe?token=${encodeURIComponent(token ?? '')}`
    return action === 'unsubscribe' ? redirectToPage(siteUrl, page) : null
  },
})

function partsOf(request: Request) {
  const { pathname, searchParams } = new URL(request.url)
  return { action: pathname.split('/').at(-1) ?? '', token: searchParams.get('token') }
}

async function route(tools: HandlerContext, request: Request): Promise<Response> {
  const form = await readForm(request, maxBytes)
  const { action, token: asked } = partsOf(request)
  const token = asked ?? form.get('token') ?? ''
  if (action === 'sign-up') return done(tools, await signUp(tools, request, form))
  if (action === 'confirm') return done(tools, await confirm(tools, token))
  if (action !== 'unsubscribe') throw new Refused(404, 'not_found', 'There is no such form')
  return form.get('List-Unsubscribe') === 'One-Click'
    ? unsubscribeByOneClick(tools, token)
    : done(tools, await unsubscribe(tools, token))
}

async function signUp(
  tools: HandlerContext,
  request: Request,
  form: URLSearchParams,
): Promise<Outcome> {
  const typed = form.get('email') ?? ''
  const check = checkNewsletter({ email: typed, name: form.get('name') ?? '' })
  const sender = typed.trim().toLowerCase().slice(0, 255)
  if ((await getSuspiciousPatternWait(tools, request, sender)) > 0) return 'too-many'
  if (!check.ok && check.isSuspicious) {
    const details = { form: newsletterLimit.key, field: 'name', sender }
    await recordSecurityEvent(tools, request, 'suspicious_form_submission', details, maxSuspicions)
  }
  if (!check.ok) return check.field === 'email' ? 'invalid-email' : 'invalid-name'
  const { email } = check.fields
  const wait = await rpcAt(tools, 'sign_up_wait_ms', {
    p_email: email,
    p_address: getClientIpAddress(request),
    p_details: getRequestDetails(request),
  })
  if (wait > 0) return 'too-many'
  const { error } = await tools.client.from('newsletter_signups').insert({
    ...check.fields,
    // The path of the page with the form, from the Referer header.
    consent_page: URL.parse(request.headers.get('referer') ?? '')?.pathname ?? null,
  })
  if (error?.code === '23505') return 'already'
  if (error !== null) {
    await recordSecurityEvent(tools, request, 'newsletter_signup_failed', {
      email,
      error: error.message,
    })
    throw new Error(error.message)
  }
  await recordSecurityEvent(tools, request, 'newsletter_signup', { email })
  return 'signed-up'
}

async function confirm(tools: HandlerContext, token: string): Promise<Outcome> {
  const id = await getLinkSubject(tools, purposes.confirm, token)
  if (id === null) return 'no-link'
  const isThere = await rpcAt(tools, 'confirm_newsletter', { p_id: id })
  return isThere ? 'confirmed' : 'no-link'
}

async function unsubscribe(tools: HandlerContext, token: string): Promise<Outcome> {
  const link = await verifyLink(tools.environment, purposes.unsubscribe, token, tools.now())
  if (link === null) return 'no-link'
  await rpc(tools.client, 'unsubscribe', { p_email_hash: link.subject })
  return 'unsubscribed'
}

/** Answers an unsubscribe request of an email program, which follows no redirect and retries after a 503. */
async function unsubscribeByOneClick(tools: HandlerContext, token: string): Promise<Response> {
  const outcome = await unsubscribe(tools, token).catch((error: unknown) => {
    tools.log.error({ reason: getErrorMessage(error) }, fault)
    const headers = getRetryAfterHeader(60_000)
    throw new Refused(503, 'unavailable', 'Please try again', { headers })
  })
  if (outcome === 'no-link')
    throw new Refused(400, 'invalid_request', 'This link is not one of ours')
  return new Response('Unsubscribed', { headers: { 'cache-control': 'private, no-store' } })
}

function done({ siteUrl }: HandlerContext, outcome: Outcome): Response {
  return redirectToPage(siteUrl, `/newsletter/done?outcome=${outcome}`)
}
