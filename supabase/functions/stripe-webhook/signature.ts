import Stripe from 'stripe'

/** Maximum difference in seconds between Stripe's clock and ours, in either direction. */
const tolerance = 300

/**
 * Returns the parsed body if it was signed with the shop's secret at most five minutes ago; undefined otherwise, and when
 * it is not JSON.
 */
export async function parseVerifiedBody(
  body: Uint8Array,
  header: string | null,
  secret: string,
  now: number,
): Promise<unknown> {
  const times = (header ?? '').split(',').flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? [])
  // These checks are needed because Stripe's library accepts times in the future, and uses the last of several.
  if (header === null || times.length !== 1 || Number(times[0]) > now / 1000 + tolerance)
    return undefined
  try {
    return await Stripe.webhooks.constructEventAsync(
      body,
      header,
      secret,
      tolerance,
      Stripe.createSubtleCryptoProvider(),
      now,
    )
  } catch (error) {
    if (
      error instanceof Stripe.errors.StripeSignatureVerificationError ||
      error instanceof SyntaxError
    )
      return undefined
    throw error
  }
}
