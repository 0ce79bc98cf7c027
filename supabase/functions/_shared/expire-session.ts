import type Stripe from 'stripe'

/** A session that was told to end, as it is now. One that is no longer open refuses, so it is asked. */
export async function expireSession(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session> {
  const brief = { timeout: 2000, maxNetworkRetries: 0 }
  try {
    return await stripe.checkout.sessions.expire(id, {}, brief)
  } catch (error) {
    if (!(error instanceof Error && 'statusCode' in error && error.statusCode === 400)) throw error
    return stripe.checkout.sessions.retrieve(id, {}, brief)
  }
}
