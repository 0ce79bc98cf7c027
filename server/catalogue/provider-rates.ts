import type Stripe from 'stripe'
import { keyFor } from './idempotency.ts'
import type { CatalogueJob, InStep, RateTerms, WantedRate } from './jobs.ts'

const longestName = 100

/**
 * Brings a delivery method in step, as `bringProduct` does a product. Rates have no lookup keys at the provider, so theirs
 * stands in the metadata.
 * @throws Stripe's errors
 */
export async function bringRate(
  stripe: Stripe,
  job: CatalogueJob,
  wanted: WantedRate,
): Promise<InStep> {
  const key = `delivery_${wanted.id}`
  const all = await stripe.shippingRates.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  const ours = all.filter((rate) => rate.metadata['lookup_key'] === key)
  const kept = wanted.terms && (await bringTerms(stripe, job, wanted, wanted.terms, ours))
  const isSwapped = kept !== null && kept.id !== wanted.known
  const left = ours.filter((rate) => rate.active && rate.id !== kept?.id)
  const archives = job.mayArchive && (!isSwapped || !job.isInUse)
  for (const rate of archives ? left : [])
    await stripe.shippingRates.update(rate.id, { active: false })
  return {
    ids: kept === null ? [] : [{ key, id: kept.id, terms: wanted.terms }],
    isSwapped,
    isLeft: left.length > 0 && !archives,
    done: kept?.isNew === true ? [`${key} → ${kept.id}`] : [],
  }
}

/** One that is there already, even if it was archived, or else a new one. */
async function bringTerms(
  stripe: Stripe,
  { attempt }: CatalogueJob,
  { id, known }: WantedRate,
  terms: RateTerms,
  ours: Stripe.ShippingRate[],
): Promise<{ id: string; isNew: boolean }> {
  const name = terms.name.slice(0, longestName)
  const same = ours.filter(
    (rate) => rate.display_name === name && rate.fixed_amount?.amount === terms.amount,
  )
  const kept = same.find((rate) => rate.id === known) ?? same.find((rate) => rate.active) ?? same[0]
  if (kept?.active === true) return { id: kept.id, isNew: kept.id !== known }
  if (kept !== undefined) {
    await stripe.shippingRates.update(kept.id, { active: true })
    return { id: kept.id, isNew: true }
  }
  const made = await stripe.shippingRates.create(
    {
      display_name: name,
      type: 'fixed_amount',
      fixed_amount: { amount: terms.amount, currency: 'gbp' },
      metadata: { lookup_key: `delivery_${id}` },
    },
    { idempotencyKey: keyFor([id, terms.amount, name], attempt) },
  )
  return { id: made.id, isNew: true }
}
