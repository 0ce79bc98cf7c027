import type Stripe from 'stripe'
import * as v from 'valibot'
import { guestCodePercent } from '../../domain/guest-email.ts'
import {
  type CatalogueJob,
  type CatalogueJobs,
  createCatalogueJobs,
} from '../../server/catalogue/jobs.ts'
import { isRefusedByStripe, runCatalogueJob } from '../../server/catalogue/worker.ts'
import {
  findPortalConfiguration,
  createPortalConfiguration,
  portalMetadataValue,
} from '../../supabase/functions/_shared/portal.ts'
import { nullIfMissing } from '../../supabase/functions/_shared/stripe.ts'
import { OwnerError, type OwnerTools } from './connect.ts'
import { rpcParsed, getRows, timeText } from '../../supabase/client.ts'

interface Synced {
  id: string
  made: boolean
}

/** Has the percentage in its id: a coupon at the payment provider cannot be changed, so another percentage needs another coupon. */
const couponId = `percent_off_${guestCodePercent}`

/**
 * Creates the shop's products, prices, shipping rates, discount coupon and customer portal in the owner's account at the payment
 * provider, saves their ids and prints what was missing. From then on the shop itself keeps its catalogue in sync; running this
 * again checks all of it and repairs changes made in the provider's dashboard.
 * @throws OwnerError when another process is syncing a part of the catalogue, and Stripe's errors
 */
export async function syncAccount(tools: OwnerTools): Promise<void> {
  const { client, stripe, account, print } = tools
  const catalogue = await syncCatalogue(tools)
  let { made } = catalogue
  const keep = async (lookupKey: string, synced: Synced): Promise<void> => {
    const row = { account, lookup_key: lookupKey, provider_id: synced.id }
    await getRows(`The id of ${lookupKey}`, client.from('payment_provider_ids').upsert(row))
    if (!synced.made) return
    made += 1
    print(`${lookupKey} → ${synced.id}`)
  }
  await keep(`coupon_${couponId}`, await syncCoupon(stripe))
  await keep(portalMetadataValue, await syncPortal(stripe))
  const isInUse = await noteSetUp(tools)
  if (made > 0) print(`${made} made.`)
  else if (catalogue.refused === 0) print('Everything was there already.')
  if (!isInUse)
    print(
      `The shop uses another account. Start it with this STRIPE_SECRET_KEY to use the ${account} one.`,
    )
  if (catalogue.refused > 0)
    throw new OwnerError(`${catalogue.refused} of the catalogue cannot be sold as they are.`)
}

async function syncCatalogue(tools: OwnerTools): Promise<{ made: number; refused: number }> {
  const { client, account, print } = tools
  const jobs = createCatalogueJobs(tools, account)
  const inHand: string[] = []
  let made = 0
  let refused = 0
  for (const subject of await rpcParsed(v.array(v.string()), client, 'catalogue_subjects', {
    p_account: account,
  })) {
    const job = await jobs.claim(subject)
    if (job === null) {
      if (await isInHand(tools, subject)) inHand.push(subject)
      continue
    }
    const done = await syncOne(tools, jobs, job)
    done?.forEach((line) => print(line))
    made += done?.length ?? 0
    refused += done === null ? 1 : 0
  }
  if (inHand.length > 0)
    throw new OwnerError(
      `${inHand.length} of the catalogue are in hand, by the shop or by a run that was ended. Run this again in a minute.`,
    )
  return { made, refused }
}

/** Syncs one product or rate. Returns null and prints the reason when the provider refuses it; the shop retries later by itself. */
async function syncOne(
  tools: OwnerTools,
  jobs: CatalogueJobs,
  job: CatalogueJob,
): Promise<string[] | null> {
  const { now, print } = tools
  try {
    return (await runCatalogueJob(tools, jobs, job)).done
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const failed = { error: reason, isRefused: false, retryAt: now() }
    await jobs.fail(job, failed)
    if (!isRefusedByStripe(error)) throw error
    print(`${job.product?.name ?? job.rate?.id ?? job.subject} is refused: ${reason}`)
    return null
  }
}

/**
 * Returns true while another process works on the job. Returns false when the job could not be claimed for another reason: the
 * product was taken out of sale a moment ago, and the shop will archive it.
 */
async function isInHand({ client, account, now }: OwnerTools, subject: string): Promise<boolean> {
  const jobs = client.from('catalogue_jobs').select('subject').match({ account, subject })
  const claimed = jobs.gt('claimed_until', timeText(now()))
  return (await getRows('The jobs', claimed)).length > 0
}

/** Records that the account is set up. Returns true when the shop already uses this account. */
async function noteSetUp({ client, account, now }: OwnerTools): Promise<boolean> {
  const noted = client
    .from('payment_accounts')
    .update({ set_up_at: timeText(now()) })
    .eq('account', account)
  const { is_in_use } = await getRows('The account', noted.select('is_in_use').single())
  return is_in_use
}

async function syncCoupon(stripe: Stripe): Promise<Synced> {
  const found = await nullIfMissing(stripe.coupons.retrieve(couponId))
  if (found !== null) return { id: found.id, made: false }
  const made = await stripe.coupons.create({
    id: couponId,
    name: `${guestCodePercent}% off`,
    percent_off: guestCodePercent,
    duration: 'once',
  })
  return { id: made.id, made: true }
}

async function syncPortal(stripe: Stripe): Promise<Synced> {
  const found = await findPortalConfiguration(stripe)
  return { id: found ?? (await createPortalConfiguration(stripe)), made: found === null }
}
