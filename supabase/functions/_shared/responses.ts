import * as v from 'valibot'
import { markerHeader } from '../../../domain/backend-response.ts'

/**
 * An error that the database returns to refuse a request. `products` has the data that the cart page needs to apply a
 * change; amounts are in pence.
 */
export const refusalSchema = v.object({
  code: v.string(),
  message: v.string(),
  products: v.array(
    v.object({
      id: v.string(),
      name: v.nullable(v.string()),
      unitAmount: v.nullable(v.number()),
      stripePriceId: v.nullable(v.string()),
    }),
  ),
})

interface Beside {
  products?: v.InferOutput<typeof refusalSchema>['products']
  headers?: Record<string, string>
  field?: string
}

/** Thrown wherever a request is refused; `defineHandler` turns this error into the response. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly code: string
  readonly beside: Beside

  constructor(status: number, code: string, message: string, beside: Beside = {}) {
    super(message)
    this.status = status
    this.code = code
    this.beside = beside
  }
}

export function createRateLimitRefusal(
  waitMs: number,
  text = 'Too many attempts. Please wait before trying again.',
): Refused {
  return new Refused(429, 'rate_limited', text, { headers: getRetryAfterHeader(waitMs) })
}

export function getRetryAfterHeader(waitMs: number): { 'retry-after': string } {
  return { 'retry-after': String(Math.ceil(waitMs / 1000)) }
}

/**
 * Headers of every response with a body: the shop's pages accept no response without the marker, which they may have to
 * read from another origin.
 */
export const shopResponseHeaders = {
  'cache-control': 'private, no-store',
  [markerHeader]: '1',
  'access-control-expose-headers': markerHeader,
}

export function createJsonResponse(
  body: object,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, { status, headers: { ...shopResponseHeaders, ...headers } })
}

/** Redirects a browser to a page of the shop, so that a reload does not post again. */
export function redirectToPage(siteUrl: string, path: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: new URL(path, siteUrl).href, 'cache-control': 'private, no-store' },
  })
}
