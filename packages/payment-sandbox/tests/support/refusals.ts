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
 * Makes a call that the sandbox must refuse, and returns the refusal. The client's types need not allow the call.
 * @throws Error when the call was not refused
 */
export async function refusalOf(
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

/** Recognises a refusal by its message, or by its parameter and type; a code comes with the address of its documentation. */
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
