import Stripe from 'stripe'
import * as v from 'valibot'

/** Stripe's API version that this code uses, independent of the account's default version. */
export const stripeVersion = '2026-10-28.endive'

/**
 * Returns a Stripe client that uses fetch, as Deno requires. A request with its retries and pauses takes less than 11 s.
 */
export function createStripe(secretKey: string, apiUrl: string | null): Stripe {
  return new Stripe(secretKey, {
    apiVersion: stripeVersion,
    timeout: 3000,
    maxNetworkRetries: 2,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(createProviderFetch(apiUrl)),
  })
}

/** Returns true for a live key: Stripe names the mode in secret and in restricted keys. */
export function isLiveKey(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey)
}

/**
 * Returns true for Stripe's error that an object of the request does not exist (any more), when the parameter that names it
 * begins with `param`.
 */
export function isMissingAtStripe(error: unknown, param = ''): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    error.code === 'resource_missing' &&
    (error.param ?? '').startsWith(param)
  )
}

export async function nullIfMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (isMissingAtStripe(error)) return null
    throw error
  }
}

/** Expires a payment session if it is still open, and returns it as it is afterwards. */
export async function expireSession(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session> {
  const brief = { timeout: 2000, maxNetworkRetries: 0 }
  try {
    return await stripe.checkout.sessions.expire(id, {}, brief)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 400) throw error
    return stripe.checkout.sessions.retrieve(id, {}, brief)
  }
}

/**
 * Returns a fetch for a base URL with a path, because Stripe's client accepts only a host. A response that comes from a
 * proxy instead of the API is handled as a failed connection, so that the client retries with the same idempotency key.
 */
function createProviderFetch(apiUrl: string | null): typeof fetch {
  const base = apiUrl?.replace(/\/$/, '')
  return async (input, init) => {
    const { href, pathname, search } = new URL(input instanceof Request ? input.url : input)
    const response = await fetch(base === undefined ? href : `${base}${pathname}${search}`, init)
    if (await isFromProvider(response)) return response
    throw new TypeError(`Something in between answered HTTP ${response.status}`)
  }
}

const success = v.pipe(
  v.looseObject({}),
  v.check((body) => 'object' in body || 'id' in body),
)
const failure = v.object({ error: v.object({ type: v.string() }) })

/** Returns true when a response has Stripe's format of errors. https://docs.stripe.com/api/errors */
async function isFromProvider(response: Response): Promise<boolean> {
  const body = v.safeParse(
    v.pipe(v.string(), v.parseJson(), response.ok ? success : failure),
    await response.clone().text(),
  )
  return !response.redirected && body.success
}
