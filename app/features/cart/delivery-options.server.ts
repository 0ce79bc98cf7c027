import type { SupabaseClient } from '@supabase/supabase-js'
import { toDeliveryOption } from '../../../domain/delivery.ts'
import type { DeliveryOption } from '../../../domain/delivery.ts'

/** The delivery methods in their order, or null when the database cannot be asked. */
export async function listDeliveryOptions(
  supabase: SupabaseClient,
): Promise<DeliveryOption[] | null> {
  const { data, error } = await supabase
    .from('delivery_methods')
    .select('id,name,description,price,stripe_id')
    .order('Sort_order')
  if (error !== null) return null
  return data.map(toDeliveryOption).filter((option) => option !== null)
}
