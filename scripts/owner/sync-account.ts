import type { SupabaseClient } from '@supabase/supabase-js'
import type Stripe from 'stripe'
import { findPortal, portalKey } from '../../supabase/functions/_shared/portal.ts'
import { call } from '../../supabase/functions/_shared/supabase.ts'
import type { OwnerTools } from './connect.ts'
import { type PriceRow, type RateRow, readPrices, readRates } from './sync-rows.ts'

/** Found or made at the provider; `made` says that something changed there. */
interface Synced {
  id: string
  made: boolean
}

const couponId = 'ten_percent'

/**
 * Brings products, prices, rates, the 10% coupon and the customer portal of the shop to the owner's account at the payment provider and
 * keeps their ids. Running it again changes only what has changed in the shop. What was sold under an old price keeps
 * it: the old one is archived, and its lookup key goes to the new one.
 */
export async function syncAccount({ client, stripe, account, print }: OwnerTools): Promise<void> {
  const inUse = await isInUse(client, account)
  let made = 0
  const keep = async (lookupKey: string, synced: Synced): Promise<void> => {
    await remember(client, account, lookupKey, synced.id)
    if (!synced.made) return
    made += 1
    print(`${lookupKey} → ${synced.id}`)
  }
  const known = new Set<string>()
  for (const row of await readPrices(client)) {
    if (!known.has(row.slug)) await syncProduct(stripe, row)
    known.add(row.slug)
    await keep(row.lookupKey, await syncPrice(stripe, row))
  }
  const rates = await stripe.shippingRates
    .list({ active: true, limit: 100 })
    .autoPagingToArray({ limit: 1000 })
  for (const row of await readRates(client))
    await keep(row.lookupKey, await syncRate(stripe, rates, row))
  await keep(`coupon_${couponId}`, await syncCoupon(stripe))
  await keep(portalKey, await syncPortal(stripe))
  print(made === 0 ? 'Everything was there already.' : `${made} made.`)
  if (inUse) await call(client, 'use_payment_account', { p_account: account })
  else
    print(
      `The shop uses another account. Start it with this STRIPE_SECRET_KEY to use the ${account} one.`,
    )
}

/** A running shop is given new ids only if it already works with this account. */
async function isInUse(client: SupabaseClient, account: string): Promise<boolean> {
  const { data: ids, error } = await client
    .from('payment_provider_ids')
    .select('lookup_key, provider_id')
    .eq('account', account)
    .like('lookup_key', 'delivery_%')
  if (error !== null)
    throw new Error(`The ids could not be read: ${error.message}`, { cause: error })
  const { data: methods, error: fault } = await client
    .from('delivery_methods')
    .select('id, stripe_id')
  if (fault !== null)
    throw new Error(`The delivery methods could not be read: ${fault.message}`, { cause: fault })
  if (methods.every((method) => method.stripe_id === null)) return true
  return methods.some((method) =>
    ids.some(
      (id) => id.lookup_key === `delivery_${method.id}` && id.provider_id === method.stripe_id,
    ),
  )
}

async function remember(
  client: SupabaseClient,
  account: string,
  lookupKey: string,
  id: string,
): Promise<void> {
  const row = { account, lookup_key: lookupKey, provider_id: id }
  const { error } = await client.from('payment_provider_ids').upsert(row)
  if (error !== null)
    throw new Error(`The id of ${lookupKey} could not be kept: ${error.message}`, { cause: error })
}

async function syncProduct(stripe: Stripe, row: PriceRow): Promise<void> {
  const id = productId(row)
  const wanted = { name: row.name, metadata: { slug: row.slug } }
  const found = await orNull(stripe.products.retrieve(id))
  if (found === null) await stripe.products.create({ id, ...wanted })
  else if (found.name !== row.name || !found.active)
    await stripe.products.update(id, { ...wanted, active: true })
}

async function syncPrice(stripe: Stripe, row: PriceRow): Promise<Synced> {
  const { data } = await stripe.prices.list({ lookup_keys: [row.lookupKey], limit: 1 })
  const old = data[0]
  if (old !== undefined && old.active && isSamePrice(old, row)) return { id: old.id, made: false }
  const price = await stripe.prices.create({
    product: productId(row),
    currency: 'gbp',
    unit_amount: row.amount,
    lookup_key: row.lookupKey,
    transfer_lookup_key: true,
    ...(row.interval === null
      ? {}
      : { recurring: { interval: row.interval.unit, interval_count: row.interval.count } }),
  })
  if (old !== undefined && old.active) await stripe.prices.update(old.id, { active: false })
  return { id: price.id, made: true }
}

function isSamePrice(price: Stripe.Price, row: PriceRow): boolean {
  return (
    price.unit_amount === row.amount &&
    price.currency === 'gbp' &&
    (price.recurring?.interval ?? null) === (row.interval?.unit ?? null) &&
    (price.recurring?.interval_count ?? null) === (row.interval?.count ?? null)
  )
}

/** Rates have no lookup keys at the provider, so theirs stands in the metadata. */
async function syncRate(
  stripe: Stripe,
  rates: Stripe.ShippingRate[],
  row: RateRow,
): Promise<Synced> {
  const old = rates.filter((rate) => rate.metadata['lookup_key'] === row.lookupKey)
  const same = old.find(
    (rate) => rate.display_name === row.name && rate.fixed_amount?.amount === row.amount,
  )
  const rate =
    same ??
    (await stripe.shippingRates.create({
      display_name: row.name,
      type: 'fixed_amount',
      fixed_amount: { amount: row.amount, currency: 'gbp' },
      metadata: { lookup_key: row.lookupKey },
    }))
  for (const one of old)
    if (one.id !== rate.id) await stripe.shippingRates.update(one.id, { active: false })
  return { id: rate.id, made: same === undefined }
}

async function syncCoupon(stripe: Stripe): Promise<Synced> {
  const found = await orNull(stripe.coupons.retrieve(couponId))
  if (found !== null) return { id: found.id, made: false }
  const made = await stripe.coupons.create({
    id: couponId,
    name: '10% off',
    percent_off: 10,
    duration: 'once',
  })
  return { id: made.id, made: true }
}

/**
 * What customers may do in the portal: change the card, see what they paid, and cancel for the end of what they have
 * paid for. Other prices and quantities are not for them: the shop would not know what to pack.
 */
async function syncPortal(stripe: Stripe): Promise<Synced> {
  const found = await findPortal(stripe)
  if (found !== null) return { id: found, made: false }
  const made = await stripe.billingPortal.configurations.create({
    metadata: { shop: portalKey },
    features: {
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
    },
  })
  return { id: made.id, made: true }
}

function productId(row: PriceRow): string {
  return `shop_${row.slug}`
}

/** Null for what the provider does not have. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return null
    throw error
  }
}
