import { loadSupabase } from '../account/supabase.ts'

/**
 * The first day of the recipe that the signed-in shopper got last: the day of their last paid order, or the first day of the recipe
 * that was packed for it, where that is another. Null when they never bought the product.
 * @throws when the backend gives no answer
 */
export async function getLastPurchase(productId: string): Promise<Date | null> {
  const supabase = await loadSupabase()
  const { data, error } = await supabase
    .from('order_items')
    .select('order:orders(placedAt:created_at,paidAt:paid_at),packed:packed_recipes(since)')
    .eq('product_id', productId)
  if (error !== null) throw new Error('The last order could not be read', { cause: error })
  const last = data
    .filter(({ order }) => order.paidAt !== null)
    .sort((one, other) => one.order.placedAt.localeCompare(other.order.placedAt))
    .at(-1)
  if (last === undefined) return null
  // When some of each recipe was packed, the older one counts.
  const [oldest] = last.packed.map(({ since }) => since).sort()
  return new Date(oldest ?? last.order.placedAt)
}
