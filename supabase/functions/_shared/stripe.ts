import Stripe from 'stripe'

/** The API version that this code was written for, whatever the account's own is. */
export const stripeVersion = '2026-10-28.endive'

/** On fetch, so that it is the same on Deno. With retries and pauses it takes less than 11 s. */
export function createStripe(secretKey: string, apiUrl: string | null): Stripe {
  return new Stripe(secretKey, {
    apiVersion: stripeVersion,
    timeout: 3000,
    maxNetworkRetries: 2,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(apiUrl === null ? undefined : fetchAt(apiUrl)),
  })
}

/** Whether money moves for real: the provider names the mode in its secret and its restricted keys. */
export function isLive(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey)
}

/** Something named in the request does not exist (any more): in a parameter that begins with `param`. */
export function isMissing(error: unknown, param = ''): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    error.code === 'resource_missing' &&
    (error.param ?? '').startsWith(param)
  )
}

export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Expires a session, and returns it as it is now: one that is no longer open cannot be expired. */
export async function expireSession(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session> {
  const brief = { timeout: 2000, maxNetworkRetries: 0 }
  try {
    return await stripe.checkout.sessions.expire(id, {}, brief)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 400) throw error
    return stripe.checkout.sessions.retrieve(id, {}, brief)
  }
}

/** The client takes a host, but no path before `/v1`. */
function fetchAt(apiUrl: string): typeof fetch {
  const base = apiUrl.replace(/\/$/, '')
  return (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(`${base}${pathname}${search}`, init)
  }
}
