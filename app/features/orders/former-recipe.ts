import { loadSupabase } from '../account/supabase.ts'

/**
 * Returns true when the signed-in customer's last purchase of the product was of an earlier recipe.
 * @throws when the database does not respond
 */
export async function hasBoughtFormerRecipe(productId: string): Promise<boolean> {
  const supabase = await loadSupabase()
  const { data, error } = await supabase.rpc('has_former_recipe', { p_product: productId })
  if (error !== null) throw new Error('The last order could not be read', { cause: error })
  return data
}
