import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { getProductSharePicture } from '../../domain/share-picture.ts'
import { nullIfMissing } from '../../supabase/functions/_shared/stripe.ts'
import { isLoopbackHostname } from '../loopback.ts'
import type {
  CatalogueJob,
  SyncResult,
  PriceTerms,
  WantedProduct,
  WantedShippingRate,
} from './jobs.ts'

const most = { description: 40_000, images: 8, rateName: 100 }
/**
 * Metadata key that marks prices made by this worker; prices that the owner creates in Stripe's dashboard are left alone.
 */
const mark = 'shop_price'
const many = { limit: 10_000 }

type WantedPrice = WantedProduct['prices'][number]

interface Kept {
  id: string
  isNew: boolean
}

type SetActive = (id: string, active: boolean) => Promise<unknown>

const pricesOf =
  (stripe: Stripe): SetActive =>
  (id, active) =>
    stripe.prices.update(id, { active })

/**
 * Syncs a product and its prices: looks up what exists, creates or updates what differs, and archives what was taken out of
 * sale, and can be repeated safely. A replaced price keeps working for shoppers who are on the payment page with it, so a
 * later run archives it.
 * @throws Stripe's errors
 */
export async function pushProductToStripe(
  stripe: Stripe,
  job: CatalogueJob,
  wanted: WantedProduct,
  siteUrl: URL,
): Promise<SyncResult> {
  const asked = await nullIfMissing(stripe.products.retrieve(wanted.providerId))
  const found = asked?.deleted === undefined ? asked : null
  if (!wanted.isForSale) return withdraw(stripe, wanted, found)
  const done = await syncDetails(stripe, wanted, found, siteUrl)
  const there = await stripe.prices
    .list({ product: wanted.providerId, limit: 100 })
    .autoPagingToArray(many)
  const ids: SyncResult['ids'] = [
    { key: `product_${wanted.id}`, id: wanted.providerId, terms: null },
  ]
  for (const price of wanted.prices) {
    const kept = await syncPrice(stripe, job, wanted, price, there, ids)
    ids.push({ key: `price_${price.id}`, id: kept.id, terms: price.terms })
    if (kept.isNew) done.push(`${label(wanted, price)} → ${kept.id}`)
  }
  const isSwapped = wanted.prices.some(
    ({ id, known }) => !ids.some((kept) => kept.key === `price_${id}` && kept.id === known),
  )
  const left = there.filter((price) => isOurs(price) && !ids.some(({ id }) => id === price.id))
  const isLeft = await archive(job, isSwapped, left, pricesOf(stripe))
  return { ids, isSwapped, isLeft, done }
}

/**
 * Archives replaced prices or shipping rates, unless somebody may still pay with them. Returns true when they still have to
 * be archived later.
 */
async function archive(
  { mayArchive, isInUse }: CatalogueJob,
  isSwapped: boolean,
  left: { id: string }[],
  setActive: SetActive,
): Promise<boolean> {
  if (!mayArchive || (isSwapped && isInUse)) return left.length > 0
  for (const { id } of left) await setActive(id, false)
  return false
}

async function withdraw(
  stripe: Stripe,
  wanted: WantedProduct,
  found: Stripe.Product | null,
): Promise<SyncResult> {
  const nothing = { ids: [], isSwapped: false, isLeft: false }
  if (found === null || !found.active) return { ...nothing, done: [] }
  await stripe.products.update(found.id, { active: false })
  return { ...nothing, done: [`product_${wanted.slug ?? found.id} is archived`] }
}

/** Creates or updates the product. The shop chooses its id, so two workers that create it at once create one product. */
async function syncDetails(
  stripe: Stripe,
  wanted: WantedProduct,
  found: Stripe.Product | null,
  siteUrl: URL,
): Promise<string[]> {
  const name = wanted.name ?? ''
  const slug = wanted.slug ?? ''
  const description = (wanted.description ?? '').slice(0, most.description)
  const images = picturesOf(wanted.images, siteUrl)
  if (found === null) {
    const made = await stripe.products.create({
      id: wanted.providerId,
      name,
      metadata: { slug },
      ...(description === '' ? {} : { description }),
      ...(images.length === 0 ? {} : { images }),
    })
    return [`product_${slug} → ${made.id}`]
  }
  const isSame =
    found.active &&
    found.name === name &&
    (found.description ?? '') === description &&
    found.metadata['slug'] === slug &&
    found.images.join(' ') === images.join(' ')
  if (isSame) return []
  await stripe.products.update(found.id, {
    active: true,
    name,
    metadata: { slug },
    description,
    images: images.length === 0 ? '' : images,
  })
  return [`product_${slug} has its present words and pictures`]
}

/**
 * Returns the URLs of a product's pictures. A sticker's front is sent as its share picture; URLs on a loopback address are
 * left out, because Stripe refuses them.
 */
function picturesOf([front, ...others]: string[], siteUrl: URL): string[] {
  if (front === undefined) return []
  const shown = others.filter((path) => /\.(png|jpe?g|webp)$/i.test(path))
  return [getProductSharePicture(front), ...shown]
    .map((path) => new URL(path, siteUrl))
    .filter(({ hostname }) => !isLoopbackHostname(hostname))
    .map(({ href }) => href)
    .slice(0, most.images)
}

/**
 * Returns the id of an existing price or rate with these terms, and makes it active if it is archived; null when none
 * exists.
 */
async function reuse(
  same: { id: string; active: boolean }[],
  known: string | null,
  setActive: SetActive,
): Promise<Kept | null> {
  const kept = same.find(({ id }) => id === known) ?? same.find(({ active }) => active) ?? same[0]
  if (kept === undefined) return null
  if (kept.active) return { id: kept.id, isNew: kept.id !== known }
  await setActive(kept.id, true)
  return { id: kept.id, isNew: true }
}

async function syncPrice(
  stripe: Stripe,
  { attempt }: CatalogueJob,
  wanted: WantedProduct,
  { id, terms, known }: WantedPrice,
  there: Stripe.Price[],
  taken: SyncResult['ids'],
): Promise<Kept> {
  const isOthers = (price: Stripe.Price) =>
    taken.some((kept) => kept.id === price.id) ||
    wanted.prices.some((other) => other.id !== id && other.known === price.id)
  const same = there.filter((price) => hasTerms(price, terms) && !isOthers(price))
  const kept = await reuse(same, known, pricesOf(stripe))
  if (kept !== null) return kept
  const { amount, interval, count } = terms
  const made = await stripe.prices.create(
    {
      product: wanted.providerId,
      currency: 'gbp',
      unit_amount: amount,
      metadata: { [mark]: id },
      ...(interval === null ? {} : { recurring: { interval, interval_count: count ?? 1 } }),
    },
    { idempotencyKey: keyFor([id, wanted.providerId, amount, interval, count], attempt) },
  )
  return { id: made.id, isNew: true }
}

function hasTerms(price: Stripe.Price, { amount, interval, count }: PriceTerms): boolean {
  return (
    price.unit_amount === amount &&
    price.currency === 'gbp' &&
    (price.recurring?.interval ?? null) === interval &&
    (price.recurring?.interval_count ?? null) === count
  )
}

/**
 * Returns true for prices that this worker made, and for those of an earlier version of the shop, which used lookup keys.
 */
function isOurs({ active, metadata, lookup_key: key }: Stripe.Price): boolean {
  return active && (metadata[mark] !== undefined || (key?.startsWith('price_') ?? false))
}

function label({ slug }: WantedProduct, { position }: WantedPrice): string {
  return `price_${slug}${position === 0 ? '' : `_${position}`}`
}

/**
 * Syncs a shipping rate with Stripe. Shipping rates have no lookup keys, so the shop's key is in their metadata.
 * @throws Stripe's errors
 */
export async function pushShippingRateToStripe(
  stripe: Stripe,
  job: CatalogueJob,
  { id, terms, known }: WantedShippingRate,
): Promise<SyncResult> {
  const key = `delivery_${id}`
  const setActive: SetActive = (rate, active) => stripe.shippingRates.update(rate, { active })
  const all = await stripe.shippingRates.list({ limit: 100 }).autoPagingToArray(many)
  const ours = all.filter((rate) => rate.metadata['lookup_key'] === key)
  let kept: Kept | null = null
  if (terms !== null) {
    const name = terms.name.slice(0, most.rateName)
    const same = ours.filter(
      (rate) => rate.display_name === name && rate.fixed_amount?.amount === terms.amount,
    )
    kept = await reuse(same, known, setActive)
    if (kept === null) {
      const made = await stripe.shippingRates.create(
        {
          display_name: name,
          type: 'fixed_amount',
          fixed_amount: { amount: terms.amount, currency: 'gbp' },
          metadata: { lookup_key: key },
        },
        { idempotencyKey: keyFor([id, terms.amount, name], job.attempt) },
      )
      kept = { id: made.id, isNew: true }
    }
  }
  const isSwapped = kept !== null && kept.id !== known
  const left = ours.filter((rate) => rate.active && rate.id !== kept?.id)
  return {
    ids: kept === null ? [] : [{ key, id: kept.id, terms }],
    isSwapped,
    isLeft: await archive(job, isSwapped, left, setActive),
    done: kept?.isNew === true ? [`${key} → ${kept.id}`] : [],
  }
}

/**
 * Returns an idempotency key derived from these facts. It stays the same for three attempts, which covers lost responses,
 * and then changes, because Stripe repeats a failure under the same key for a day.
 */
function keyFor(facts: unknown[], attempt: number): string {
  const text = JSON.stringify([...facts, Math.ceil(attempt / 3)])
  return `catalogue_${createHash('sha256').update(text).digest('hex')}`
}
