import type { CheckoutPayload } from '../../../domain/checkout.ts'
import { checkoutTexts } from '../../../domain/checkout.ts'
import { loadSupabase } from '../account/supabase.ts'
import { logFailure } from '../browser-log.ts'

/** A price that the server found to be another one than the cart's. */
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

/** So long the shopper waits for an answer, in ms. */
export const checkoutPatience = 15_000

/** Asks for a payment session. Expected failures are values; there is an answer within 15 s. */
export async function requestCheckout(payload: CheckoutPayload): Promise<CheckoutAnswer> {
  const aborter = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<CheckoutAnswer>((resolve) => {
    timer = setTimeout(() => {
      aborter.abort()
      resolve({ kind: 'failed', message: checkoutTexts.unable })
    }, checkoutPatience)
  })
  try {
    return await Promise.race([ask(payload, aborter.signal), tooLong])
  } catch (cause) {
    logFailure('The checkout could not be asked for', cause)
    return { kind: 'failed', message: checkoutTexts.unable }
  } finally {
    clearTimeout(timer)
  }
}

async function ask(payload: CheckoutPayload, signal: AbortSignal): Promise<CheckoutAnswer> {
  const supabase = await loadSupabase()
  const { data, error, response } = await supabase.functions.invoke<unknown>('create-checkout', {
    body: payload,
    signal,
  })
  if (error === null) return readSession(data)
  if (response === undefined) throw error
  return readRefusal(response.status, await bodyOf(response))
}

/** Reads `{ url, session_id }`; only an address of the web is followed. */
export function readSession(data: unknown): CheckoutAnswer {
  const url = textIn(data, 'url')
  const sessionId = textIn(data, 'session_id')
  if (url === null || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    return { kind: 'failed', message: checkoutTexts.noUrl }
  if (sessionId === null) return { kind: 'failed', message: checkoutTexts.noSession }
  return { kind: 'ready', url, sessionId }
}

/** Reads `{ error: { code, message, products } }`. */
export function readRefusal(status: number, body: unknown): CheckoutAnswer {
  const error = valueIn(body, 'error')
  const message = textIn(error, 'message') ?? checkoutTexts.unable
  const products = valueIn(error, 'products')
  if (status === 401) return { kind: 'sign-in' }
  if (textIn(error, 'code') === 'price_changed' && Array.isArray(products))
    return { kind: 'price-changed', message, prices: products.flatMap(toNewPrice) }
  if (textIn(error, 'code') === 'discount_refused') return { kind: 'discount-refused', message }
  return { kind: 'failed', message }
}

function toNewPrice(product: unknown): NewPrice[] {
  const id = textIn(product, 'id')
  const unitAmount = valueIn(product, 'unitAmount')
  if (id === null) return []
  return [
    {
      id,
      unitAmount: typeof unitAmount === 'number' ? unitAmount : null,
      stripePriceId: textIn(product, 'stripePriceId'),
    },
  ]
}

/** What is no JSON has nothing to say. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null
  }
}

function textIn(value: unknown, name: string): string | null {
  const text = valueIn(value, name)
  return typeof text === 'string' && text !== '' ? text : null
}

function valueIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}
