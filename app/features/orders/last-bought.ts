import { loadSupabase } from '../account/supabase.ts'

/**
 * Of which day the recipe is that the signed-in shopper got last: that of their last paid order, or of the recipe that was packed
 * for it, where that is another. Null for never. Throws where nobody answers.
 */
export async function lastBought(productId: string): Promise<Date | null> {
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
  // Of some of each the older one counts.
  const [oldest] = last.packed.map(({ since }) => since).sort()
  return new Date(oldest ?? last.order.placedAt)
}
