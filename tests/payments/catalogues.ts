import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type Stripe from 'stripe'
import { type Product, PRODUCT_COLUMNS, type ProductRow, toProduct } from '../../domain/product.ts'
import type { PeriodicJob } from '../../server/periodic-job.ts'
import { type CatalogueOptions, startCatalogueWorker } from '../../server/catalogue/worker.ts'
import { labelColumns } from '../support/product.ts'
import { createRecordingLog, type PaymentWorld } from './world.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/** Creates the worker that sends products and prices to the provider, without its timer. */
export function createCatalogueWorker(
  world: PaymentWorld,
  changes: Partial<CatalogueOptions> = {},
): PeriodicJob {
  return startCatalogueWorker({
    client: world.client,
    stripe: world.stripe,
    account: 'sandbox',
    siteUrl: new URL('https://shop.example'),
    now: world.clock.now,
    log: createRecordingLog(world.log),
    intervalMs: 24 * hourMs,
    random: () => 0.5,
    ...changes,
  })
}

/** Processes the jobs for the provider that are due now. */
export async function runCatalogueJobs(
  world: PaymentWorld,
  changes: Partial<CatalogueOptions> = {},
): Promise<void> {
  const worker = createCatalogueWorker(world, changes)
  await worker.runOnce()
  await worker.stop()
}

export interface ProductIds {
  id: string
  slug: string
  priceId: string
}

/** Creates a product that the provider does not have yet. */
export async function createProduct(
  world: PaymentWorld,
  values: object = {},
  price: object = {},
): Promise<ProductIds> {
  const slug = `sauce-${randomUUID().slice(0, 8)}`
  const words = { name: 'New Sauce', description: 'Hot and sweet.', category: 'hot-sauce' }
  const [product, cost] = [randomUUID(), randomUUID()]
  await expectWritten(
    world.client
      .from('products')
      .insert({ id: product, slug, ...words, ...labelColumns, ...values }),
  )
  const row = { id: cost, product_id: product, unit_amount: 850, ...price }
  await expectWritten(world.client.from('prices').insert(row))
  return { id: product, slug, priceId: cost }
}

/** Throws an error when a write has failed. */
export async function expectWritten(
  asked: PromiseLike<{ error: { message: string } | null }>,
): Promise<void> {
  const { error } = await asked
  if (error !== null) throw new Error(error.message)
}

export async function setPrice(
  world: PaymentWorld,
  goods: ProductIds,
  amount: number,
): Promise<void> {
  await expectWritten(
    world.client.from('prices').update({ unit_amount: amount }).eq('id', goods.priceId),
  )
}

export async function updateProduct(
  world: PaymentWorld,
  goods: ProductIds,
  values: object,
): Promise<void> {
  await expectWritten(world.client.from('products').update(values).eq('id', goods.id))
}

/** Returns the product as the pages show it to an anonymous visitor; null when it is not on sale at all. */
export async function getShownProduct(
  world: PaymentWorld,
  { id }: ProductIds,
): Promise<Product | null> {
  const stranger = createClient(world.url, world.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await stranger
    .from('products')
    .select(PRODUCT_COLUMNS)
    .eq('id', id)
    .overrideTypes<ProductRow[], { merge: false }>()
  if (error !== null) throw new Error(error.message)
  return data[0] === undefined ? null : toProduct(data[0])
}

/**
 * Returns the product at the provider, and the amount of each of its prices with whether it is active, newest first.
 */
export async function getProviderProduct(
  world: PaymentWorld,
  { id }: ProductIds,
): Promise<{ product: Stripe.Product; prices: [number | null, boolean][] }> {
  const product = await world.stripe.products.retrieve(`shop_${id}`)
  const { data } = await world.stripe.prices.list({ product: product.id, limit: 100 })
  return { product, prices: data.map(({ unit_amount, active }) => [unit_amount, active]) }
}

export async function getCatalogueJobs(
  world: PaymentWorld,
  { id }: ProductIds,
): Promise<{ attempts: number; last_error: string | null }[]> {
  return world.sql`
    select attempts, last_error from public.catalogue_jobs where subject = ${`product:${id}`}`
}
