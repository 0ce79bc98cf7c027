import type Stripe from 'stripe'

/** What the portal's configuration is known by in the owner's account. */
export const portalKey = 'box_portal'

/** The configuration that `npm run stripe:sync` has made; null when there is none. */
export async function findPortal(stripe: Stripe): Promise<string | null> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  return data.find((one) => one.metadata?.['shop'] === portalKey)?.id ?? null
}
