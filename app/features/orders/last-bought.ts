import { loadSupabase } from '../account/supabase.ts'

/** When the signed-in shopper last ordered and paid for a product; null for never. Throws where nobody answers. */
export async function lastBought(productId: string): Promise<Date | null> {
  const supabase = await loadSupabase()
  const { data, error } = await supabase
    .from('order_items')
    .select('order:orders(placedAt:created_at,paidAt:paid_at)')
    .eq('product_id', productId)
  if (error !== null) throw new Error('The last order could not be read', { cause: error })
  const days = data.flatMap(({ order }) => (order.paidAt === null ? [] : [order.placedAt]))
  return days.length === 0 ? null : new Date(days.sort().at(-1) ?? 0)
}
