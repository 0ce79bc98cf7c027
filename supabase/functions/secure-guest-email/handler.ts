import * as v from 'valibot'
import { isSuspiciousCart, maxCartLines, maxQuantity } from '../../../domain/cart.ts'
import { guestEmailLimit, guestEmailTexts } from '../../../domain/guest-email.ts'
import { parseEmailAddress } from '../../../domain/validation.ts'
import { createJsonResponse, Refused, createRateLimitRefusal } from '../_shared/responses.ts'
import { readInput, readJson } from '../_shared/body.ts'
import { getClientIpAddress } from '../_shared/caller.ts'
import {
  createPlainRefusalResponse,
  defineHandler,
  type HandlerContext,
} from '../_shared/serve-handler.ts'
import { recordSecurityEvent, countFormPost } from '../_shared/guard.ts'
import { getLinkSubject } from '../_shared/signed-link.ts'
import { rpcAt, rpcAtParsed } from '../../client.ts'

const maxBytes = 64 * 1024
const limit = { ...guestEmailLimit, addressMax: 60 }

const line = v.strictObject({
  product_id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxQuantity)),
})
const saving = v.object({
  email: v.string(),
  cartData: v.pipe(v.array(line), v.maxLength(maxCartLines)),
  cartId: v.nullish(v.pipe(v.string(), v.uuid(), v.toLowerCase()), null),
  agreed: v.optional(v.boolean(), false),
  wantsCode: v.optional(v.boolean(), false),
  /** The path of the page that showed the form; the database stores null for anything that is not a path. */
  page: v.nullish(v.string(), null),
})
const getting = v.object({ token: v.string() })

const givenCode = v.object({ code: v.nullable(v.string()) })

/** The response to a request without a valid link, whether the address has a cart or not. */
const neutral = {
  success: true,
  error: null,
  cartData: null,
  message: 'A saved cart opens only by the link in its reminder e-mail.',
}

const failure = new Refused(503, 'unavailable', guestEmailTexts.failed.text)

/**
 * POST `/save` {email, cartData, cartId?, agreed?, wantsCode?, page?} stores a guest's address with the cart; answers `{
 * success, error }`, and `discountCode` when one was requested: null when the address has already had one. POST `/get`
 * {token} gives the cart to the holder of the signed link of an email, and ends its reminders; any other body, also one
 * with an address, gets one neutral answer. 400 not an address or a cart, 403 from another site, 404, 405, 413, 429 with
 * Retry-After, 503 when it could not be kept.
 */
export const createSecureGuestEmail = defineHandler(route, {
  isPlain: true,
  fault: 'guest email: not kept',
  failed: () => createPlainRefusalResponse(failure),
})

async function route(tools: HandlerContext, request: Request): Promise<Response> {
  const action = new URL(request.url).pathname.split('/').at(-1)
  if (action === 'save') return save(tools, request)
  if (action === 'get') return get(tools, request)
  throw new Refused(404, 'not_found', 'There is no such call')
}

async function save(tools: HandlerContext, request: Request): Promise<Response> {
  const { invalid, failed, tooMany } = guestEmailTexts
  const sent = await readInput(request, maxBytes, saving, failed.text, 'cart')
  const { cartData, cartId, agreed, wantsCode, page } = sent
  const email = parseEmailAddress(sent.email)
  if (email === null) throw new Refused(400, 'invalid_request', invalid.text)
  const wait =
    (await countFormPost(tools, request, limit, email.toLowerCase())) ||
    (await cartWait(tools, request, cartId, cartData))
  if (wait > 0) throw createRateLimitRefusal(wait, tooMany.text)
  if (isSuspiciousCart(cartData)) {
    const details = { form: limit.key, lines: cartData.length, sender: email.toLowerCase() }
    await recordSecurityEvent(tools, request, 'suspicious_form_submission', details)
  }
  await rpcAt(tools, 'save_guest_email', {
    p_cart_id: cartId,
    p_email: email,
    p_cart_data: cartData,
    p_agreed: agreed,
    p_page: page,
  })
  await recordSecurityEvent(tools, request, 'guest_email_saved', { email })
  if (!wantsCode) return createJsonResponse({ success: true, error: null })
  const { code } = await rpcAtParsed(givenCode, tools, 'issue_discount_code', { p_email: email })
  return createJsonResponse({ success: true, error: null, discountCode: code })
}

/** Returns 0 when this cart may be stored now from the visitor's IP address, else the ms to wait. */
async function cartWait(
  tools: HandlerContext,
  request: Request,
  cartId: string | null,
  cartData: object[],
): Promise<number> {
  if (cartId === null && cartData.length === 0) return 0
  return rpcAt(tools, 'guest_cart_wait_ms', {
    p_cart_id: cartId,
    p_cart_data: cartData,
    p_address: getClientIpAddress(request),
  })
}

async function get(tools: HandlerContext, request: Request): Promise<Response> {
  const parsed = v.safeParse(getting, await readJson(request, maxBytes, 'cart'))
  const token = parsed.success ? parsed.output.token : ''
  const subject = await getLinkSubject(tools, 'cart-restore', token)
  if (subject === null) return createJsonResponse(neutral)
  const cartData = await rpcAt(tools, 'restore_cart', { p_subject: subject })
  return createJsonResponse(cartData === null ? neutral : { success: true, error: null, cartData })
}
