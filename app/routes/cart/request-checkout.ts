import type { CheckoutPayload } from '../../../domain/checkout.ts'
import { checkoutTexts } from '../../../domain/checkout-texts.ts'
import { callSignedIn, getHttpUrlField } from '../../features/account/call-signed-in.ts'
import { removeSession } from '../../features/account/sign-out.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { getField, getTextField } from '../../features/browser/json.ts'

export interface NewPrice {
  id: string
  unitAmount: number | null
  stripePriceId: string | null
}

export type CheckoutAnswer =
  | { kind: 'ready'; url: string; sessionId: string }
  | { kind: 'sign-in' }
  | { kind: 'price-changed'; message: string; prices: NewPrice[] }
  | { kind: 'discount-refused'; message: string }
  | { kind: 'failed'; message: string }

const patience = 15_000

/** Creates a payment session. Never throws: expected failures are results. Returns a result within `patience` at the latest. */
export async function requestCheckout(payload: CheckoutPayload): Promise<CheckoutAnswer> {
  const aborter = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<CheckoutAnswer>((resolve) => {
    timer = setTimeout(() => {
      aborter.abort()
      resolve({ kind: 'failed', message: checkoutTexts.unable })
    }, patience)
  })
  try {
    return await Promise.race([ask(payload, aborter.signal), tooLong])
  } catch (cause) {
    logFailure('Checkout: could not be asked for', cause)
    return { kind: 'failed', message: checkoutTexts.unable }
  } finally {
    clearTimeout(timer)
  }
}

async function ask(payload: CheckoutPayload, signal: AbortSignal): Promise<CheckoutAnswer> {
  const { status, answer } = await callSignedIn('create-checkout', payload, signal)
  if (status === 200) return parsePaymentPage(answer)
  // The session was ended on another device: the customer has to sign in again.
  if (status === 401) await removeSession()
  return parseCheckoutRefusal(status, answer)
}

/** Parses `{ url, session_id }`. Accepts only http(s) URLs. A body with neither field does not come from the shop. */
export function parsePaymentPage(data: unknown): CheckoutAnswer {
  const url = getHttpUrlField(data, 'url')
  const sessionId = getTextField(data, 'session_id')
  if (getField(data, 'url') === undefined && sessionId === null)
    return { kind: 'failed', message: checkoutTexts.unable }
  if (url === null) return { kind: 'failed', message: checkoutTexts.noUrl }
  if (sessionId === null) return { kind: 'failed', message: checkoutTexts.noSession }
  return { kind: 'ready', url, sessionId }
}

export function parseCheckoutRefusal(status: number, body: unknown): CheckoutAnswer {
  const error = getField(body, 'error')
  const message = getTextField(error, 'message') ?? checkoutTexts.unable
  const products = getField(error, 'products')
  if (status === 401) return { kind: 'sign-in' }
  if (getTextField(error, 'code') === 'price_changed' && Array.isArray(products))
    return { kind: 'price-changed', message, prices: products.flatMap(toNewPrice) }
  if (getTextField(error, 'code') === 'discount_refused')
    return { kind: 'discount-refused', message }
  return { kind: 'failed', message }
}

function toNewPrice(product: unknown): NewPrice[] {
  const id = getTextField(product, 'id')
  const price = getField(product, 'unitAmount')
  const unitAmount = typeof price === 'number' ? price : null
  return id === null
    ? []
    : [{ id, unitAmount, stripePriceId: getTextField(product, 'stripePriceId') }]
}
