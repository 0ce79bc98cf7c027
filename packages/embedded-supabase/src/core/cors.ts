import type { WireRequest, WireResponse } from './wire.ts'

/** Response headers that pages of other origins may read, in addition to the CORS-safelisted ones. */
const exposed =
  'Content-Encoding, Content-Location, Content-Range, Content-Profile, Date, ETag, Link, Location, Preference-Applied, Retry-After, X-Relay-Error, X-Supabase-Api-Version, X-Total-Count'
const methods = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'
/** Seconds for which a browser may cache a preflight response. */
const longestAllowance = '86400'

export function isPreflight({ method, headers }: WireRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** Answers a preflight request. Allows every requested header, because keys and tokens decide what a caller may do. */
export function answerPreflight({ headers }: WireRequest, origin: string): WireResponse {
  const wanted = headers['access-control-request-headers'] ?? ''
  return {
    status: 204,
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': /^[\w\-, ]*$/.test(wanted) ? wanted : '',
      'access-control-max-age': longestAllowance,
      vary: 'Origin, Access-Control-Request-Headers',
    },
    body: null,
  }
}

/**
 * Returns the CORS headers with which a page of another origin can read a response, merged with the response's own `vary` and
 * exposed headers.
 */
export function corsHeaders(
  origin: string,
  { vary, 'access-control-expose-headers': more }: Record<string, string> = {},
): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': more === undefined ? exposed : `${exposed}, ${more}`,
    vary: vary === undefined ? 'Origin' : `${vary}, Origin`,
  }
}

export function withCors(answer: WireResponse, origin: string): WireResponse {
  const { headers } = answer
  return { ...answer, headers: { ...headers, ...corsHeaders(origin, headers) } }
}
