import { ApiError } from './api-error.ts'
import { type SandboxContext, findObject } from './context.ts'
import type { Deliveries } from './deliveries.ts'
import { getRedeemableCoupon } from './discounts.ts'
import { handleFormPage, createClosedPage, type FormPage, type FormFields } from './form-pages.ts'
import type { StoredSession } from './objects.ts'
import { addressFields, renderPaymentPage } from './payment-markup.ts'
import { type SubmittedPayment, paySession } from './take-payment.ts'
import { isBelowMinimum } from './session-checks.ts'
import { applyDiscount, findSession, saveSession } from './sessions.ts'

export function handlePaymentPage(
  context: SandboxContext,
  deliveries: Deliveries,
  request: Request,
  id: string,
): Promise<Response> {
  return handleFormPage(context, deliveries, request, () => {
    const known = findObject(context, 'session', id) === null ? null : findSession(context, id)
    if (known === null)
      return createClosedPage(
        context,
        404,
        'Not found',
        'There is no such payment.',
        context.siteUrl,
      )
    const { status } = known.session
    if (status === 'open') return openPage(context, known)
    return status === 'complete'
      ? createClosedPage(context, 410, 'Paid', 'This payment has been made.', getSuccessUrl(known))
      : createClosedPage(
          context,
          410,
          'Too late',
          'The time for this payment is up. Your cart is still there.',
          context.cartUrl,
        )
  })
}

function openPage(context: SandboxContext, opened: StoredSession): FormPage {
  let kept = opened
  const email = getEmail(context, kept)
  return {
    subject: kept.session.id,
    show: async (view) => {
      const rate = kept.session.shipping_cost?.shipping_rate
      const rates = rate === undefined ? [] : (await context.catalogue()).rates
      const shipping = rates.find((one) => one.id === rate)?.name ?? 'With'
      const shippingName = rate === undefined ? null : shipping
      return renderPaymentPage({
        ...view,
        kept,
        email,
        traderName: context.traderName,
        shippingName,
      })
    },
    act: (typed) => {
      if (typed['do'] === 'code') {
        kept = applyCode(context, kept, typed['code'] ?? '')
        return null
      }
      paySession(context, kept.session.id, readPayment(kept, typed, email))
      return getSuccessUrl(kept)
    },
  }
}

function getSuccessUrl({ session }: StoredSession): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

/**
 * Applies a promotion code to a session.
 * @throws ApiError when the code is invalid, or when the rest is below the minimum amount of a payment
 */
function applyCode(context: SandboxContext, kept: StoredSession, code: string): StoredSession {
  const found = getRedeemableCoupon(context, code, kept.session)
  if (found === null || kept.session.allow_promotion_codes !== true)
    throw new ApiError(400, 'This code is invalid.')
  const session = applyDiscount(kept.session, found)
  if (isBelowMinimum(session.amount_total, session.currency))
    throw new ApiError(400, 'This leaves too little to pay.')
  saveSession(context, { ...kept, session })
  return { ...kept, session }
}

function getEmail(context: SandboxContext, { session }: StoredSession): string | null {
  return session.customer_email ?? findObject(context, 'customer', session.customer)?.email ?? null
}

/** Parses the payment form. @throws ApiError with a message for the shopper about the first missing or invalid field */
function readPayment(
  { session }: StoredSession,
  typed: FormFields,
  given: string | null,
): SubmittedPayment {
  const value = (name: string): string => (typed[name] ?? '').trim()
  const demand = (isThere: boolean, words: string): void => {
    if (!isThere) throw new ApiError(400, words)
  }
  const email = given ?? value('email')
  demand(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email), 'Please enter your e-mail address.')
  const choices: Record<string, string> = {}
  for (const { key, label, dropdown, optional } of session.custom_fields) {
    const chosen = value(`choice_${key}`)
    const isKnown = dropdown.options.some((option) => option.value === chosen)
    demand(isKnown || (optional && chosen === ''), `Please choose: ${label.custom}`)
    choices[key] = chosen
  }
  const shared = { card: value('card'), email, choices }
  if (session.shipping_address_collection === null) return { ...shared, shipping: null }
  for (const { name, asked } of addressFields)
    if (asked !== null)
      demand(value(name) !== '' && value(name).length <= 200, `Please enter your ${asked}.`)
  demand(
    /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i.test(value('postcode')),
    'Please enter a postcode like SE15 5BS.',
  )
  demand(
    session.shipping_address_collection.allowed_countries.includes(value('country')),
    'We only deliver within Great Britain.',
  )
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
