import Stripe from 'stripe'
import { expect } from 'vitest'
import type { TestSandbox } from './sandbox.ts'

export interface Refusal {
  status: number | undefined
  type: string | undefined
  code: string | undefined
  param: string | undefined
  message: string
  doc_url: string | undefined
}

/**
 * Makes an API call that the sandbox must refuse, and returns the error response. Sends it as a raw request, because the client's
 * types may not allow it.
 * @throws Error when the call succeeds
 */
export async function requestRefusal(
  { stripe }: Pick<TestSandbox, 'stripe'>,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  params: object = {},
): Promise<Refusal> {
  try {
    await stripe.rawRequest(method, `/v1/${path}`, { ...params })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { statusCode: status, rawType: type, code, param, message, doc_url } = error
    return { status, type, code, param, message, doc_url }
  }
  throw new Error(`${method} ${path} was not refused`)
}

/**
 * Expects an `invalid_request_error` with the given message or properties. An error with a code must link to the code's
 * documentation.
 */
export function expectRefusal(refusal: Refusal, expected: Partial<Refusal> | RegExp): void {
  expect([refusal.status, refusal.type]).toEqual([400, 'invalid_request_error'])
  if (expected instanceof RegExp) expect(refusal.message).toMatch(expected)
  else expect(refusal).toMatchObject(expected)
  const { code, doc_url: url } = refusal
  expect(url).toBe(
    code === undefined
      ? undefined
      : `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
  )
}
