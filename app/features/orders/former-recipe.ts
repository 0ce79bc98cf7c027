import { loadSupabase } from '../account/supabase.ts'

/**
 * Returns true when the signed-in shopper bought an earlier recipe of a product last.
 * @throws when the backend gives no answer
 */
export async function hasFormerRecipe(productId: string): Promise<boolean> {
  const supabase = await loadSupabase()
  const { data, error } = await supabase.rpc('has_former_recipe', { p_product: productId })
  if (error !== null) throw new Error('The last order could not be read', { cause: error })
  return data
}
