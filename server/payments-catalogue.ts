import type { ShopClient } from '../supabase/client.ts'
import type { SandboxCatalogue } from '../sandbox/payments/payment-sandbox.ts'

export async function readCatalogue(client: ShopClient): Promise<SandboxCatalogue> {
  const [prices, rates] = await Promise.all([
    client
      .from('prices')
      .select(
        'stripe_price_id, unit_amount, recurring_interval, recurring_interval_count, products!inner(name)',
      )
      .not('stripe_price_id', 'is', null),
    client.from('delivery_methods').select('stripe_id, name, price').not('stripe_id', 'is', null),
  ])
  if (prices.error) throw new Error(`The prices could not be read: ${prices.error.message}`)
  if (rates.error) throw new Error(`The delivery rates could not be read: ${rates.error.message}`)
  return {
    prices: prices.data.map((row) => ({
      id: row.stripe_price_id ?? '',
      name: row.products.name,
      unitAmount: row.unit_amount,
      recurring: recurringOf(row.recurring_interval, row.recurring_interval_count),
    })),
    rates: rates.data.map((row) => ({
      id: row.stripe_id ?? '',
      name: row.name,
      amount: row.price,
    })),
  }
}

function recurringOf(
  interval: string | null,
  count: number | null,
): SandboxCatalogue['prices'][number]['recurring'] {
  return interval === 'month' || interval === 'year' ? { interval, count: count ?? 1 } : null
}
