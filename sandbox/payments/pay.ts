import type { Context } from './context.ts'
import type { Deliveries } from './deliveries.ts'
import { ApiError } from './api-error.ts'
import { discountOf, redeemable } from './discounts.ts'
import { hmac, sameText } from './ids.ts'
import type { KeptSession } from './session-objects.ts'
import { closedPage, paymentPage, type Typed } from './page.ts'
import type { Customer } from './objects.ts'
import { type Payment, paySession } from './paying.ts'
import { findSession, keep, sums } from './sessions.ts'

const mostBytes = 32 * 1024
/** How long the shopper waits at most for the shop to take the notification before being led back. */
const courtesyMs = 3000

/** The payment page of a session: GET shows it, POST pays. */
export async function pay(
  context: Context,
  deliveries: Deliveries,
  request: Request,
  id: string,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'POST')
    return new Response('Use GET or POST', { status: 405, headers: { allow: 'GET, HEAD, POST' } })
  if (request.method === 'POST') return submit(context, deliveries, request, id)
  const kept = existing(context, id)
  if (kept === null) return show(context, missing(context), 404)
  if (kept.session.status !== 'open') return show(context, closed(kept), 410)
  return show(context, await open(context, kept, {}, null))
}

async function submit(
  context: Context,
  deliveries: Deliveries,
  request: Request,
  id: string,
): Promise<Response> {
  const typed = await readForm(request)
  const kept = existing(context, id)
  if (kept === null || kept.session.status !== 'open')
    return show(context, kept === null ? missing(context) : closed(kept), 410)
  if (typed === null || !isOurForm(context, request, kept, typed))
    return show(context, closedPage('Refused', 'This form did not come from this page.', null), 403)
  if (typed['do'] === 'code') return applyCode(context, kept, typed)
  const payment = readPayment(kept, typed, emailOf(context, kept))
  if ('problem' in payment)
    return show(context, await open(context, kept, typed, payment.problem), 422)
  const result = paySession(context, kept.session.id, payment)
  if ('declined' in result)
    return show(context, await open(context, kept, typed, result.declined), 402)
  await deliveries.flush(courtesyMs)
  const location = kept.session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', kept.session.id)
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

function existing(context: Context, id: string): KeptSession | null {
  try {
    return findSession(context, id)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

function missing(context: Context): string {
  return closedPage('Not found', 'There is no such payment.', context.siteUrl)
}

function closed({ session }: KeptSession): string {
  return session.status === 'complete'
    ? closedPage(
        'Paid',
        'This payment has been made.',
        session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id),
      )
    : closedPage(
        'Too late',
        'The time for this payment is up. Your cart is still there.',
        session.cancel_url,
      )
}

async function open(
  context: Context,
  kept: KeptSession,
  typed: Typed,
  problem: string | null,
): Promise<string> {
  const rate = kept.session.shipping_cost?.shipping_rate
  const rates = rate === undefined ? [] : (await context.catalogue()).rates
  return paymentPage({
    kept,
    email: emailOf(context, kept),
    token: tokenOf(context, kept),
    traderName: context.traderName,
    shippingName:
      rate === undefined ? null : (rates.find((one) => one.id === rate)?.name ?? 'With'),
    typed,
    problem,
  })
}

/** Only this page knows the token, and only our own site may send its form. */
function isOurForm(context: Context, request: Request, kept: KeptSession, typed: Typed): boolean {
  const origin = request.headers.get('origin')
  const here = new URL(request.url).origin
  if (origin !== null && origin !== context.siteUrl && origin !== here) return false
  if (request.headers.get('sec-fetch-site') === 'cross-site') return false
  return sameText(typed['token'] ?? '', tokenOf(context, kept))
}

function tokenOf(context: Context, kept: KeptSession): string {
  return hmac(context.secretKey, `form of ${kept.session.id}`)
}

async function readForm(request: Request): Promise<Typed | null> {
  if (!(request.headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded'))
    return null
  const text = await request.text()
  return text.length > mostBytes ? null : Object.fromEntries(new URLSearchParams(text))
}

async function applyCode(context: Context, kept: KeptSession, typed: Typed): Promise<Response> {
  const found = redeemable(context, typed['code'] ?? '', kept.session.customer)
  if (found === null || kept.session.allow_promotion_codes !== true)
    return show(context, await open(context, kept, typed, 'This code is invalid.'), 422)
  const discount = discountOf(found.coupon, kept.session.amount_subtotal)
  const session = {
    ...kept.session,
    ...sums(kept.session, discount),
    discounts: [{ coupon: found.coupon.id, promotion_code: found.code?.id ?? null }],
  }
  keep(context, { ...kept, session })
  return show(context, await open(context, { ...kept, session }, typed, null))
}

/** The address that the shop gave, by itself or with its customer. */
function emailOf(context: Context, { session }: KeptSession): string | null {
  const customer = context.store.get<Customer>('customer', session.customer ?? '')
  return session.customer_email ?? customer?.email ?? null
}

function readPayment(
  { session }: KeptSession,
  typed: Typed,
  given: string | null,
): Payment | { problem: string } {
  const value = (name: string): string => (typed[name] ?? '').trim()
  const email = given ?? value('email')
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    return { problem: 'Please enter your e-mail address.' }
  const choices: Record<string, string> = {}
  for (const field of session.custom_fields) {
    const chosen = value(`choice_${field.key}`)
    const known = field.dropdown.options.some((option) => option.value === chosen)
    if (!known && !(field.optional && chosen === ''))
      return { problem: `Please choose: ${field.label.custom}` }
    choices[field.key] = chosen
  }
  const shared = { card: value('card'), email, choices }
  if (session.shipping_address_collection === null) return { ...shared, shipping: null }
  for (const [name, label] of [
    ['name', 'name'],
    ['line1', 'address'],
    ['city', 'town or city'],
  ] as const)
    if (value(name) === '' || value(name).length > 200)
      return { problem: `Please enter your ${label}.` }
  if (!/^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i.test(value('postcode')))
    return { problem: 'Please enter a postcode like SE15 5BS.' }
  if (!session.shipping_address_collection.allowed_countries.includes(value('country')))
    return { problem: 'We only deliver within Great Britain.' }
  const address = {
    line1: value('line1'),
    line2: value('line2') || null,
    city: value('city'),
    state: null,
    postal_code: value('postcode').toUpperCase(),
    country: value('country'),
  }
  return { ...shared, shipping: { name: value('name'), address } }
}

function show(context: Context, page: string, status = 200): Response {
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
