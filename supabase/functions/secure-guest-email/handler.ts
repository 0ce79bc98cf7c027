import { call, callFor, type ShopClient } from '../../client.ts'
import * as v from 'valibot'
import { isSuspiciousCart, maxLines, maxQuantity } from '../../../domain/cart.ts'
import { checkGuestEmail, guestEmailLimit, guestEmailTexts } from '../../../domain/guest-email.ts'
import { answer, retryAfter } from '../_shared/answers.ts'
import { NotJsonError, readJson, TooLargeError } from '../_shared/body.ts'
import { clientAddress } from '../_shared/caller.ts'
import { consoleLog, type FunctionEnvironment } from '../_shared/environment.ts'
import { messageOf } from '../_shared/faults.ts'
import { admit, noteEvent } from '../_shared/guard.ts'
import { isForeign } from '../_shared/origin.ts'
import { readLink } from '../_shared/signed-link.ts'
import { createServiceClient } from '../_shared/supabase.ts'

const mostBytes = 64 * 1024
/** All guests behind one address, in the time of the limit. */
const mostFromAddress = 60

const line = v.strictObject({
  product_id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxQuantity)),
})
const saving = v.object({
  email: v.string(),
  cartData: v.pipe(v.array(line), v.maxLength(maxLines)),
  /** The guest's stored cart. */
  cartId: v.nullish(v.pipe(v.string(), v.uuid(), v.toLowerCase()), null),
  /** Whether the box with `reminderOffer` was ticked. */
  agreed: v.optional(v.boolean(), false),
  /** Whether the 10% code was offered for it. */
  wantsCode: v.optional(v.boolean(), false),
  /** Where the box stood; the database keeps it when it is a path. */
  page: v.nullish(v.string(), null),
})
const getting = v.object({ email: v.optional(v.string()), token: v.optional(v.string()) })

interface Tools {
  client: ShopClient
  environment: FunctionEnvironment
}

/** What everybody gets who asks for a cart without its link, whether there is one or not. */
const neutral = {
  success: true,
  error: null,
  cartData: null,
  message: 'A saved cart opens only by the link in its reminder e-mail.',
}

/**
 * POST `/save` {email, cartData, cartId?, agreed?, wantsCode?, page?} keeps a guest's address with the cart; answers
 * `{ success, error }`, and `discountCode` where one was asked for: null when the address has had its own. POST `/get`
 * {token} gives the cart to whoever holds the signed link of a mail, and ends the reminders of it; any other body, an address too, gets the same
 * neutral answer. 400 not an address or a cart, 403 from another site, 404, 405, 413,
 * 429 with Retry-After, 503 when it could not be kept.
 */
export function createSecureGuestEmail(
  environment: FunctionEnvironment,
): (request: Request) => Promise<Response> {
  const tools = { client: createServiceClient(environment), environment }
  return async (request) => {
    if (request.method !== 'POST') return refused(405, 'Use POST', { allow: 'POST' })
    if (isForeign(request, environment.SITE_URL))
      return refused(403, 'This request came from another site')
    const action = new URL(request.url).pathname.split('/').at(-1)
    try {
      if (action === 'save') return await save(tools, request)
      if (action === 'get') return await get(tools, request)
      return refused(404, 'There is no such call')
    } catch (error) {
      if (error instanceof TooLargeError) return refused(413, 'The cart is too large')
      if (error instanceof NotJsonError) return refused(400, 'Send JSON')
      const log = environment.log ?? consoleLog
      log.error({ reason: messageOf(error) }, 'guest email: not kept')
      return refused(503, guestEmailTexts.failed.text)
    }
  }
}

async function save(tools: Tools, request: Request): Promise<Response> {
  const parsed = v.safeParse(saving, await readJson(request, mostBytes))
  if (!parsed.success) return refused(400, guestEmailTexts.failed.text)
  const { cartData, cartId, agreed, wantsCode, page } = parsed.output
  const email = checkGuestEmail(parsed.output.email)
  if (email === null) return refused(400, guestEmailTexts.invalid.text)
  const { key: form, max, windowMs } = guestEmailLimit
  const limit = { form, max, addressMax: mostFromAddress, windowMs }
  const wait =
    (await admit(tools, request, limit, email.toLowerCase())) ||
    (await cartWait(tools, request, cartId, cartData))
  if (wait > 0) return refused(429, guestEmailTexts.tooMany.text, retryAfter(wait))
  if (isSuspiciousCart(cartData))
    await noteEvent(tools, request, 'suspicious_form_submission', { form, lines: cartData.length })
  await call(tools.client, 'save_guest_email', {
    p_cart_id: cartId,
    p_email: email,
    p_cart_data: cartData,
    p_agreed: agreed,
    p_page: page,
    p_now: new Date(tools.environment.now()).toISOString(),
  })
  await noteEvent(tools, request, 'guest_email_saved', { email })
  if (!wantsCode) return answer({ success: true, error: null })
  const given = await callFor(
    v.object({ code: v.nullable(v.string()) }),
    tools.client,
    'give_discount_code',
    {
      p_email: email,
      p_now: new Date(tools.environment.now()).toISOString(),
    },
  )
  return answer({ success: true, error: null, discountCode: given.code })
}

/** 0 when the visitor's address may store this cart, else the milliseconds to wait. */
async function cartWait(
  { client, environment }: Tools,
  request: Request,
  cartId: string | null,
  cartData: object[],
): Promise<number> {
  if (cartId === null && cartData.length === 0) return 0
  return call(client, 'guest_cart_wait', {
    p_cart_id: cartId,
    p_cart_data: cartData,
    p_address: clientAddress(request),
    p_now: new Date(environment.now()).toISOString(),
  })
}

async function get(tools: Tools, request: Request): Promise<Response> {
  const parsed = v.safeParse(getting, await readJson(request, mostBytes))
  const token = parsed.success ? (parsed.output.token ?? '') : ''
  const link = await readLink(tools.environment, 'cart-restore', token, tools.environment.now())
  if (link === null || link.isExpired) return answer(neutral)
  const cartData = await call(tools.client, 'bring_back_cart', {
    p_subject: link.subject,
    p_now: new Date(tools.environment.now()).toISOString(),
  })
  return answer(cartData === null ? neutral : { success: true, error: null, cartData })
}

function refused(status: number, error: string, headers: Record<string, string> = {}): Response {
  return answer({ success: false, error }, status, headers)
}
