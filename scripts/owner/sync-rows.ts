import type { SupabaseClient } from '@supabase/supabase-js'

/** A price of the shop; amount in pence. */
export interface PriceRow {
  lookupKey: string
  slug: string
  name: string
  amount: number
  interval: { unit: 'month' | 'year'; count: number } | null
}

/** A delivery method of the shop; amount in pence. */
export interface RateRow {
  lookupKey: string
  name: string
  amount: number
}

/** All prices under the lookup keys that `use_payment_account` knows. */
export async function readPrices(client: SupabaseClient): Promise<PriceRow[]> {
  const { data, error } = await client
    .from('products')
    .select(
      'slug, name, prices(position, unit_amount, recurring_interval, recurring_interval_count)',
    )
    .order('Sort_order')
  if (error !== null)
    throw new Error(`The products could not be read: ${error.message}`, { cause: error })
  return data.flatMap((product) =>
    product.prices.map((price) => ({
      lookupKey: `price_${product.slug}${price.position === 0 ? '' : `_${price.position}`}`,
      slug: product.slug,
      name: product.name,
      amount: price.unit_amount,
      interval:
        price.recurring_interval === null
          ? null
          : { unit: price.recurring_interval, count: price.recurring_interval_count },
    })),
  )
}

export async function readRates(client: SupabaseClient): Promise<RateRow[]> {
  const { data, error } = await client
    .from('delivery_methods')
    .select('id, name, price')
    .order('Sort_order')
  if (error !== null)
    throw new Error(`The delivery methods could not be read: ${error.message}`, { cause: error })
  return data.map(({ id, name, price }) => ({ lookupKey: `delivery_${id}`, name, amount: price }))
}
