import { type Context, find } from './context.ts'
import type { Deliveries } from './deliveries.ts'
import { ApiError } from './api-error.ts'
import { discountOf, redeemable } from './discounts.ts'
import type { KeptSession } from './session-objects.ts'
import { closedPage, paymentPage, type Typed } from './page.ts'
import type { Customer } from './objects.ts'
import {
  formToken,
  isOurForm,
  leadTo,
  readForm,
  refuseForm,
  refuseMethod,
  showPage,
} from './page-answers.ts'
import { type Payment, paySession } from './paying.ts'
import { isTooSmall } from './session-checks.ts'
import { findSession, keep, sums } from './sessions.ts'

/** The payment page of a session: GET shows it, POST pays. */
export async function pay(
  context: Context,
  deliveries: Deliveries,
  request: Request,
  id: string,
): Promise<Response> {
  const refusal = refuseMethod(request)
  if (refusal !== null) return refusal
  if (request.method === 'POST') return submit(context, deliveries, request, id)
  const kept = existing(context, id)
  if (kept === null) return showPage(context, missing(context), 404)
  if (kept.session.status !== 'open') return showPage(context, closed(kept), 410)
  return showPage(context, await open(context, kept, {}, null))
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
    return showPage(context, kept === null ? missing(context) : closed(kept), 410)
  if (typed === null || !isOurForm(context, request, kept.session.id, typed))
    return refuseForm(context)
  if (typed['do'] === 'code') return applyCode(context, kept, typed)
  const payment = readPayment(kept, typed, emailOf(context, kept))
  if ('problem' in payment)
    return showPage(context, await open(context, kept, typed, payment.problem), 422)
  const result = paySession(context, kept.session.id, payment)
  if ('declined' in result)
    return showPage(context, await open(context, kept, typed, result.declined), 402)
  return leadTo(deliveries, successUrl(kept))
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

function closed(kept: KeptSession): string {
  const { session } = kept
  return session.status === 'complete'
    ? closedPage('Paid', 'This payment has been made.', successUrl(kept))
    : closedPage(
        'Too late',
        'The time for this payment is up. Your cart is still there.',
        session.cancel_url,
      )
}

function successUrl({ session }: KeptSession): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
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
    token: formToken(context, kept.session.id),
    traderName: context.traderName,
    shippingName:
      rate === undefined ? null : (rates.find((one) => one.id === rate)?.name ?? 'With'),
    typed,
    problem,
  })
}

async function applyCode(context: Context, kept: KeptSession, typed: Typed): Promise<Response> {
  const found = redeemable(context, typed['code'] ?? '', kept.session)
  if (found === null || kept.session.allow_promotion_codes !== true)
    return showPage(context, await open(context, kept, typed, 'This code is invalid.'), 422)
  const discount = discountOf(found.coupon, kept.session.amount_subtotal)
  const session = {
    ...kept.session,
    ...sums(kept.session, discount),
    discounts: [{ coupon: found.coupon.id, promotion_code: found.code?.id ?? null }],
  }
  if (isTooSmall(session.amount_total, session.currency))
    return showPage(
      context,
      await open(context, kept, typed, 'This leaves too little to pay.'),
      422,
    )
  keep(context, { ...kept, session })
  return showPage(context, await open(context, { ...kept, session }, typed, null))
}

/** The address that the shop gave, by itself or with its customer. */
function emailOf(context: Context, { session }: KeptSession): string | null {
  const customer = find<Customer>(context, 'customer', session.customer ?? '')
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
