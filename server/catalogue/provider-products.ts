import type Stripe from 'stripe'
import { productSharePicture } from '../../app/content/share-picture.ts'
import { orNull } from '../../supabase/functions/_shared/settlement.ts'
import { isLoopbackName } from '../loopback.ts'
import { keyFor } from './idempotency.ts'
import type { CatalogueJob, InStep, KeptId, PriceTerms, WantedProduct } from './jobs.ts'

/** The most that the provider takes. */
const most = { description: 40_000, images: 8 }
/** Prices that the shop has made say so; what the owner makes at the provider by hand stays as it is. */
const mark = 'shop_price'

type WantedPrice = WantedProduct['prices'][number]

/**
 * Brings a product and its prices in step: looks up what there is, makes or changes what is missing, and archives what
 * was taken out of sale, each so that doing it again does nothing. What was replaced goes on selling for whoever is at
 * the payment page with it, so it is archived by a later run.
 * @throws Stripe's errors
 */
export async function bringProduct(
  stripe: Stripe,
  job: CatalogueJob,
  wanted: WantedProduct,
  siteUrl: URL,
): Promise<InStep> {
  const found = await findProduct(stripe, wanted.providerId)
  if (!wanted.isForSale) return withdraw(stripe, wanted, found)
  const done = await bringDetails(stripe, wanted, found, siteUrl)
  const there = await stripe.prices
    .list({ product: wanted.providerId, limit: 100 })
    .autoPagingToArray({ limit: 10_000 })
  const ids: KeptId[] = [{ key: `product_${wanted.id}`, id: wanted.providerId, terms: null }]
  for (const price of wanted.prices) {
    const kept = await bringPrice(stripe, job, wanted, price, there, ids)
    ids.push({ key: `price_${price.id}`, id: kept.id, terms: price.terms })
    if (kept.isNew) done.push(`${label(wanted, price)} → ${kept.id}`)
  }
  const isSwapped = wanted.prices.some(
    ({ id, known }) => !ids.some((kept) => kept.key === `price_${id}` && kept.id === known),
  )
  const left = there.filter((price) => isOurs(price) && !ids.some(({ id }) => id === price.id))
  const archives = job.mayArchive && (!isSwapped || !job.isInUse)
  for (const price of archives ? left : []) await stripe.prices.update(price.id, { active: false })
  return { ids, isSwapped, isLeft: left.length > 0 && !archives, done }
}

async function findProduct(stripe: Stripe, id: string): Promise<Stripe.Product | null> {
  const found = await orNull(stripe.products.retrieve(id))
  return found?.deleted === undefined ? found : null
}

async function withdraw(
  stripe: Stripe,
  wanted: WantedProduct,
  found: Stripe.Product | null,
): Promise<InStep> {
  const nothing = { ids: [], isSwapped: false, isLeft: false }
  if (found === null || !found.active) return { ...nothing, done: [] }
  await stripe.products.update(found.id, { active: false })
  return { ...nothing, done: [`product_${wanted.slug ?? found.id} is archived`] }
}

/** Two who make it at once make one: its id is the shop's. */
async function bringDetails(
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
 * Payment pages show no drawings, so the front of a sticker goes as the picture that is shared of it. The provider fetches
 * them, and refuses the addresses of a shop that only this machine can reach.
 */
function picturesOf([front, ...others]: string[], siteUrl: URL): string[] {
  if (front === undefined) return []
  const shown = others.filter((path) => /\.(png|jpe?g|webp)$/i.test(path))
  return [productSharePicture(front), ...shown]
    .map((path) => new URL(path, siteUrl))
    .filter(({ hostname }) => !isLoopbackName(hostname))
    .map(({ href }) => href)
    .slice(0, most.images)
}

/** One that is there already, even if it was archived, or else a new one. */
async function bringPrice(
  stripe: Stripe,
  { attempt }: CatalogueJob,
  wanted: WantedProduct,
  { id, terms, known }: WantedPrice,
  there: Stripe.Price[],
  taken: KeptId[],
): Promise<{ id: string; isNew: boolean }> {
  const isOthers = (price: Stripe.Price) =>
    taken.some((kept) => kept.id === price.id) ||
    wanted.prices.some((other) => other.id !== id && other.known === price.id)
  const same = there.filter((price) => hasTerms(price, terms) && !isOthers(price))
  const kept =
    same.find((price) => price.id === known) ?? same.find((price) => price.active) ?? same[0]
  if (kept?.active === true) return { id: kept.id, isNew: kept.id !== known }
  if (kept !== undefined) {
    await stripe.prices.update(kept.id, { active: true })
    return { id: kept.id, isNew: true }
  }
  const { amount, interval, count } = terms
  const rhythm = interval === null ? {} : { recurring: { interval, interval_count: count ?? 1 } }
  const made = await stripe.prices.create(
    {
      product: wanted.providerId,
      currency: 'gbp',
      unit_amount: amount,
      metadata: { [mark]: id },
      ...rhythm,
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

/** Made by the worker, or by stripe:sync as it was before there was one. */
function isOurs({ active, metadata, lookup_key: key }: Stripe.Price): boolean {
  return active && (metadata[mark] !== undefined || (key?.startsWith('price_') ?? false))
}

function label({ slug }: WantedProduct, { position }: WantedPrice): string {
  return `price_${slug}${position === 0 ? '' : `_${position}`}`
}
