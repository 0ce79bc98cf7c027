import * as v from 'valibot'
import { rpcAt, rpcAtParsed, type ShopClient, timeText } from '../../supabase/client.ts'

/** The terms of a price (amount in pence), which Stripe does not allow to be changed after its creation. */
const priceTermsSchema = v.object({
  amount: v.number(),
  interval: v.nullable(v.picklist(['month', 'year'])),
  count: v.nullable(v.number()),
})
export type PriceTerms = v.InferOutput<typeof priceTermsSchema>

const rateTermsSchema = v.object({ amount: v.number(), name: v.string() })
type RateTerms = v.InferOutput<typeof rateTermsSchema>

/** A product as Stripe should have it; built by `wanted_product` in the database. */
const wantedProductSchema = v.object({
  id: v.string(),
  /** The product's id at Stripe, chosen by the shop before the product exists there. */
  providerId: v.string(),
  /** False when the product was withdrawn or deleted, or has no price. */
  isForSale: v.boolean(),
  /** The fields from here on are null when the product was deleted. */
  slug: v.nullable(v.string()),
  name: v.nullable(v.string()),
  description: v.nullable(v.string()),
  images: v.array(v.string()),
  prices: v.array(
    v.object({
      id: v.string(),
      position: v.number(),
      terms: priceTermsSchema,
      /** The price id at Stripe that the shop has stored, for these terms or for earlier ones. */
      known: v.nullable(v.string()),
    }),
  ),
})
export type WantedProduct = v.InferOutput<typeof wantedProductSchema>

/**
 * A delivery method as Stripe should have it; built by `wanted_rate` in the database. `terms` is null when the method was
 * deleted.
 */
const wantedRateSchema = v.object({
  id: v.string(),
  terms: v.nullable(rateTermsSchema),
  known: v.nullable(v.string()),
})
export type WantedShippingRate = v.InferOutput<typeof wantedRateSchema>

const catalogueJobSchema = v.object({
  subject: v.string(),
  claim: v.string(),
  /** The job's change counter when it was claimed; if the counter is higher later, the job's rows have changed since. */
  changes: v.number(),
  attempt: v.number(),
  isInUse: v.boolean(),
  /** True when no payment page that uses the replaced prices or shipping rates can still be open. */
  mayArchive: v.boolean(),
  product: v.nullable(wantedProductSchema),
  rate: v.nullable(wantedRateSchema),
})
export type CatalogueJob = v.InferOutput<typeof catalogueJobSchema>

export interface SyncResult {
  ids: { key: string; id: string; terms: PriceTerms | RateTerms | null }[]
  /** True when a price or shipping rate got another Stripe id than the shop had stored. */
  isSwapped: boolean
  /** True when a replaced price or shipping rate still has to be archived. */
  isLeft: boolean
  done: string[]
}

/** A failed attempt to sync with Stripe. Times are in ms since 1970. */
interface FailedTry {
  error: string
  /** True when Stripe refused the request, so that retrying does not help until somebody changes something. */
  isRefused: boolean
  retryAt: number
}

/** Lease of a job, in ms; longer than all its requests to Stripe with their retries take. */
const leaseMs = 60_000

export type CatalogueJobs = ReturnType<typeof createCatalogueJobs>

/** Wraps the database functions for the jobs of a payment account. The client needs the secret key. */
export function createCatalogueJobs(
  tools: { client: ShopClient; now: () => number },
  account: string,
) {
  const named = ({ subject, claim, changes }: CatalogueJob) => ({
    p_account: account,
    p_subject: subject,
    p_claim: claim,
    p_changes: changes,
  })
  return {
    /**
     * Claims the next job that is due, or, given a subject, that subject's job, which need not be due while the subject is
     * for sale. Returns null when there is no such job, or another worker holds its lease.
     */
    claim: (subject: string | null = null) =>
      rpcAtParsed(v.nullable(catalogueJobSchema), tools, 'claim_catalogue_job', {
        p_account: account,
        p_lease_ms: leaseMs,
        p_subject: subject,
      }),
    /** Records the result of a job. If another worker has taken it over, only queues the job again and returns false. */
    settle: (job: CatalogueJob, { ids, isSwapped, isLeft }: SyncResult) =>
      rpcAt(tools, 'complete_catalogue_job', {
        ...named(job),
        p_ids: ids,
        p_is_swapped: isSwapped,
        p_is_left: isLeft,
      }),
    fail: (job: CatalogueJob, { error, isRefused, retryAt }: FailedTry) =>
      rpcAt(tools, 'fail_catalogue_job', {
        ...named(job),
        p_error: error,
        p_is_refused: isRefused,
        p_retry_at: timeText(retryAt),
      }),
  }
}
