import type { Context } from './context.ts'
import { hmac, sameText } from './ids.ts'
import type { Deliveries } from './deliveries.ts'
import { closedPage, type Typed } from './page.ts'

const mostBytes = 32 * 1024
/** How long somebody waits at most for the shop to take the notification before being led on. */
const courtesyMs = 3000

/** A page of the sandbox: without scripts, in no frame, kept by nobody. */
export function showPage(context: Context, page: string, status = 200): Response {
  return new Response(page, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-security-policy': `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self' ${context.siteUrl}; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** The answer to what a page does not take, or null. */
export function refuseMethod({ method }: Request): Response | null {
  return ['GET', 'HEAD', 'POST'].includes(method)
    ? null
    : new Response('Use GET or POST', { status: 405, headers: { allow: 'GET, HEAD, POST' } })
}

/** The answer to a form that `isOurForm` does not know. */
export function refuseForm(context: Context): Response {
  const page = closedPage('Refused', 'This form did not come from this page.', null)
  return showPage(context, page, 403)
}

/** Leads on once the shop knows what was done. */
export async function leadTo(deliveries: Deliveries, location: string): Promise<Response> {
  await deliveries.flush(courtesyMs)
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

/** What was typed into a form; null for anything else. */
export async function readForm(request: Request): Promise<Typed | null> {
  if (!(request.headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded'))
    return null
  const text = await request.text()
  return text.length > mostBytes ? null : Object.fromEntries(new URLSearchParams(text))
}

/** Only the page of `subject` knows the token, and only our own site may send its form. */
export function isOurForm(
  context: Context,
  request: Request,
  subject: string,
  typed: Typed,
): boolean {
  const origin = request.headers.get('origin')
  const here = new URL(request.url).origin
  if (origin !== null && origin !== context.siteUrl && origin !== here) return false
  if (request.headers.get('sec-fetch-site') === 'cross-site') return false
  return sameText(typed['token'] ?? '', formToken(context, subject))
}

export function formToken(context: Context, subject: string): string {
  return hmac(context.secretKey, `form of ${subject}`)
}
