import { html, type Markup, emptyMarkup } from './html.ts'
import { createPageResponse } from './page.ts'
import { ApiError } from './api-error.ts'
import { type SandboxContext, calculateHmac, isSameText } from './context.ts'
import type { Deliveries } from './deliveries.ts'

const maxBodyBytes = 32 * 1024
/** The maximum time in ms that a redirect waits for the webhook to receive the events of an action. */
const deliveryWaitMs = 3000

export type FormFields = Record<string, string>

/** A page with forms. Each form contains a token against cross-site request forgery. */
export interface FormPage {
  subject: string
  show: (view: { typed: FormFields; token: Markup }) => Promise<{ title: string; body: Markup }>
  /**
   * Runs the action of a submitted form. Returns the URL to redirect to, or null to show the page again.
   * @throws ApiError when the action is not possible
   */
  act: (typed: FormFields) => string | null
}

/**
 * Renders the page that `open` returns for a GET request, and runs its action for a POST request. When `open` returns a Response,
 * that is the answer.
 */
export async function handleFormPage(
  context: SandboxContext,
  deliveries: Deliveries,
  request: Request,
  open: () => FormPage | Response,
): Promise<Response> {
  const { method } = request
  if (!['GET', 'HEAD', 'POST'].includes(method))
    return new Response('Use GET or POST', { status: 405, headers: { allow: 'GET, HEAD, POST' } })
  const sent = method === 'POST' ? await readForm(request) : {}
  const page = open()
  if (page instanceof Response) return page
  const token = calculateHmac(context.secretKey, `form of ${page.subject}`)
  const show = async (
    typed: FormFields,
    problem: string | null,
    status: number,
  ): Promise<Response> => {
    const field = html`<input type="hidden" name="token" value="${token}" />`
    const { title, body } = await page.show({ typed, token: field })
    const note = html`<p class="notice failed" role="alert">${problem ?? ''}</p>`
    return renderPage(
      context,
      title,
      html`${problem === null ? emptyMarkup : note} ${body}`,
      status,
    )
  }
  if (method !== 'POST') return show({}, null, 200)
  if (sent === null || !isSameOrigin(context, request) || !isSameText(sent['token'] ?? '', token))
    return createClosedPage(context, 403, 'Refused', 'This form did not come from this page.', null)
  try {
    const location = page.act(sent)
    if (location === null) return show(sent, null, 200)
    // Waits until the shop has received the events, because the page that the browser is redirected to depends on them.
    await deliveries.flush(deliveryWaitMs)
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return show(sent, error.message, error.status === 402 ? 402 : 422)
  }
}

export function createClosedPage(
  context: SandboxContext,
  status: number,
  title: string,
  words: string,
  back: string | null,
): Response {
  const body = html`<h1>${title}</h1>
    <p class="notice">${words}</p>
    ${back === null ? emptyMarkup : html`<p><a href="${back}">Back to the shop</a></p>`}`
  return renderPage(context, title, body, status)
}

function renderPage(
  context: SandboxContext,
  title: string,
  body: Markup,
  status: number,
): Response {
  const banner = html`It stands in for the card payment page: no money moves and no real card works
  here.`
  return createPageResponse({ title, banner, body, status, formsTo: context.siteUrl })
}

/** Parses the body of a submitted form. Returns null when it is not form-encoded or too large. */
async function readForm(request: Request): Promise<FormFields | null> {
  if (!(request.headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded'))
    return null
  const text = await request.text()
  return text.length > maxBodyBytes ? null : Object.fromEntries(new URLSearchParams(text))
}

function isSameOrigin(context: SandboxContext, request: Request): boolean {
  const own = new URL(context.url).origin
  const origin = request.headers.get('origin') ?? own
  if (request.headers.get('sec-fetch-site') === 'cross-site') return false
  return origin === own || origin === new URL(request.url).origin
}
