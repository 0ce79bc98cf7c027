import * as v from 'valibot'
import { tellMeLimit, type TellMeOutcome } from '../../../domain/tell-me.ts'
import { isUuid } from '../../../domain/uuid.ts'
import { parseEmailAddress } from '../../../domain/validation.ts'
import { rpcAt, rpcAtParsed } from '../../client.ts'
import { createJsonResponse, Refused, redirectToPage } from '../_shared/responses.ts'
import { readForm, readInput } from '../_shared/body.ts'
import { findAccount, getBearerToken } from '../_shared/caller.ts'
import { defineHandler, type HandlerContext } from '../_shared/serve-handler.ts'
import { countFormPost } from '../_shared/guard.ts'
import { getLinkSubject } from '../_shared/signed-link.ts'

const maxBytes = 16 * 1024

const asked = v.object({ product: v.string(), email: v.string() })
const answers = v.picklist(['asked', 'noted', 'here', 'no-product'])

/**
 * Handles requests to be told when a product is available ('Tell me when it's here'): POST `/ask` {product, email}, and
 * `/confirm` {token} from the page that the email leads to. Forms, which work without JavaScript, are answered 303 to a
 * page that shows the result; JSON is answered `{ outcome }`. A caller who is signed in with the address need not confirm.
 * 400, 403 from another site, 404, 405, 413.
 */
export const createTellMe = defineHandler(route, {
  fault: 'tell me: failed',
  failed: (tools, request) => done(tools, request, 'failed'),
})

async function route(tools: HandlerContext, request: Request): Promise<Response> {
  const action = new URL(request.url).pathname.split('/').at(-1)
  if (action === 'ask') return done(tools, request, await ask(tools, request))
  if (action === 'confirm') return done(tools, request, await confirm(tools, request))
  throw new Refused(404, 'not_found', 'There is no such form')
}

async function ask(tools: HandlerContext, request: Request): Promise<TellMeOutcome> {
  const typed = await readAsked(request)
  const email = parseEmailAddress(typed.email)
  if (email === null) return 'invalid-email'
  if ((await countFormPost(tools, request, tellMeLimit, email.toLowerCase())) > 0) return 'too-many'
  if (!isUuid(typed.product)) return 'no-product'
  const token = getBearerToken(request)
  const account = token === null ? null : await findAccount(tools.client, token)
  return rpcAtParsed(answers, tools, 'request_back_in_stock', {
    p_product: typed.product,
    p_email: email,
    p_account: account?.id ?? null,
  })
}

async function readAsked(request: Request): Promise<v.InferOutput<typeof asked>> {
  if (isJson(request)) return readInput(request, maxBytes, asked, 'Send a product and an e-mail')
  const form = await readForm(request, maxBytes)
  return { product: form.get('product') ?? '', email: form.get('email') ?? '' }
}

async function confirm(tools: HandlerContext, request: Request): Promise<TellMeOutcome> {
  const form = await readForm(request, maxBytes)
  const id = await getLinkSubject(tools, 'tell-me-confirm', form.get('token') ?? '')
  if (id === null) return 'no-link'
  return (await rpcAt(tools, 'confirm_back_in_stock', { p_id: id })) ? 'confirmed' : 'no-link'
}

function done({ siteUrl }: HandlerContext, request: Request, outcome: TellMeOutcome): Response {
  if (isJson(request)) return createJsonResponse({ outcome })
  return redirectToPage(siteUrl, `/tell-me/done?outcome=${outcome}`)
}

function isJson({ headers }: Request): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true
}
