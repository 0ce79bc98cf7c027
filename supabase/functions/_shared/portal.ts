import type Stripe from 'stripe'

export const portalMetadataValue = 'box_portal'

export async function findPortalConfiguration(stripe: Stripe): Promise<string | null> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  return data.find((one) => one.metadata?.['shop'] === portalMetadataValue)?.id ?? null
}

/**
 * Creates the configuration of Stripe's customer portal. Customers cannot change prices or quantities there, because the
 * shop would not know what to pack.
 */
export async function createPortalConfiguration(stripe: Stripe): Promise<string> {
  const made = await stripe.billingPortal.configurations.create({
    metadata: { shop: portalMetadataValue },
    features: {
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
    },
  })
  return made.id
}
