import type { SupabaseClient } from '@supabase/supabase-js'
import type { SandboxCatalogue } from '../sandbox/payments/payments.ts'

/**
 * The prices and rates that the payment sandbox knows, as they are in the database now.
 * @throws Error when the database cannot be asked
 */
export async function readCatalogue(client: SupabaseClient): Promise<SandboxCatalogue> {
  const [prices, rates] = await Promise.all([
    client
      .from('prices')
      .select(
        'stripe_price_id, unit_amount, recurring_interval, recurring_interval_count, products!inner(name)',
      )
      .not('stripe_price_id', 'is', null)
      .overrideTypes<PriceRow[], { merge: false }>(),
    client
      .from('delivery_methods')
      .select('stripe_id, name, price')
      .not('stripe_id', 'is', null)
      .overrideTypes<RateRow[], { merge: false }>(),
  ])
  if (prices.error) throw new Error(`The prices could not be read: ${prices.error.message}`)
  if (rates.error) throw new Error(`The delivery rates could not be read: ${rates.error.message}`)
  return {
    prices: prices.data.map(toPrice),
    rates: rates.data.map(({ stripe_id, name, price }) => ({ id: stripe_id, name, amount: price })),
  }
}

interface PriceRow {
  stripe_price_id: string
  unit_amount: number
  recurring_interval: 'month' | 'year' | null
  recurring_interval_count: number | null
  products: { name: string }
}

interface RateRow {
  stripe_id: string
  name: string
  price: number
}

function toPrice(row: PriceRow): SandboxCatalogue['prices'][number] {
  return {
    id: row.stripe_price_id,
    name: row.products.name,
    unitAmount: row.unit_amount,
    recurring:
      row.recurring_interval === null
        ? null
        : { interval: row.recurring_interval, count: row.recurring_interval_count ?? 1 },
  }
}
